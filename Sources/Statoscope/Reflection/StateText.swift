/// Any value as indented lines that a person can read and a line diff can compare.
///
/// An object that contains itself is not repeated, so cycles end. Dictionaries and sets are sorted, so equal
/// values print equally.
package struct StateText: Equatable {
  /// The depth limit: the text is for people, and the deepest state must be printed on a small stack.
  package static let deepestLevel = 64

  /// The format of strings with several lines.
  package enum Strings {
    /// As indented lines, which a diff compares one by one.
    case inBlocks
    /// On one line, with escaped line breaks.
    case onOneLine
  }

  /// The format of objects.
  package enum Objects {
    /// With their stored properties; an actor by its type, because its state must not be read from outside.
    case withState
    /// With their stored properties, and the library's own objects with their activity: scopes with their
    /// effects.
    case withActivity
    /// By their types: the properties of a value that several actors may use can be changing.
    case byType
  }

  /// The lines, indented by two spaces per level; control characters of values are escaped.
  package let lines: [String]

  /// The values that the lines withhold, so that texts of different states differ.
  private let redactedValues: [AnyHashable]

  /// Describes a value.
  ///
  /// Complexity: O(size of the value).
  ///
  /// - Parameters:
  ///   - label: a prefix, such as the name of a property.
  ///   - strings: the format of strings with line breaks.
  ///   - objects: the format of objects.
  package init(
    _ value: Any,
    label: String? = nil,
    strings: Strings = .inBlocks,
    objects: Objects = .withState
  ) {
    var writer = Writer(strings: strings, objects: objects)
    writer.write(value, label: label, indent: 0)
    lines = writer.lines
    redactedValues = writer.redactedValues
  }

  /// Creates a text that stands in for a value.
  init(placeholder: String) {
    lines = [placeholder]
    redactedValues = []
  }
}

private struct Writer {
  let strings: StateText.Strings
  let objects: StateText.Objects
  var lines: [String] = []
  var redactedValues: [AnyHashable] = []
  /// The objects that enclose the current value.
  private var ancestors: Set<ObjectIdentifier> = []

  init(strings: StateText.Strings, objects: StateText.Objects) {
    self.strings = strings
    self.objects = objects
  }

  mutating func write(_ value: Any, label: String?, indent: Int) {
    let prefix = Writer.margin(indent) + (label.map { "\(PrintableText.escaped($0)): " } ?? "")
    guard indent <= StateText.deepestLevel else {
      lines.append(prefix + "… (more than \(StateText.deepestLevel) levels deep)")
      return
    }
    let value = ReflectedValue(value)
    if let redacted = value.redactedValue {
      lines.append(prefix + RedactedText.text)
      // Compared by its own equality, or else by the text that it would have.
      let comparable: any Hashable = (redacted as? any Hashable) ?? StateText(redacted).lines
      redactedValues.append(AnyHashable(comparable))
      return
    }
    if let text = value.inlineText(strings) {
      lines.append(contentsOf: text.indented(behind: prefix))
      return
    }
    if value.kind == .object, objects == .byType {
      lines.append(prefix + value.typeName)
      return
    }
    if let object = value.identity, !ancestors.insert(object).inserted {
      lines.append(prefix + value.typeName + " (shown above)")
      return
    }
    defer { if let object = value.identity { ancestors.remove(object) } }
    switch value.kind {
    case .list: writeElements(value.parts.map(\.value), prefix, "[", indent)
    case .set: writeElements(Writer.sorted(value.parts.map(\.value)), prefix, "Set [", indent)
    case .dictionary: writeDictionary(value, prefix, indent)
    default: writeFields(of: value, prefix, indent)
    }
  }

  private mutating func writeElements(_ elements: [Any], _ prefix: String, _ open: String, _ indent: Int) {
    guard !elements.isEmpty else {
      lines.append(prefix + open + "]")
      return
    }
    lines.append(prefix + open)
    for element in elements { write(element, label: nil, indent: indent + 1) }
    lines.append(Writer.margin(indent) + "]")
  }

  private mutating func writeDictionary(_ value: ReflectedValue, _ prefix: String, _ indent: Int) {
    let entries = value.entriesByText
    guard !entries.isEmpty else {
      lines.append(prefix + "[:]")
      return
    }
    lines.append(prefix + "[")
    for entry in entries { write(entry.value, label: entry.key, indent: indent + 1) }
    lines.append(Writer.margin(indent) + "]")
  }

  private mutating func writeFields(of value: ReflectedValue, _ prefix: String, _ indent: Int) {
    if let payload = value.payload {
      lines.append(prefix + ".\(payload.label ?? value.typeName)")
      let inner = ReflectedValue(payload.value)
      // A case with several values carries a tuple, and so does a case whose only value has a label.
      let values =
        inner.kind == .tuple && !inner.isEmpty
        ? inner.fields : [ReflectedValue.Part(label: nil, value: payload.value)]
      for value in values { write(value.value, label: value.label, indent: indent + 1) }
      return
    }
    lines.append(prefix + (value.kind == .tuple ? "tuple" : value.typeName))
    for field in value.fields { write(field.value, label: field.label, indent: indent + 1) }
    if objects == .withActivity { writeActivity(of: value.value, indent + 1) }
  }

  private mutating func writeActivity(of value: Any, _ indent: Int) {
    guard let texts = (value as? any LibraryObject)?.activityTexts, !texts.isEmpty else { return }
    lines.append(Writer.margin(indent) + "effects in flight:")
    for text in texts { lines.append(Writer.margin(indent + 1) + text) }
  }

  private static func margin(_ indent: Int) -> String { String(repeating: " ", count: indent * 2) }

  private static func sorted(_ values: [Any]) -> [Any] {
    values.map { (StateText($0).lines, $0) }
      .sorted { $0.0.lexicographicallyPrecedes($1.0) }
      .map(\.1)
  }
}

extension ReflectedValue {
  /// The text of a value without parts, such as a string, a number or a date; nil for a value with parts.
  package func inlineText(_ strings: StateText.Strings = .inBlocks) -> String? {
    if let text = value as? String {
      let printable = ReflectedValue.printable(text, strings)
      return printable.contains("\n") ? "\"\"\"\n\(printable)\n\"\"\"" : "\"\(printable)\""
    }
    return plainText.map { ReflectedValue.printable($0, strings) }
  }

  private static func printable(_ text: String, _ strings: StateText.Strings) -> String {
    PrintableText.escaped(text, lineBreaks: strings == .inBlocks ? .kept : .escaped)
  }

  /// Indicates whether this is a memory address, which differs in each run.
  private var isPointer: Bool { count == 1 && parts.first?.label == "pointerValue" }

  private var plainText: String? {
    switch kind {
    case .absent: "nil"
    case .list, .set, .dictionary, .object: nil
    case .enumCase: isEmpty ? ".\(value)" : nil
    case .structure where isPointer, .opaque where isPointer: typeName
    case .string, .tuple, .structure, .opaque: ownDescription ?? (isEmpty ? String(describing: value) : nil)
    }
  }

  /// The entries of a dictionary, sorted by the text of their keys.
  package var entriesByText: [(key: String, value: Any)] {
    entries.map { (StateText($0.key).lines.joined(separator: " "), $0.value) }.sorted { $0.0 < $1.0 }
  }
}

extension String {
  /// Returns this text behind a prefix, with its further lines indented as the first.
  fileprivate func indented(behind prefix: String) -> [String] {
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    let blank = String(repeating: " ", count: prefix.count)
    return lines.enumerated().map { index, line in (index == 0 ? prefix : blank) + line }
  }
}
