/// Any value as indented lines that a person can read and a line diff can compare.
///
/// Objects seen on the way down to themselves are cut, so cycles end. Dictionaries and sets are sorted, so equal
/// values print equally.
package struct StateText: Equatable {
  /// What lies deeper is cut: the text is for people, and a small stack must do for the deepest state.
  package static let deepestLevel = 64

  /// How values of several lines read.
  package enum Strings {
    /// As indented lines, which a diff compares one by one.
    case inBlocks
    /// With their line breaks escaped: each line of the text is one that the writer made.
    case onOneLine
  }

  /// How objects read.
  package enum Objects {
    /// With what they store; an actor by its type, as its state must not be read from outside.
    case withState
    /// The same, and the library's own objects with what is in progress in them: scopes with their effects.
    case withActivity
    /// By their types: of a value that more than one actor may use, what objects store may be changing.
    case byType
  }

  /// The lines, indented by two spaces a level; control characters of values are escaped.
  package let lines: [String]

  /// The values that the lines do not show, so that texts of different states are different.
  private let redactedValues: [AnyHashable]

  /// Describes a value.
  ///
  /// Complexity: O(size of the value).
  ///
  /// - Parameters:
  ///   - label: what stands before it, such as the name of a property.
  ///   - strings: how strings with line breaks read.
  ///   - objects: how objects read.
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

  /// A text in place of a value.
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
  /// The objects between the top and where we are.
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
      // Not shown, and compared by what it would show unless it compares itself.
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
      // A case with several values carries a tuple, and so does one whose only value has a label.
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
  /// The text of a value that reads as a whole, such as a string, a number or a date; nil for one that has parts.
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

  /// Whether it is an address in memory, which is another in each run.
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

  /// The entries of a dictionary by the text of their keys, in its order.
  package var entriesByText: [(key: String, value: Any)] {
    entries.map { (StateText($0.key).lines.joined(separator: " "), $0.value) }.sorted { $0.0 < $1.0 }
  }
}

extension String {
  /// This text behind a prefix, its further lines as deep as the first.
  fileprivate func indented(behind prefix: String) -> [String] {
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    let blank = String(repeating: " ", count: prefix.count)
    return lines.enumerated().map { index, line in (index == 0 ? prefix : blank) + line }
  }
}
