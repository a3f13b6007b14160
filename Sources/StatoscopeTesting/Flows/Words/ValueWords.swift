import Statoscope

/// A value as words: an enum's case reads as its name, a string stands in quotes, a list names its elements.
struct ValueWords {
  /// The most characters that are shown: a sentence has to stay one.
  private static let longest = 160
  private static let mostElements = 4

  let text: String
  /// Whether it is an optional without a value.
  let isNothing: Bool
  /// How many elements it has, if it is a collection or an optional one.
  let count: Int?

  init(_ value: Any) {
    isNothing = ValueWords.isNothing(value)
    count = ValueWords.count(of: value)
    let words = ValueWords.words(of: value, level: 0)
    text = words.count > ValueWords.longest ? words.prefix(ValueWords.longest - 1) + "…" : words
  }

  private static func words(of value: Any, level: Int) -> String {
    if let text = value as? String ?? (value as? Character).map(String.init) { return "“\(text.onOneLine)”" }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      return mirror.children.first.map { words(of: $0.value, level: level) } ?? "nothing"
    case .collection, .set:
      let elements = mirror.children.map { words(of: $0.value, level: level + 1) }
      return list(mirror.displayStyle == .set ? elements.sorted() : elements)
    case .dictionary:
      return list(mirror.children.map { entry(words(ofPair: $0.value, level: level + 1)) }.sorted())
    case .enum:
      return words(ofCase: value, mirror, level: level)
    case .tuple where mirror.children.isEmpty:
      return "no value"
    case .tuple:
      return fields(of: mirror, level: level).joined(separator: ", ")
    case .struct, .class, .foreignReference, .none:
      return words(ofOther: value, mirror, level: level)
    @unknown default:
      return String(describing: value).onOneLine.withoutAddresses
    }
  }

  private static func words(ofCase value: Any, _ mirror: Mirror, level: Int) -> String {
    guard let payload = mirror.children.first, let name = payload.label else {
      if let text = value as? any CustomStringConvertible { return text.description.onOneLine }
      return IdentifierWords("\(value)").text
    }
    if value is any Error, let text = value as? any CustomStringConvertible {
      return text.description.onOneLine
    }
    guard level < 3 else { return IdentifierWords(name).text }
    let inner = Mirror(reflecting: payload.value)
    // A case with one labelled value holds a tuple of one, which reflection shows as such.
    let arguments =
      inner.displayStyle == .tuple
      ? fields(of: inner, level: level + 1).joined(separator: ", ")
      : words(of: payload.value, level: level + 1)
    let isResult =
      ["success", "failure"].contains(name) && String(describing: type(of: value)).hasPrefix("Result<")
    if isResult { return (name == "success" ? "success: " : "failure: ") + arguments }
    return [IdentifierWords(name).text, arguments].filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func words(ofOther value: Any, _ mirror: Mirror, level: Int) -> String {
    if mirror.displayStyle != .class, let text = value as? any CustomStringConvertible {
      return text.description.onOneLine.withoutAddresses
    }
    let name = IdentifierWords(typeName(type(of: value)).split(separator: ".").last ?? "").text
    // What a property wrapper keeps to itself is nothing to tell.
    let shown = mirror.children.contains { $0.label?.hasPrefix("_") != true }
    guard mirror.displayStyle == .struct, shown, level < 2 else {
      return mirror.displayStyle == nil ? String(describing: value).onOneLine.withoutAddresses : name
    }
    return "\(name) (\(fields(of: mirror, level: level + 1).joined(separator: ", ")))"
  }

  /// The parts of a value, each behind its name if it has one.
  private static func fields(of mirror: Mirror, level: Int) -> [String] {
    mirror.children.compactMap { child in
      guard child.label?.hasPrefix("_") != true else { return nil }
      // What is not there needs no words beside what is.
      if mirror.displayStyle == .struct, isNothing(child.value) { return nil }
      if let label = child.label, let number = numberOfNameless(in: child.value, level: level) {
        let name = IdentifierWords(label).text
        return "\(number) \(number == 1 && name.hasSuffix("s") ? String(name.dropLast()) : name)"
      }
      let text = words(of: child.value, level: level)
      guard let label = child.label, !label.hasPrefix(".") else { return text }
      return "\(IdentifierWords(label).text) \(text)"
    }
  }

  private static func isNothing(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional && mirror.children.isEmpty
  }

  private static func count(of value: Any) -> Int? {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.flatMap { count(of: $0.value) }
    case .collection, .set, .dictionary: return mirror.children.count
    default: return nil
    }
  }

  /// How many elements a list has of which there is no room to tell more than their type.
  private static func numberOfNameless(in value: Any, level: Int) -> Int? {
    let mirror = Mirror(reflecting: value)
    guard level > 0, mirror.displayStyle == .collection || mirror.displayStyle == .set else { return nil }
    guard let first = mirror.children.first?.value, !(first is any CustomStringConvertible) else {
      return nil
    }
    return Mirror(reflecting: first).displayStyle == .struct ? mirror.children.count : nil
  }

  private static func words(ofPair pair: Any, level: Int) -> [String] {
    Mirror(reflecting: pair).children.map { words(of: $0.value, level: level) }
  }

  private static func entry(_ words: [String]) -> String {
    words.joined(separator: ": ")
  }

  private static func list(_ elements: [String]) -> String {
    guard !elements.isEmpty else { return "none" }
    guard elements.count > mostElements else { return elements.joined(separator: ", ") }
    let rest = elements.count - mostElements + 1
    return elements.prefix(mostElements - 1).joined(separator: ", ") + " and \(rest) more"
  }
}

extension String {
  /// The text with its line ends as spaces.
  var onOneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }

  /// The text without what is another in each run: where objects lie in memory.
  var withoutAddresses: String {
    contains("0x") ? replacing(#/0x[0-9a-fA-F]{6,}/#, with: "0x…") : self
  }
}
