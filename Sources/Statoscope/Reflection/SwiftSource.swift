import Foundation

/// A value as Swift source that creates an equal value, for texts that people paste into their tests.
///
/// Reflection shows the contents of a value, not how it was made: a structure is written with its memberwise
/// initializer. A value that has no source, such as an object or a closure, becomes a comment, and
/// ``isWhole`` is false.
package struct SwiftSource: CustomStringConvertible {
  /// The source.
  package let description: String

  /// Indicates whether no value had to be replaced by a comment.
  package let isWhole: Bool

  /// Creates source that is valid where any type is expected.
  ///
  /// Complexity: O(size of the value).
  package init(_ value: Any) {
    var writer = Writer(style: .compiled)
    description = writer.source(of: value)
    isWhole = writer.isWhole
  }

  /// Creates source of an enum case with a leading dot, valid where the type is known.
  package init(shorthandOf value: Any) {
    self.init(shorthandOf: value, style: .compiled)
  }

  /// Creates text for people: cases without their types, and descriptions in place of values that have no
  /// source.
  package init(readingOf value: Any) {
    self.init(shorthandOf: value, style: .read)
  }

  private init(shorthandOf value: Any, style: Writer.Style) {
    var writer = Writer(style: style)
    description = writer.shorthand(of: value) ?? writer.source(of: value)
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
}

private struct Writer {
  enum Style {
    case compiled
    case read
  }

  let style: Style
  var isWhole = true
  private var level = 0

  init(style: Style) {
    self.style = style
  }

  mutating func source(of value: Any) -> String {
    if let text = plain(value) ?? ofFoundation(value) { return text }
    let reflected = ReflectedValue(value)
    // The value inside an optional may be plain.
    if reflected.kind != .absent, let text = plain(reflected.value) ?? ofFoundation(reflected.value) {
      return text
    }
    // The deepest value must be written on a small stack.
    guard level < StateText.deepestLevel, reflected.redactedValue == nil else {
      return unwritten(reflected.value)
    }
    level += 1
    defer { level -= 1 }
    switch reflected.kind {
    case .absent: return "nil"
    case .enumCase: return enumCase(reflected, in: prefix(of: reflected.value))
    case .list, .set: return "[" + list(reflected) + "]"
    case .dictionary: return dictionary(reflected)
    case .tuple: return "(" + list(reflected) + ")"
    case .structure:
      if style == .read, let text = reflected.ownDescription { return PrintableText.escaped(text) }
      return typeName(type(of: reflected.value)) + "(" + list(reflected) + ")"
    case .string, .object, .opaque: return unwritten(reflected.value)
    }
  }

  mutating func shorthand(of value: Any) -> String? {
    let reflected = ReflectedValue(value)
    return reflected.kind == .enumCase ? enumCase(reflected, in: "") : nil
  }

  private func plain(_ value: Any) -> String? {
    switch value {
    case let text as String: SwiftSource.literal(text)
    case let text as Substring: SwiftSource.literal(String(text))
    case let character as Character: SwiftSource.literal(String(character))
    case let flag as Bool: "\(flag)"
    case let number as any BinaryInteger: "\(number)"
    case let number as any BinaryFloatingPoint: floating(number)
    default: nil
    }
  }

  private func floating<Number: BinaryFloatingPoint>(_ number: Number) -> String {
    if number.isNaN { return "\(Number.self).nan" }
    if number.isInfinite { return "\(number < 0 ? "-" : "")\(Number.self).infinity" }
    return "\(number)"
  }

  private func ofFoundation(_ value: Any) -> String? {
    guard style == .compiled else { return nil }
    return switch value {
    case let date as Date: "Date(timeIntervalSinceReferenceDate: \(date.timeIntervalSinceReferenceDate))"
    case let id as UUID: "UUID(uuidString: \"\(id.uuidString)\")!"
    case let url as URL: "URL(string: \(SwiftSource.literal(url.absoluteString)))!"
    case let data as Data: "Data(\(Array(data)))"
    case let number as Decimal: "Decimal(string: \"\(number)\")!"
    case let duration as Duration:
      "Duration(secondsComponent: \(duration.components.seconds), "
        + "attosecondsComponent: \(duration.components.attoseconds))"
    default: nil
    }
  }

  /// The type that must precede the dot of a case.
  ///
  /// A result's type is known from its context, the type of its associated value is not. In a text for people
  /// the type of any case is known, except that of an error.
  private func prefix(of value: Any) -> String {
    if value is any ResultValue || style == .read && !(value is any Error) { return "" }
    return typeName(type(of: value))
  }

  private mutating func enumCase(_ reflected: ReflectedValue, in prefix: String) -> String {
    let value = reflected.value
    guard let payload = reflected.payload, let name = payload.label else {
      // An enum prints the name of its case, unless it has a description of its own.
      let text = String(describing: value)
      let isName = !(value is any CustomStringConvertible) || text.allSatisfy { $0.isLetter || $0.isNumber }
      return isName && !text.isEmpty ? prefix + "." + text : unwritten(value)
    }
    let inner = ReflectedValue(payload.value)
    // `Void` is a value like any other: `.success(())`.
    let arguments = inner.kind == .tuple && !inner.isEmpty ? list(inner) : source(of: payload.value)
    return "\(prefix).\(name)(\(arguments))"
  }

  private mutating func list(_ reflected: ReflectedValue) -> String {
    var texts: [String] = []
    for part in reflected.parts {
      let label = part.label.flatMap { label -> String? in
        // Unlabelled elements of a tuple are called .0, .1 and so on.
        guard !label.hasPrefix("."), reflected.kind != .list else { return nil }
        return label.hasPrefix("_") ? String(label.dropFirst()) : label
      }
      let text = source(of: part.value)
      texts.append(label.map { "\($0): \(text)" } ?? text)
    }
    if reflected.kind == .set { texts.sort() }
    return texts.joined(separator: ", ")
  }

  private mutating func dictionary(_ reflected: ReflectedValue) -> String {
    let entries = reflected.entries.map { "\(source(of: $0.key)): \(source(of: $0.value))" }
    return entries.isEmpty ? "[:]" : "[" + entries.sorted().joined(separator: ", ") + "]"
  }

  private mutating func unwritten(_ value: Any) -> String {
    isWhole = false
    guard style == .compiled else { return reading(of: value) }
    let text = PrintableText.insideComment(String(withoutContexts("\(value)").prefix(80)))
    return "/* a \(typeName(type(of: value))) that cannot be written as source: \(text) */"
  }
}

extension Writer {
  /// Returns the text of a value that has no source: the type of an object, else the description.
  private func reading(of value: Any) -> String {
    if value is any RedactedValue { return RedactedText.text }
    if level >= StateText.deepestLevel { return "…" }
    let name = typeName(type(of: value))
    guard let text = (value as? any CustomStringConvertible)?.description else { return name }
    return PrintableText.escaped(text)
  }
}

/// A `Result` of any types.
private protocol ResultValue {}

extension Result: ResultValue {}

/// An event as it reads in Swift: `.loaded(.success("news"))`.
package struct EventText {
  package let text: String

  package init(_ event: Any) {
    text = SwiftSource(readingOf: event).description
  }
}
