import Statoscope

/// The way that a key path takes: names of properties, and indexes such as `[2]`.
///
/// A key path knows the names of stored properties. Those behind property wrappers it calls computed; then its
/// words in the source are read.
struct KeyPathSteps {
  let steps: [String]

  /// The steps of a key path, or nil when neither it nor the source tells.
  init?(_ keyPath: AnyKeyPath, source: @autoclosure () -> String) {
    let description = "\(keyPath)"
    let root = "\\\(type(of: keyPath).rootType)."
    if description.hasPrefix(root), !description.contains("<computed") {
      steps = KeyPathSteps.split(description.dropFirst(root.count))
    } else {
      guard let literal = KeyPathSteps.literal(in: source()) else { return nil }
      steps = KeyPathSteps.split(literal)
    }
  }

  /// The key path that is the first argument in a step's words, without its type.
  private static func literal(in words: String) -> Substring? {
    guard let start = words.firstIndex(of: "("), words[start...].hasPrefix("(\\") else { return nil }
    return path(in: words[start...].dropFirst())
  }

  private static func path(in words: Substring) -> Substring? {
    let start = words.startIndex
    var depth = 0
    var end = start
    for index in words[start...].indices {
      let character = words[index]
      if "([".contains(character) { depth += 1 }
      if depth == 0, ",) {".contains(character) { break }
      if ")]".contains(character) { depth -= 1 }
      end = words.index(after: index)
    }
    let path = words[words.index(after: start)..<end]
    // Behind the types, which begin with capitals.
    let steps = path.split(separator: ".", omittingEmptySubsequences: false)
      .drop { $0.isEmpty || $0.first?.isUppercase == true }
    return steps.isEmpty ? nil : path[steps[steps.startIndex].startIndex...]
  }

  /// Takes a path apart at its dots and before its brackets, without the marks of optionals.
  private static func split(_ path: Substring) -> [String] {
    var steps: [String] = []
    var step = ""
    var depth = 0
    for character in path {
      switch character {
      case "[":
        if depth == 0 {
          steps.append(step)
          step = ""
        }
        depth += 1
        step.append(character)
      case "]":
        depth -= 1
        step.append(character)
      case "." where depth == 0:
        steps.append(step)
        step = ""
      case "?" where depth == 0, "!" where depth == 0:
        break
      default:
        step.append(character)
      }
    }
    return (steps + [step]).filter { !$0.isEmpty && $0 != "self" }
      .map { $0.hasPrefix("[ifThere: ") ? "[" + $0.dropFirst("[ifThere: ".count) : $0 }
  }

  /// The steps from the root of a tree to one of its scopes.
  static func steps(to scope: ScopeNode) -> [String] {
    ScopeTree(scope).stepsFromRoot.flatMap { split($0[...]) }
  }
}
