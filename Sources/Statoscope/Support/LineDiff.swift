/// The differences between two texts, line by line: `-` for removed lines, `+` for added ones, two spaces for
/// unchanged ones.
package struct LineDiff {
  /// The lines of the diff, each behind its mark; unchanged lines appear only near a change.
  package let lines: [String]

  /// Compares two texts.
  ///
  /// Complexity: O(n · d), d being the number of lines that differ.
  ///
  /// - Parameters:
  ///   - context: the number of unchanged lines to show on each side of a change.
  ///   - enclosing: whether to show the less indented lines that enclose a change, too.
  package init(from old: [String], to new: [String], context: Int = 2, enclosing: Bool = false) {
    let difference = new.difference(from: old)
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var marked: [(isChange: Bool, text: String)] = []
    var (oldIndex, newIndex) = (0, 0)
    while oldIndex < old.count || newIndex < new.count {
      if removed.contains(oldIndex) {
        marked.append((true, "- " + old[oldIndex]))
        oldIndex += 1
      } else if inserted.contains(newIndex) {
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

  /// Returns the indexes of the lines that enclose changes.
  private static func linesAbove(changesOf marked: [(isChange: Bool, text: String)]) -> Set<Int> {
    var found: Set<Int> = []
    // The enclosing lines of the current one, outermost first.
    var open: [(index: Int, indent: Int)] = []
    for (index, line) in marked.enumerated() {
      // Behind the two characters of the mark.
      let indent = line.text.dropFirst(2).prefix { $0 == " " }.count
      while let last = open.last, last.indent >= indent { open.removeLast() }
      if line.isChange { found.formUnion(open.map(\.index)) }
      open.append((index, indent))
    }
    return found
  }

  private static func nearChanges(
    _ marked: [(isChange: Bool, text: String)],
    context: Int,
    and others: Set<Int>
  ) -> [String] {
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
