import Foundation
import Statoscope

/// The source of a call, for data that a step does not hold: the text of a closure, and the name of a
/// computed property.
package struct CallSource {
  /// The text from the parenthesis or brace after the verb on.
  private let call: Substring

  /// Finds a call; returns nil when its source is not available.
  ///
  /// Complexity: O(size of the source file).
  package init?(at location: CallLocation) {
    guard location.line >= 1,
      let source = try? String(contentsOfFile: "\(location.filePath)", encoding: .utf8)
    else {
      return nil
    }
    let before = Int(location.line) - 1
    let lines = source.utf8.split(
      separator: UInt8(ascii: "\n"),
      maxSplits: before,
      omittingEmptySubsequences: false
    )
    guard lines.count > before, let rest = lines.last,
      let start = rest.index(rest.startIndex, offsetBy: Int(location.column) - 1, limitedBy: rest.endIndex)
    else { return nil }
    self.init(Substring(rest[start...]))
  }

  /// Creates a reader of a text that begins at the arguments of a call.
  package init(_ call: Substring) {
    self.call = call
  }

  /// The first closure among the arguments or after them, including its braces.
  ///
  /// Its first line begins with the brace, the others have the least possible indentation.
  package var closure: [String]? {
    var scanner = SourceScanner(rest: call)
    guard let closure = scanner.closure() else { return nil }
    let lines = closure.split(separator: "\n", omittingEmptySubsequences: false)
    let margin = lines.dropFirst().filter { !$0.allSatisfy(\.isWhitespace) }
      .map { $0.prefix { $0 == " " }.count }.min()
    return lines.prefix(1).map(String.init) + lines.dropFirst().map { String($0.dropFirst(margin ?? 0)) }
  }

  /// The key path in the first argument, without its type, such as `\.name`.
  package var keyPath: String? {
    var scanner = SourceScanner(rest: call)
    guard let literal = scanner.keyPath() else { return nil }
    let segments = literal.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
      .drop { $0.isEmpty || $0.first?.isUppercase == true }
    return segments.isEmpty ? nil : "\\." + segments.joined(separator: ".")
  }
}

/// A scanner of Swift source that recognizes strings, comments and matching brackets.
private struct SourceScanner {
  private(set) var rest: Substring

  init(rest: Substring) {
    self.rest = rest
  }

  /// Takes the first closure among the arguments of a call or after them.
  mutating func closure() -> Substring? {
    skipBlanks()
    if rest.first == "(" {
      var depth = 0
      repeat {
        if rest.first == "{" { return block("{", "}") }
        guard let token = next() else { return nil }
        if token == "(" { depth += 1 }
        if token == ")" { depth -= 1 }
      } while depth > 0
      skipBlanks()
    }
    return block("{", "}")
  }

  /// Takes the key path after the opening parenthesis and the label of an argument.
  mutating func keyPath() -> Substring? {
    guard rest.popFirst() == "(" else { return nil }
    rest = rest.drop { $0.isWhitespace || $0.isLetter || $0 == ":" }
    guard rest.first == "\\" else { return nil }
    let start = rest
    while let first = rest.first, !first.isWhitespace, !",)]{".contains(first) {
      guard (block("(", ")") ?? block("[", "]") ?? next()) != nil else { return nil }
    }
    return start[..<rest.startIndex]
  }

  /// Takes everything from an opening bracket to the matching one; nil when there is none of either.
  private mutating func block(_ open: Substring, _ close: Substring) -> Substring? {
    guard rest.hasPrefix(open) else { return nil }
    let start = rest
    var depth = 0
    repeat {
      guard let token = next() else { return nil }
      if token == open { depth += 1 }
      if token == close { depth -= 1 }
    } while depth > 0
    return start[..<rest.startIndex]
  }

  /// Takes one character, or a whole comment or string; nil at the end of the text.
  private mutating func next() -> Substring? {
    let start = rest
    if rest.hasPrefix("//") {
      rest = rest.drop { $0 != "\n" }
    } else if rest.hasPrefix("/*") {
      while !rest.isEmpty, !rest.hasPrefix("*/") { rest = rest.dropFirst() }
      rest = rest.dropFirst(2)
    } else if rest.hasPrefix("\"\"\"") {
      skipString(until: "\"\"\"")
    } else if rest.hasPrefix("\"") {
      skipString(until: "\"")
    } else {
      rest = rest.dropFirst()
    }
    return rest.startIndex == start.startIndex ? nil : start[..<rest.startIndex]
  }

  private mutating func skipBlanks() {
    rest = rest.drop(while: \.isWhitespace)
  }

  private mutating func skipString(until end: String) {
    rest = rest.dropFirst(end.count)
    while !rest.isEmpty, !rest.hasPrefix(end) {
      let isInterpolation = rest.hasPrefix("\\(")
      rest = rest.dropFirst(rest.first == "\\" && !isInterpolation ? 2 : 1)
      if isInterpolation { _ = block("(", ")") }
    }
    rest = rest.dropFirst(end.count)
  }
}

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
      // The text of a key has no escapes.
      .map { $0.hasPrefix("[\"") ? $0.replacing("\\\"", with: "\"").replacing("\\\\", with: "\\") : $0 }
  }

  /// Returns the segments from the root of a tree to one of its scopes.
  static func segments(to scope: ScopeNode) -> [String] {
    ScopeTree(scope).segmentsFromRoot.flatMap { segments(of: $0[...]) }
  }
}
