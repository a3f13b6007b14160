import Statoscope

/// A replacement of some elements of a list: of the lines of a field, or of the children in a property.
package struct ListEdit<Element: Codable & Sendable & Equatable>: Codable, Sendable, Equatable {
  /// The number of the list among those of its scope.
  package let list: Int
  package let start: Int
  package let removed: Int
  package let added: [Element]

  package init(list: Int, start: Int, removed: Int, added: [Element]) {
    (self.list, self.start, self.removed, self.added) = (list, start, removed, added)
  }

  /// Finds the elements between the common beginning and the common end; all elements of lists that are the same.
  ///
  /// Complexity: O(elements).
  init(of list: Int, from old: [Element], to new: [Element]) {
    var (start, end) = old.commonEnds(with: new, ==)
    if start == old.count, start == new.count { start = 0 }
    self.init(
      list: list,
      start: start,
      removed: old.count - start - end,
      added: Array(new[start..<(new.count - end)])
    )
  }

  /// Applies the edit.
  ///
  /// - Returns: the removed elements; nil for an edit of another list.
  @discardableResult
  func apply(to elements: inout [Element]) -> [Element]? {
    guard start >= 0, removed >= 0, start <= elements.count, removed <= elements.count - start else {
      return nil
    }
    let range = start..<(start + removed)
    let former = Array(elements[range])
    elements.replaceSubrange(range, with: added)
    return former
  }
}

extension ListEdit<String> {
  /// Returns the change as a diff, with the less indented lines that enclose it.
  ///
  /// Complexity: O(lines of the edit), and the lines above.
  ///
  /// - Parameters:
  ///   - former: the removed lines.
  ///   - lines: all lines after the edit.
  func diff(removing former: [String], in lines: [String]) -> [String] {
    // A redacted value has the same text before and after.
    if former == added { return RedactedText.diff(ofSame: added) }
    // Most properties have a single line.
    if lines.count == 1, former.count == 1 { return ["- " + former[0], "+ " + lines[0]] }
    var diff: [String] = []
    var last = -1
    for index in indexesAbove(former.first ?? added.first ?? "", in: lines) {
      if index > last + 1 { diff.append("  …") }
      diff.append("  " + lines[index])
      last = index
    }
    if start > last + 1 { diff.append("  …") }
    diff += LineDiff(from: former, to: added, context: 0, enclosing: true).lines
    if start + added.count < lines.count, diff.last != "  …" { diff.append("  …") }
    return diff
  }

  /// Returns the indexes of the lines above the edit that enclose a line.
  private func indexesAbove(_ line: String, in lines: [String]) -> [Int] {
    func indentation(_ line: String) -> Int { line.utf8.prefix { $0 == UInt8(ascii: " ") }.count }
    var found: [Int] = []
    var (index, level) = (start - 1, indentation(line))
    while index >= 0, level > 0 {
      let other = indentation(lines[index])
      if other < level {
        found.append(index)
        level = other
      }
      index -= 1
    }
    return found.reversed()
  }
}
