import Statoscope

/// The text and the segments of a key path.
///
/// A key path has the names of stored properties. For computed properties, such as those of property
/// wrappers, the literal in the source of the call is read.
struct KeyPathText {
  /// The text, such as `\.till?.prices[2]`.
  let text: String
  /// Names of properties, and indexes such as `[2]`; nil when neither the key path nor the source has them.
  let segments: [String]?

  init(_ keyPath: AnyKeyPath, in call: StepCall) {
    let description = "\(keyPath)"
    let root = "\\\(type(of: keyPath).rootType)."
    if description.hasPrefix(root), !description.contains("<computed") {
      text = "\\." + description.dropFirst(root.count)
    } else if let literal = CallSource(at: call.location)?.keyPath {
      text = literal
    } else {
      // Without the address of a computed property, which differs in each run.
      text = description.replacing(#/<computed 0x[0-9a-f]+ /#, with: "<computed ")
      segments = nil
      return
    }
    segments = KeyPathText.segments(of: text.dropFirst(2))
  }

  /// Splits a path at its dots and before its brackets, without optional marks.
  private static func segments(of path: Substring) -> [String] {
    var segments = [""]
    var depth = 0
    for character in path {
      if depth == 0, character == "." || character == "[" { segments.append("") }
      if character == "[" { depth += 1 }
      if depth > 0 || !".?!".contains(character) { segments[segments.count - 1].append(character) }
      if character == "]" { depth -= 1 }
    }
    return segments.filter { !$0.isEmpty && $0 != "self" }
      .map { $0.hasPrefix("[ifThere: ") ? "[" + $0.dropFirst("[ifThere: ".count) : $0 }
  }

  /// Returns the segments from the root of a tree to one of its scopes.
  static func segments(to scope: ScopeNode) -> [String] {
    ScopeTree(scope).segmentsFromRoot.flatMap { segments(of: $0[...]) }
  }
}
