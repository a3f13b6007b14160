import Foundation
import Statoscope

/// The source of a call, for data that a step does not hold: the text of a closure, and the name of a
/// computed property.
package struct CallSource {
  /// The text from the parenthesis or brace after the verb on.
  private let call: Substring
  /// The text of the file before that.
  private let before: Substring

  /// Finds a call; returns nil when its source is not available.
  ///
  /// Complexity: O(size of the source file).
  ///
  /// - Parameter verb: the name of the called function, if the source must be that of its own call: a helper may
  ///   pass on the location of another one.
  package init?(at location: CallLocation, of verb: String? = nil) {
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
    if let verb {
      let name = Substring(rest[..<start]).reversed().drop { $0 == " " }.prefix { $0.isLetter || $0 == "_" }
      guard String(name.reversed()) == verb else { return nil }
    }
    self.init(Substring(rest[start...]), after: source[..<start])
  }

  /// Creates a reader of a text that begins at the arguments of a call.
  ///
  /// - Parameter before: the text before it.
  package init(_ call: Substring, after before: Substring = "") {
    (self.call, self.before) = (call, before)
  }

  /// The closure behind the arguments, or else the last argument if it is one, including its braces.
  ///
  /// Its first line begins with the brace, the others have the least possible indentation.
  package var closure: [String]? {
    guard let function, function.isClosure else { return nil }
    return function.lines
  }

  /// The argument for a parameter that is a function, which is the last one.
  ///
  /// It is nil when the source cannot be read with certainty.
  package var function: Function? {
    var scanner = SourceScanner(call)
    guard let arguments = scanner.arguments() else { return nil }
    if var closure = scanner.trailingClosure() {
      while let next = scanner.labeledClosure() { closure = next }
      return Function(closure, isClosure: true, after: before)
    }
    let labels = ["fileID", "filePath", "line", "column"]
    guard let last = arguments.last(where: { $0.label.map { !labels.contains($0) } ?? true }) else {
      return nil
    }
    return Function(last.value, isClosure: last.isClosure, after: before)
  }

  /// A function as an argument in source.
  package struct Function {
    /// Indicates whether it is a closure.
    package let isClosure: Bool
    /// The source; all lines but the first have the least possible indentation.
    package let lines: [String]
    private let source: Substring
    /// The text before the call.
    private let before: Substring

    /// The names that it takes from the function around the call.
    ///
    /// Complexity: O(size of the source file).
    package var captured: [String] { CapturedNames(in: source, after: before).names }

    init(_ source: Substring, isClosure: Bool, after before: Substring) {
      self.isClosure = isClosure
      (self.source, self.before) = (source, before)
      let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
      let margin = lines.dropFirst().filter { !$0.allSatisfy(\.isWhitespace) }
        .map { $0.prefix { $0 == " " }.count }.min()
      self.lines =
        lines.prefix(1).map(String.init) + lines.dropFirst().map { String($0.dropFirst(margin ?? 0)) }
    }

    /// Returns the end of a call with this argument: a closure behind the others.
    ///
    /// - Parameter others: the source of the arguments before it.
    package func call(after others: String = "") -> String {
      let source = lines.joined(separator: "\n")
      if isClosure { return (others.isEmpty ? "" : "(\(others))") + " " + source }
      return "(" + (others.isEmpty ? "" : others + ", ") + source + ")"
    }
  }

  /// The key path in the first argument, without its type, such as `\.name`.
  package var keyPath: String? {
    var scanner = SourceScanner(call)
    return scanner.keyPath().flatMap(CallSource.withoutType)
  }

  /// The last key path without a label, that of a member behind `as:`, without its type.
  var memberKeyPath: String? {
    var scanner = SourceScanner(call)
    let member = scanner.arguments()?.last { $0.label == nil && $0.value.hasPrefix("\\") }
    return member.flatMap { CallSource.withoutType($0.value) }
  }

  private static func withoutType(_ literal: Substring) -> String? {
    let segments = literal.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
      .drop { $0.isEmpty || $0.first?.isUppercase == true }
    return segments.isEmpty ? nil : "\\." + segments.joined(separator: ".")
  }
}

/// The text and the segments of a key path.
///
/// A key path has the names of stored properties. For computed properties, such as those of property
/// wrappers, and for indexes, the literal in the source of the call is read.
struct KeyPathText {
  /// The text, such as `\.till?.prices[2]`.
  let text: String
  /// The steps of the path; nil when neither the key path nor the source has them.
  let segments: [StateSegment]?

  /// Returns the literal in the source of a call, which has a second one behind `as:`.
  private static func literal(of keyPath: AnyKeyPath, in call: StepCall) -> String? {
    let source = CallSource(at: call.location)
    return call.childType == nil || keyPath == call.child ? source?.keyPath : source?.memberKeyPath
  }

  init(_ keyPath: AnyKeyPath, in call: StepCall) {
    let description = "\(keyPath)"
    let root = "\\\(type(of: keyPath).rootType)."
    // No regular expressions: each is compiled where it stands, which takes longer than all the rest of a report.
    if description.hasPrefix(root), !description.contains("<computed "), !description.contains(".subscript(")
    {
      // A mark at the end stands for the optional that the path makes of its value.
      text = "\\." + description.dropFirst(root.count).dropLast(description.hasSuffix("?") ? 1 : 0)
    } else if let literal = KeyPathText.literal(of: keyPath, in: call) {
      text = literal
    } else {
      // Without the address of a computed property, which differs in each run.
      text = description.components(separatedBy: "<computed 0x").enumerated()
        .map { $0.offset == 0 ? $0.element : "<computed" + $0.element.drop { $0 != " " } }.joined()
      segments = nil
      return
    }
    segments = KeyPathText.segments(of: text.dropFirst(2))
  }

  /// Splits a path at its dots and before its brackets, without optional marks.
  private static func segments(of path: Substring) -> [StateSegment] {
    var texts = [""]
    var depth = 0
    for character in path {
      if depth == 0, character == "." || character == "[" { texts.append("") }
      if character == "[" { depth += 1 }
      if depth > 0 || !".?!".contains(character) { texts[texts.count - 1].append(character) }
      if character == "]" { depth -= 1 }
    }
    return texts.filter { !$0.isEmpty && $0 != "self" }.map { text in
      guard text.hasPrefix("["), text.hasSuffix("]") else { return .property(text) }
      let key = String(text.dropFirst().dropLast().trimmingPrefix("ifThere: "))
      guard key.hasPrefix("\"") else { return .element(key) }
      // The text of a key has no escapes.
      return .element(key.replacing("\\\"", with: "\"").replacing("\\\\", with: "\\"))
    }
  }

  /// Returns the segments from the root of a tree to one of its scopes.
  static func segments(to scope: ScopeNode) -> [StateSegment] {
    ScopeTree(scope).segmentsFromRoot.flatMap { segments(of: $0[...]) }
  }
}
