import Statoscope

/// The properties that a closure mentions in its source, as an approximation of those it reads.
///
/// Reads of plain properties cannot be observed, so the source has to serve: a closure reads the stored
/// properties that it names. What it computes from others is unknown, and so is what a function reads of a scope that
/// it receives: neither counts.
package struct ClosureNames {
  /// Indicates whether the whole value is used, not only members of it.
  let readsAll: Bool

  /// The names that follow a dot.
  private let names: Set<String>

  /// Reads the closure of a call.
  ///
  /// Complexity: O(size of the source file).
  init(of call: StepCall) {
    // Without its source, as a function that receives the value.
    self.init(source: CallSource(at: call.location)?.closure?.joined(separator: "\n") ?? "{ $0 }")
  }

  /// Reads the source of a closure, braces included.
  package init(source: String) {
    // A comparison of something with itself asserts nothing.
    let code = source.replacing(#/\/\/[^\n]*/#, with: "")
      .replacing(#/([\w$.?!\[\]]+)\s*(?:==|!=|<=|>=|===)\s*\1(?![\w.?!(\[])/#, with: "")
    let header = code.prefixMatch(of: #/\{\s*(?:\[[^\]]*\]\s*)?\(?\s*(\w+)\s*(?::[^)\n]*)?\)?[^\n{]*?\bin\b/#)
    let parameter = header.map { String($0.output.1) } ?? "$0"
    let body = Array(code[(header?.range.upperBound ?? code.startIndex)...])
    var names: Set<String> = []
    var readsAll = false
    var position = 0
    while position < body.count {
      guard ClosureNames.isPartOfName(body[position]) else {
        position += 1
        continue
      }
      let end = body[position...].firstIndex { !ClosureNames.isPartOfName($0) } ?? body.count
      let name = String(body[position..<end])
      let isMember = position > 0 && body[position - 1] == "."
      if isMember, position > 1, ClosureNames.endsValue(body[position - 2]) {
        names.insert(name)
      } else if name == parameter, !isMember, end == body.count || !".?![:".contains(body[end]) {
        readsAll = true
      }
      position = end
    }
    (self.readsAll, self.names) = (readsAll, names)
  }

  private static func isPartOfName(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "$"
  }

  /// Checks whether a dot after a character begins a member access: of a value, or of a key path's root.
  private static func endsValue(_ character: Character) -> Bool {
    isPartOfName(character) || ")]?!\\".contains(character)
  }

  /// Checks whether the closure reads a change.
  ///
  /// It reads the stored properties that it names, with all of a plain value behind the last of them, and of a scope
  /// only what it names of it.
  ///
  /// - Parameters:
  ///   - change: the change.
  ///   - path: the path from the root to the value that the closure receives.
  ///   - reading: the state after the change, with identities.
  package func reads(_ change: StateChange, below path: [String], in reading: StateText) -> Bool {
    // The value itself is there, or the step would have failed.
    guard change.path.starts(with: path) else { return false }
    var known = path
    for segment in change.path.dropFirst(path.count) {
      if let part = reading.part(at: known), let fields = part.fieldNames, !names.contains(segment) {
        guard readsAll || known.count > path.count, part.scope == nil else { return false }
        return !fields.contains { names.contains($0) }
      }
      known.append(segment)
    }
    return known.count > path.count || readsAll || !names.isEmpty && change.kind == .presence
  }
}
