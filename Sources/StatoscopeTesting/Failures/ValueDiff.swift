import Statoscope

/// The differences between an expected value and the one found, in few lines.
package struct ValueDiff {
  /// The maximum number of lines: a failure is read by people.
  private static let mostLines = 60
  /// The length up to which a line is shown in full.
  private static let longestLine = 80
  /// The number of characters of a long line that are shown on each side of a difference.
  private static let margin = 20

  /// The lines of the diff, `-` before an expected line, `+` before a found one; empty when both have the
  /// same text.
  package let lines: [String]

  /// Compares two values.
  ///
  /// Complexity: O(n · d) in the lines of the values and those that differ.
  package init(expected: Any, found: Any) {
    self.init(from: ValueNode(expected).lines, to: ValueNode(found).lines)
  }

  /// Compares two texts, line by line.
  init(from old: [String], to new: [String]) {
    let diff = LineDiff(from: old, to: new, enclosing: true).lines
    lines = ValueDiff.shortened(ValueDiff.cuttingLongLines(of: diff))
  }

  /// Checks whether two values are equal: by their own `==`, or else by their types and texts.
  static func areEqual(_ left: Any, _ right: Any) -> Bool {
    func isEqual<Value: Equatable>(_ left: Value) -> Bool { left == right as? Value }
    if let left = left as? any Equatable { return isEqual(left) }
    return type(of: left) == type(of: right) && ValueNode(left) == ValueNode(right)
  }

  /// Returns the first of some lines, and the number of those that follow.
  static func shortened(_ lines: [String]) -> [String] {
    guard lines.count > mostLines else { return lines }
    return lines.prefix(mostLines) + ["  … (\(lines.count - mostLines) more lines)"]
  }

  /// Shortens pairs of long lines to the part around their difference.
  private static func cuttingLongLines(of diff: [String]) -> [String] {
    var lines = diff
    var index = 0
    while index < lines.count {
      let removed = lines[index...].prefix { $0.hasPrefix("- ") }.count
      let added = lines[(index + removed)...].prefix { $0.hasPrefix("+ ") }.count
      for offset in 0..<min(removed, added) {
        let (old, new) = (index + offset, index + removed + offset)
        (lines[old], lines[new]) = cut(lines[old], lines[new])
      }
      index += max(1, removed + added)
    }
    return lines
  }

  /// Shortens two lines, each with its mark, to their difference and a margin on each side.
  private static func cut(_ old: String, _ new: String) -> (String, String) {
    guard max(old.count, new.count) > longestLine else { return (old, new) }
    let (left, right) = (Array(old.dropFirst(2)), Array(new.dropFirst(2)))
    let shortest = min(left.count, right.count)
    let same = zip(left, right).prefix { $0 == $1 }.count
    let tail = zip(left.reversed(), right.reversed()).prefix(shortest - same).prefix { $0 == $1 }.count
    guard (same + tail) * 3 >= shortest else { return (cutEnd(of: old), cutEnd(of: new)) }
    // The name of a field stays in front of its text.
    let head = left.prefix(same).firstIndex(of: "\"").map { $0 + 1 } ?? 0
    return (
      String(old.prefix(2)) + cut(left, head: head, same: same, tail: tail),
      String(new.prefix(2)) + cut(right, head: head, same: same, tail: tail)
    )
  }

  /// Shows the beginning of a line that has little in common with its counterpart.
  private static func cutEnd(of line: String) -> String {
    line.count > 3 * longestLine ? line.prefix(3 * longestLine) + "…" : line
  }

  private static func cut(_ line: [Character], head: Int, same: Int, tail: Int) -> String {
    let start = max(head, same - margin)
    let end = min(line.count, line.count - tail + margin)
    var part = String(line[start..<max(start, end)])
    if end - start > longestLine {
      part = part.prefix(longestLine) + "…"
    } else if end < line.count {
      part += "…"
    }
    return String(line.prefix(head)) + (start > head ? "…" : "") + part
  }
}
