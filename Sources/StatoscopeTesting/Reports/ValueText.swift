import Statoscope

/// A value as text for people: an enum case becomes its name, a string is quoted, a list names its elements.
struct ValueText {
  /// The maximum number of characters, so that a sentence stays readable.
  private static let longest = 160
  private static let mostElements = 4

  let text: String
  /// Indicates whether it is an optional without a value.
  let isNothing: Bool
  /// The number of elements of a collection or an optional one.
  let count: Int?

  init(_ value: Any) {
    let reflected = ReflectedValue(value)
    isNothing = reflected.kind == .absent
    count = [.list, .set, .dictionary].contains(reflected.kind) ? reflected.count : nil
    text = ValueText.text(of: reflected, level: 0).shortened(to: ValueText.longest)
  }

  private static func text(of value: ReflectedValue, level: Int) -> String {
    func inner(_ value: Any) -> String { text(of: ReflectedValue(value), level: level + 1) }
    if let text = value.value as? String ?? (value.value as? Character).map(String.init) {
      return "“\(text.onOneLine)”"
    }
    switch value.kind {
    case .absent: return "nothing"
    case .list: return list(value.parts.map { inner($0.value) })
    case .set: return list(value.parts.map { inner($0.value) }.sorted())
    case .dictionary: return list(value.entries.map { "\(inner($0.key)): \(inner($0.value))" }.sorted())
    case .enumCase: return text(ofCase: value, level: level)
    case .tuple: return value.isEmpty ? "no value" : fields(of: value, level: level).joined(separator: ", ")
    case .string, .structure, .object, .opaque: return text(ofOther: value, level: level)
    }
  }

  private static func text(ofCase value: ReflectedValue, level: Int) -> String {
    guard let payload = value.payload, let name = payload.label else {
      return value.ownDescription?.onOneLine ?? IdentifierText("\(value.value)").text
    }
    if value.value is any Error, let text = value.ownDescription { return text.onOneLine }
    guard level < 3 else { return IdentifierText(name).text }
    let inner = ReflectedValue(payload.value)
    // The case of a scope is sufficient.
    if inner.value is ScopeNode { return IdentifierText(name).text }
    // A case with one labelled value holds a tuple with one element, which reflection shows.
    let arguments =
      inner.kind == .tuple
      ? fields(of: inner, level: level + 1).joined(separator: ", ") : text(of: inner, level: level + 1)
    let isResult = String(describing: type(of: value.value)).hasPrefix("Result<")
    return [IdentifierText(name).text, arguments].filter { !$0.isEmpty }
      .joined(separator: isResult ? ": " : " ")
  }

  private static func text(ofOther value: ReflectedValue, level: Int) -> String {
    if let text = value.ownDescription { return text.onOneLine.withoutAddresses }
    let name = IdentifierText(typeName: value.typeName).text
    // Private storage of a property wrapper is not shown.
    let shown = value.parts.contains { $0.label?.hasPrefix("_") != true }
    guard value.kind == .structure, shown, level < 2 else {
      return value.kind == .opaque ? String(describing: value.value).onOneLine.withoutAddresses : name
    }
    return "\(name) (\(fields(of: value, level: level + 1).joined(separator: ", ")))"
  }

  /// Returns the parts of a value, each with its name if it has one.
  private static func fields(of value: ReflectedValue, level: Int) -> [String] {
    value.parts.compactMap { part in
      guard part.label?.hasPrefix("_") != true else { return nil }
      let inner = ReflectedValue(part.value)
      // Missing parts are omitted.
      if value.kind == .structure, inner.kind == .absent { return nil }
      if let label = part.label, let number = numberOfNameless(in: inner) {
        let name = IdentifierText(label).text
        return "\(number) \(number == 1 && name.hasSuffix("s") ? String(name.dropLast()) : name)"
      }
      let text = ValueText.text(of: inner, level: level)
      guard let label = part.label, !label.hasPrefix(".") else { return text }
      return "\(IdentifierText(label).text) \(text)"
    }
  }

  /// Returns the number of elements of a list that can only be described by their type.
  private static func numberOfNameless(in value: ReflectedValue) -> Int? {
    guard value.kind == .list || value.kind == .set else { return nil }
    guard let first = value.parts.first?.value, !(first is any CustomStringConvertible) else { return nil }
    return ReflectedValue(first).kind == .structure ? value.count : nil
  }

  private static func list(_ elements: [String]) -> String {
    guard !elements.isEmpty else { return "none" }
    guard elements.count > mostElements else { return elements.joined(separator: ", ") }
    let rest = elements.count - mostElements + 1
    return elements.prefix(mostElements - 1).joined(separator: ", ") + " and \(rest) more"
  }
}

extension String {
  /// The text with spaces in place of line breaks.
  var onOneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }

  /// Returns the text with at most so many characters, the last of them an ellipsis if any are missing.
  func shortened(to longest: Int) -> String { count > longest ? prefix(longest - 1) + "…" : self }

  /// The text without memory addresses, which differ in each run.
  package var withoutAddresses: String {
    contains("0x") ? replacing(#/0x[0-9a-fA-F]{6,}/#, with: "0x…") : self
  }
}
