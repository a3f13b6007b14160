/// A value as Swift source that creates an equal value, for texts that people paste into their tests.
///
/// A mirror shows with which types properties and associated values are declared. Where that is the value's own
/// type, a literal is sufficient; elsewhere its type is stated, such as `3 as UInt8` for an `any Sendable`.
///
/// What is written has been tried where that is possible: an initializer that takes a raw value, and the JSON of
/// what is `Codable`, which is how a structure of the app is written. One that is not `Codable` is written with its
/// memberwise initializer, the one form that it has. No reflection shows which initializers a type declares: where
/// that one has other labels or is failable, the compiler refuses the source, but one of the same labels that
/// changes its arguments makes another value. Two more declarations are left to the compiler, which refuses what is
/// wrong: a case with a tuple as its only value looks like one with several values, and a constant with an initial
/// value like one without.
///
/// A value without such a rule is a placeholder, which the compiler refuses, with a comment; ``isWhole`` is false
/// then.
package struct SwiftSource: CustomStringConvertible {
  /// The source.
  package let description: String

  /// Indicates whether no value had to be replaced by a placeholder.
  package let isWhole: Bool

  /// Creates source that has the value's type, whatever type is expected.
  ///
  /// Complexity: O(size of the value).
  package init(_ value: Any) {
    var writer = SourceWriter()
    description = writer.text(of: value).typed
    isWhole = writer.isWhole
  }

  /// Creates source that is valid where the value's own type is expected, such as an enum case with a leading dot.
  package init(shorthandOf value: Any) {
    var writer = SourceWriter()
    description = writer.text(of: value).expected
    isWhole = writer.isWhole
  }

  /// Returns why a step that compares a value with its source would not compile or not pass; nil if it would.
  ///
  /// - Parameter declaredType: the type of the property, which may be existential; by default that of the place where a
  ///   mirror found the value.
  package static func obstacle(toComparing value: Any, declaredAs declaredType: Any.Type? = nil) -> String? {
    let declaredType = declaredType ?? DeclaredType.of(value)
    guard declaredType is any Equatable.Type else { return "\(typeName(declaredType)) is not Equatable" }
    guard equalsItself(value) else { return "the value is not equal to itself" }
    guard SwiftSource(shorthandOf: value).isWhole else {
      return "the value cannot be written as source"
    }
    return nil
  }

  /// Checks whether a value and its parts are equal to themselves: lists that share their storage are, whatever they hold.
  package static func equalsItself(_ value: Any) -> Bool {
    var values = [value]
    while let next = values.popLast() {
      if let equatable = next as? any Equatable, !SourceWriter.isEqual(equatable, next) { return false }
      let reflected = ReflectedValue(next)
      if reflected.kind != .object { values += reflected.parts.map(\.value) }
    }
    return true
  }

  /// Formats a text as a string literal.
  package static func literal(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      default: PrintableText.escape(of: scalar) ?? String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }

  /// Formats a text as a placeholder, which the compiler refuses.
  package static func placeholder(_ text: String) -> String {
    "<#\(PrintableText.escaped(text).replacing("#>", with: "# >"))#>"
  }
}
