import Foundation

/// A value as Swift source that makes it again, for texts that people paste into their tests.
///
/// Reflection tells what a value holds, not how it is made: a structure is written with its memberwise initializer.
/// What cannot be written, such as an object or a closure, stands there as a comment, and ``isWhole`` is false.
package struct SwiftSource: CustomStringConvertible {
  /// The source.
  package let description: String

  /// Whether it has no comment in place of a value.
  package let isWhole: Bool

  /// Writes a value so that it can stand where any type is expected.
  ///
  /// Complexity: O(size of the value).
  package init(_ value: Any) {
    var writer = Writer()
    description = writer.source(of: value)
    isWhole = writer.isWhole
  }

  /// Writes an enum's case with nothing in front of its dot, for where the type is known.
  package init(shorthandOf value: Any) {
    var writer = Writer()
    description = writer.shorthand(of: value) ?? writer.source(of: value)
    isWhole = writer.isWhole
  }

  /// A type as it is named in source, without the modules.
  package static func name(of type: Any.Type) -> String {
    let words = String(reflecting: type).split(separator: #/\(unknown context at \$[0-9a-f]+\)\./#).joined()
    return words.replacing(#/([A-Za-z_][A-Za-z_0-9]*)((?:\.[A-Za-z_][A-Za-z_0-9]*)+)/#) { match in
      String(match.output.2.dropFirst())
    }
  }

  /// A text as a string literal.
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
  var isWhole = true

  mutating func source(of value: Any) -> String {
    if let text = plain(value) ?? ofFoundation(value) { return text }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { source(of: $0.value) } ?? "nil"
    case .enum: return enumCase(value, mirror, in: prefix(of: value))
    case .collection, .set: return "[" + list(mirror) + "]"
    case .dictionary: return dictionary(mirror)
    case .tuple: return "(" + list(mirror) + ")"
    case .struct: return SwiftSource.name(of: type(of: value)) + "(" + list(mirror) + ")"
    case .class, .foreignReference, .none: return unwritten(value)
    @unknown default: return unwritten(value)
    }
  }

  mutating func shorthand(of value: Any) -> String? {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .enum ? enumCase(value, mirror, in: "") : nil
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
    switch value {
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

  /// A result's type is known from where it stands; what it holds is known to nobody but itself.
  private func prefix(of value: Any) -> String {
    value is any ResultValue ? "" : SwiftSource.name(of: type(of: value))
  }

  private mutating func enumCase(_ value: Any, _ mirror: Mirror, in prefix: String) -> String {
    guard let payload = mirror.children.first, let name = payload.label else {
      // The case's name is what an enum prints, unless it prints something else.
      let text = String(describing: value)
      let isName = !(value is any CustomStringConvertible) || text.allSatisfy { $0.isLetter || $0.isNumber }
      return isName && !text.isEmpty ? prefix + "." + text : unwritten(value)
    }
    let inner = Mirror(reflecting: payload.value)
    let arguments = inner.displayStyle == .tuple ? list(inner) : source(of: payload.value)
    return "\(prefix).\(name)(\(arguments))"
  }

  private mutating func list(_ mirror: Mirror) -> String {
    var parts: [String] = []
    for child in mirror.children {
      let label = child.label.flatMap { label -> String? in
        // Parts of a tuple without names are called .0, .1 and so on.
        guard !label.hasPrefix("."), mirror.displayStyle != .collection else { return nil }
        return label.hasPrefix("_") ? String(label.dropFirst()) : label
      }
      let text = source(of: child.value)
      parts.append(label.map { "\($0): \(text)" } ?? text)
    }
    if mirror.displayStyle == .set { parts.sort() }
    return parts.joined(separator: ", ")
  }

  private mutating func dictionary(_ mirror: Mirror) -> String {
    var entries: [String] = []
    for child in mirror.children {
      let parts = Array(Mirror(reflecting: child.value).children)
      guard parts.count == 2 else { continue }
      entries.append("\(source(of: parts[0].value)): \(source(of: parts[1].value))")
    }
    return entries.isEmpty ? "[:]" : "[" + entries.sorted().joined(separator: ", ") + "]"
  }

  private mutating func unwritten(_ value: Any) -> String {
    isWhole = false
    let text = PrintableText.insideComment(String("\(value)".prefix(80)))
    return "/* a \(SwiftSource.name(of: type(of: value))) that cannot be written as source: \(text) */"
  }
}

/// A `Result`, whatever it holds.
private protocol ResultValue {}

extension Result: ResultValue {}
