/// The writer of values for people: as source without types, and as descriptions where there are some.
struct ReadingWriter {
  private var level = 0

  mutating func text(of value: Any) -> String {
    if let text = plain(value) { return text }
    let reflected = ReflectedValue(value)
    // The value inside an optional may be plain.
    if reflected.kind != .absent, let text = plain(reflected.value) { return text }
    // The deepest value must be written on a small stack.
    guard level < StateText.deepestLevel, reflected.redactedValue == nil else {
      return unwritten(reflected.value)
    }
    level += 1
    defer { level -= 1 }
    switch reflected.kind {
    case .absent: return "nil"
    case .enumCase:
      // The type of any case is known to a reader, except that of an error.
      let isError = reflected.value is any Error && !(reflected.value is any ResultValue)
      return enumCase(reflected, in: isError ? typeName(type(of: reflected.value)) : "")
    case .list, .set: return "[" + list(reflected) + "]"
    case .dictionary: return dictionary(reflected)
    case .tuple: return "(" + list(reflected) + ")"
    case .structure:
      if let text = reflected.ownDescription { return PrintableText.escaped(text) }
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

  private mutating func enumCase(_ reflected: ReflectedValue, in prefix: String) -> String {
    guard let payload = reflected.payload, let name = payload.label else {
      // An enum prints the name of its case, unless it has a description of its own.
      let text = SourceNames.rawIdentifiers(in: String(describing: reflected.value))
      let isName =
        !(reflected.value is any CustomStringConvertible) || text.allSatisfy { $0.isLetter || $0.isNumber }
      return isName && !text.isEmpty ? prefix + "." + text : unwritten(reflected.value)
    }
    let inner = ReflectedValue(payload.value)
    // `Void` is a value like any other: `.success(())`.
    let arguments = inner.kind == .tuple && !inner.isEmpty ? list(inner) : text(of: payload.value)
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
      let text = text(of: part.value)
      texts.append(label.map { "\($0): \(text)" } ?? text)
    }
    if reflected.kind == .set { texts.sort() }
    return texts.joined(separator: ", ")
  }

  private mutating func dictionary(_ reflected: ReflectedValue) -> String {
    let entries = reflected.entries.map { "\(text(of: $0.key)): \(text(of: $0.value))" }
    return entries.isEmpty ? "[:]" : "[" + entries.sorted().joined(separator: ", ") + "]"
  }

  private func unwritten(_ value: Any) -> String {
    level >= StateText.deepestLevel ? "…" : ReadingWriter.description(of: value)
  }

  /// Returns the text of a value that has no source: its description, else its type.
  static func description(of value: Any) -> String {
    if value is any RedactedValue { return RedactedText.text }
    let reflected = ReflectedValue(value)
    let own =
      reflected.kind == .object
      ? (reflected.value as? any CustomStringConvertible)?.description : reflected.ownDescription
    return own.map { PrintableText.escaped($0) } ?? typeName(type(of: value))
  }
}

/// A `Result` of any types.
protocol ResultValue {}

extension Result: ResultValue {}
