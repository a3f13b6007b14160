import Foundation

/// A value as Swift source that creates an equal value, for texts that people paste into their tests.
///
/// Reflection shows the contents of a value, not how it was made, nor the type that a property or an associated
/// value was declared with. So each kind of value has a rule that is exact wherever the source stands: a text with
/// a type of its own has the value's type (`3 as UInt8` for an associated value, which may be declared as `any
/// Sendable`), and a text without one, such as `nil` or `[]`, takes it from its context, or is refused by the
/// compiler. A structure of the app is written with its memberwise initializer, whose labels and types the compiler
/// compares with the declaration; the name of a private type is valid where the type is.
///
/// A value without such a rule is a placeholder, which the compiler refuses, with a comment; ``isWhole`` is false
/// then.
package struct SwiftSource: CustomStringConvertible {
  /// The source.
  package let description: String

  /// Indicates whether no value had to be replaced by a placeholder.
  package let isWhole: Bool

  /// Creates source that is valid whatever type is expected.
  ///
  /// Complexity: O(size of the value).
  package init(_ value: Any) {
    var writer = SourceWriter(style: .compiled)
    description = writer.text(of: value).anywhere
    isWhole = writer.isWhole
  }

  /// Creates source that is valid where the value's own type is expected, an enum case with a leading dot.
  package init(shorthandOf value: Any) {
    self.init(shorthandOf: value, style: .compiled)
  }

  /// Creates text for people that reads as source, without types that only the compiler needs.
  package init(shownShorthandOf value: Any) {
    self.init(shorthandOf: value, style: .shown)
  }

  /// The same with the types of cases.
  package init(shown value: Any) {
    var writer = SourceWriter(style: .shown)
    description = writer.text(of: value).expected
    isWhole = writer.isWhole
  }

  /// Returns text for people: cases without their types, and descriptions in place of values that have no
  /// source.
  package static func reading(of value: Any) -> String {
    var writer = ReadingWriter()
    return writer.shorthand(of: value) ?? writer.text(of: value)
  }

  private init(shorthandOf value: Any, style: SourceWriter.Style) {
    var writer = SourceWriter(style: style)
    description = writer.shorthand(of: value) ?? writer.text(of: value).expected
    isWhole = writer.isWhole
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

/// An event as it reads in Swift: `.loaded(.success("news"))`.
package struct EventText {
  package let text: String

  package init(_ event: Any) {
    text = SwiftSource.reading(of: event)
  }
}
