import Statoscope

/// A key path as source has it, from its dot on, and the segments of the path.
///
/// A key path knows the names of stored properties. One to a computed property, such as those behind property
/// wrappers, does not: of that, the literal in the source of the call is read.
struct KeyPathText {
  /// As `\.till?.prices[2]`.
  let text: String
  /// Names of properties, and indexes such as `[2]`; nil when neither the key path nor the source has them.
  let segments: [String]?

  init(_ keyPath: AnyKeyPath, in call: StepCall) {
    let description = "\(keyPath)"
    let root = "\\\(type(of: keyPath).rootType)."
    if description.hasPrefix(root), !description.contains("<computed") {
      text = "\\." + description.dropFirst(root.count)
    } else if let literal = CallSource(at: call.site)?.keyPath {
      text = literal
    } else {
      // Not the place of a computed property in memory, which is another in each run.
      text = description.replacing(#/<computed 0x[0-9a-f]+ /#, with: "<computed ")
      segments = nil
      return
    }
    segments = KeyPathText.segments(of: text.dropFirst(2))
  }

  /// Takes a path apart at its dots and before its brackets, without the marks of optionals.
  private static func segments(of path: Substring) -> [String] {
    var segments: [String] = []
    var segment = ""
    var depth = 0
    for character in path {
      switch character {
      case "[":
        if depth == 0 {
          segments.append(segment)
          segment = ""
        }
        depth += 1
        segment.append(character)
      case "]":
        depth -= 1
        segment.append(character)
      case "." where depth == 0:
        segments.append(segment)
        segment = ""
      case "?" where depth == 0, "!" where depth == 0:
        break
      default:
        segment.append(character)
      }
    }
    return (segments + [segment]).filter { !$0.isEmpty && $0 != "self" }
      .map { $0.hasPrefix("[ifThere: ") ? "[" + $0.dropFirst("[ifThere: ".count) : $0 }
  }

  /// The segments from the root of a tree to one of its scopes.
  static func segments(to scope: ScopeNode) -> [String] {
    ScopeTree(scope).stepsFromRoot.flatMap { segments(of: $0[...]) }
  }
}
