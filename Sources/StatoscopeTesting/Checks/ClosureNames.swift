import Statoscope

/// The properties that a closure mentions in its source, as an approximation of those it reads.
///
/// Reads of plain properties cannot be observed, so the source has to serve: a closure reads the stored
/// properties that it names. A closure that names none of them, only others, may compute its result from all;
/// so may a function that receives the whole scope, and a closure whose source is not available.
package struct ClosureNames {
  /// Indicates whether the whole scope is passed on.
  let readsAll: Bool

  /// The names that follow a dot.
  private let names: Set<String>

  /// Reads the closure of a call.
  ///
  /// Complexity: O(size of the source file).
  init(of call: StepCall) {
    // Without its source, it may pass on the whole scope.
    self.init(source: CallSource(at: call.location)?.closure?.joined(separator: "\n") ?? "{ $0 }")
  }

  /// Reads the source of a closure, braces included.
  package init(source: String) {
    let code = source.replacing(#/\/\/[^\n]*/#, with: "")
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
  /// - Parameters:
  ///   - change: the change.
  ///   - scopePath: the path from the root to the scope that the closure receives.
  ///   - reading: the state after the change.
  package func reads(_ change: StateChange, below scopePath: [String], in reading: StateText) -> Bool {
    guard readsAll || !names.isEmpty else { return false }
    // The scope itself may be part of the change.
    guard change.path.starts(with: scopePath) else { return scopePath.starts(with: change.path) }
    guard !readsAll else { return true }
    var path = scopePath
    for segment in change.path.dropFirst(scopePath.count) {
      if !names.contains(segment), let fields = reading.part(at: path)?.fieldNames {
        return !fields.contains { names.contains($0) }
      }
      path.append(segment)
    }
    return true
  }
}
