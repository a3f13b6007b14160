/// The differences between two texts, line by line: `-` for removed lines, `+` for added ones, two spaces for
/// unchanged ones.
package struct LineDiff {
  /// The number of differing lines up to which the fewest are found; a longer diff is read by nobody.
  private static let mostDifferences = 200

  /// The lines of the diff, each behind its mark; unchanged lines appear only near a change.
  package let lines: [String]

  private typealias Line = (isChange: Bool, text: String)

  /// The indexes of the lines that differ.
  private typealias Differences = (removed: Set<Int>, added: Set<Int>)

  /// Compares two texts.
  ///
  /// Complexity: O(n · d), d being the number of lines that differ, up to a limit; beyond it O(n), and lines are compared
  /// by their positions.
  ///
  /// - Parameters:
  ///   - context: the number of unchanged lines to show on each side of a change.
  ///   - enclosing: whether to show the less indented lines that enclose a change, too.
  package init(from old: [String], to new: [String], context: Int = 2, enclosing: Bool = false) {
    let (removed, added) =
      LineDiff.fewestDifferences(old, new) ?? LineDiff.differencesByPosition(old, new)
    var marked: [Line] = []
    var (oldIndex, newIndex) = (0, 0)
    while oldIndex < old.count || newIndex < new.count {
      if removed.contains(oldIndex) {
        marked.append((true, "- " + old[oldIndex]))
        oldIndex += 1
      } else if added.contains(newIndex) {
        marked.append((true, "+ " + new[newIndex]))
        newIndex += 1
      } else {
        marked.append((false, "  " + old[oldIndex]))
        oldIndex += 1
        newIndex += 1
      }
    }
    let above = enclosing ? LineDiff.linesAbove(changesOf: marked) : []
    lines = LineDiff.nearChanges(marked, context: context, and: above)
  }

  /// Returns the fewest lines that differ (Myers' greedy algorithm); nil when they exceed the limit.
  private static func fewestDifferences(_ old: [String], _ new: [String]) -> Differences? {
    let middle = mostDifferences + 1
    // On each diagonal, the number of old lines on the way that leads furthest; a copy before each further difference.
    var furthest = [Int](repeating: 0, count: 2 * middle + 1)
    var rounds: [[Int]] = []
    func isAddition(_ diagonal: Int, _ furthest: [Int]) -> Bool {
      let count = rounds.count - 1
      return diagonal == -count
        || diagonal != count && furthest[middle + diagonal - 1] < furthest[middle + diagonal + 1]
    }
    var isFound = false
    while !isFound, rounds.count <= mostDifferences {
      rounds.append(furthest)
      for diagonal in stride(from: 1 - rounds.count, to: rounds.count, by: 2) where !isFound {
        let adds = isAddition(diagonal, furthest)
        var x = adds ? furthest[middle + diagonal + 1] : furthest[middle + diagonal - 1] + 1
        while x < old.count, x - diagonal < new.count, old[x] == new[x - diagonal] { x += 1 }
        furthest[middle + diagonal] = x
        isFound = x >= old.count && x - diagonal >= new.count
      }
    }
    guard isFound else { return nil }
    var (removed, added): Differences = ([], [])
    var diagonal = old.count - new.count
    while rounds.count > 1, let before = rounds.last {
      let adds = isAddition(diagonal, before)
      diagonal += adds ? 1 : -1
      let x = before[middle + diagonal]
      if adds { added.insert(x - diagonal) } else { removed.insert(x) }
      rounds.removeLast()
    }
    return (removed, added)
  }

  /// Returns the lines that differ from those at the same position, between an equal beginning and an equal end.
  private static func differencesByPosition(_ old: [String], _ new: [String]) -> Differences {
    let head = zip(old, new).prefix { $0 == $1 }.count
    let tail = zip(old[head...].reversed(), new[head...].reversed()).prefix { $0 == $1 }.count
    let (oldLines, newLines) = (head..<old.count - tail, head..<new.count - tail)
    guard old.count == new.count else { return (Set(oldLines), Set(newLines)) }
    let different = Set(oldLines.filter { old[$0] != new[$0] })
    return (different, different)
  }

  /// Returns the indexes of the lines that enclose changes.
  private static func linesAbove(changesOf marked: [Line]) -> Set<Int> {
    var found: Set<Int> = []
    // The enclosing lines of the current one, outermost first.
    var open: [(index: Int, indent: Int)] = []
    for (index, line) in marked.enumerated() {
      // Behind the two characters of the mark.
      let indent = line.text.utf8.dropFirst(2).prefix { $0 == UInt8(ascii: " ") }.count
      while let last = open.last, last.indent >= indent { open.removeLast() }
      if line.isChange { found.formUnion(open.map(\.index)) }
      open.append((index, indent))
    }
    return found
  }

  private static func nearChanges(_ marked: [Line], context: Int, and others: Set<Int>) -> [String] {
    var shown: [String] = []
    var lastShown = -1
    for (index, line) in marked.enumerated() {
      let near = max(0, index - context)...min(marked.count - 1, index + context)
      guard line.isChange || others.contains(index) || near.contains(where: { marked[$0].isChange }) else {
        continue
      }
      if index > lastShown + 1 { shown.append("  …") }
      shown.append(line.text)
      lastShown = index
    }
    if !shown.isEmpty, lastShown < marked.count - 1 { shown.append("  …") }
    return shown
  }
}
