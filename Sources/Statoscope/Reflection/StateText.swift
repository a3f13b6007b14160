/// The text of any value, as indented lines that a person can read and a line diff can compare.
///
/// It is a tree of texts, one for each part of the value, so that two states are compared part by part
/// (``changes(to:)``). An object that contains itself is not repeated, so cycles end. Dictionaries and sets are
/// sorted, so equal values have equal texts.
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
    /// The same, with the identity of each scope: a list of scopes is compared by which scopes it holds.
    case withIdentity
    /// With their stored properties, and the library's own objects with their activity: scopes with their
    /// effects.
    case withActivity
    /// By their types: the properties of a value that several actors may use can be changing.
    case byType
  }

  /// The kind of a value, by the names of its parts.
  enum Kind {
    /// A value that is compared as a whole, whatever parts its text has.
    case whole
    /// An optional without a value.
    case absent
    /// A value with stored properties.
    case fields
    case list
    case dictionary
    /// An enum case that carries a scope: changes below it have paths of their own.
    case enumCase
  }

  /// A part of a value: a property, an element, or an entry.
  struct Part: Equatable {
    let label: String?
    let text: StateText
  }

  let kind: Kind
  /// The lines before those of the parts; the further ones belong to a string with several lines.
  let opening: [String]
  let parts: [Part]
  /// The line after those of the parts.
  fileprivate let closing: String?
  /// The value that the lines withhold, so that texts of different states differ.
  fileprivate let redactedValue: [AnyHashable]
  /// The scope that this is the text of, in a text with identities.
  package fileprivate(set) var scope: ScopeIdentity?

  /// Indicates whether the lines withhold the value.
  package var isRedacted: Bool { !redactedValue.isEmpty }

  /// Describes a value and all scopes below it.
  ///
  /// Complexity: O(size of the value).
  ///
  /// - Parameters:
  ///   - strings: the format of strings with line breaks.
  ///   - objects: the format of objects.
  package init(_ value: Any, strings: Strings = .inBlocks, objects: Objects = .withState) {
    var reader = StateReader(strings: strings, objects: objects)
    self = reader.read(value, level: 0)
  }

  fileprivate init(
    opening: [String],
    parts: [Part] = [],
    closing: String? = nil,
    kind: Kind = .whole,
    redactedValue: [AnyHashable] = []
  ) {
    (self.opening, self.parts, self.closing) = (opening, parts, closing)
    (self.kind, self.redactedValue) = (kind, redactedValue)
  }

  /// The lines, indented by two spaces per level; control characters of values are escaped.
  package var lines: [String] { lines(behind: nil) }

  /// Returns the lines behind a label, such as the name of a property.
  package func lines(behind label: String?) -> [String] {
    var lines: [String] = []
    write(to: &lines, label: label, margin: "")
    return lines
  }

  /// Returns the same text with the identities of these scopes only: the others are compared by their state.
  package func keepingIdentities(of scopes: Set<ObjectIdentifier>) -> StateText {
    let parts = parts.map { Part(label: $0.label, text: $0.text.keepingIdentities(of: scopes)) }
    var text = StateText(
      opening: opening,
      parts: parts,
      closing: closing,
      kind: kind,
      redactedValue: redactedValue
    )
    text.scope = scope.flatMap { scope in scope.id.flatMap { scopes.contains($0) ? scope : nil } }
    return text
  }

  private func write(to lines: inout [String], label: String?, margin: String) {
    let prefix = label.map { "\(margin)\(PrintableText.escaped($0)): " } ?? margin
    lines.append(prefix + opening[0])
    if opening.count > 1 {
      let blank = String(repeating: " ", count: prefix.count)
      for line in opening.dropFirst() { lines.append(blank + line) }
    }
    guard !parts.isEmpty || closing != nil else { return }
    let inner = margin + "  "
    for part in parts { part.text.write(to: &lines, label: part.label, margin: inner) }
    if let closing { lines.append(margin + closing) }
  }
}

/// The scope of a text, which does not retain it.
///
/// The reference is weak, so that the address of a released scope is not taken for that scope when another one has it.
package struct ScopeIdentity: Equatable {
  private(set) weak var scope: ScopeNode?

  init(_ scope: ScopeNode) {
    self.scope = scope
  }

  /// The identity while the scope exists.
  package var id: ObjectIdentifier? { scope.map { ObjectIdentifier($0) } }

  /// Checks whether both are the same scope, which still exists.
  package static func == (left: ScopeIdentity, right: ScopeIdentity) -> Bool {
    left.scope != nil && left.scope === right.scope
  }
}

/// The reader that takes a value apart.
private struct StateReader {
  let strings: StateText.Strings
  let objects: StateText.Objects
  /// The objects that enclose the current value.
  private var ancestors: Set<ObjectIdentifier> = []

  init(strings: StateText.Strings, objects: StateText.Objects) {
    self.strings = strings
    self.objects = objects
  }

  mutating func read(_ value: Any, level: Int) -> StateText {
    guard level <= StateText.deepestLevel else {
      return StateText(opening: ["… (more than \(StateText.deepestLevel) levels deep)"])
    }
    let value = ReflectedValue(value)
    if value.kind == .absent { return StateText(opening: ["nil"], kind: .absent) }
    if let redacted = value.redactedValue {
      // Compared by its own equality, or else by the text that it would have.
      let comparable: any Hashable = (redacted as? any Hashable) ?? StateText(redacted).lines
      return StateText(opening: [RedactedText.text], redactedValue: [AnyHashable(comparable)])
    }
    if let lines = value.lines(strings) { return StateText(opening: lines) }
    if value.kind == .object, objects == .byType { return StateText(opening: [value.typeName]) }
    if let object = value.identity, !ancestors.insert(object).inserted {
      return StateText(opening: [value.typeName + " (shown above)"])
    }
    defer { if let object = value.identity { ancestors.remove(object) } }
    switch value.kind {
    case .list: return elements(value.parts.map { read($0.value, level: level + 1) }, "[", .list)
    case .set:
      let texts = value.parts.map { part in
        let text = read(part.value, level: level + 1)
        return (text: text, lines: text.lines)
      }
      let sorted = texts.sorted { $0.lines.lexicographicallyPrecedes($1.lines) }
      return elements(sorted.map(\.text), "Set [", .whole)
    case .dictionary:
      let entries = value.entriesByText
      guard !entries.isEmpty else { return StateText(opening: ["[:]"], kind: .dictionary) }
      let parts = entries.map { StateText.Part(label: $0.key, text: read($0.value, level: level + 1)) }
      return StateText(opening: ["["], parts: parts, closing: "]", kind: .dictionary)
    default:
      if let payload = value.payload { return enumCase(payload, level: level) }
      var parts = self.parts(value.fields, level: level)
      if objects == .withActivity { parts += activity(of: value.value) }
      let name = value.kind == .tuple ? "tuple" : value.typeName
      var text = StateText(opening: [name], parts: parts, kind: .fields)
      if objects == .withIdentity { text.scope = (value.value as? ScopeNode).map(ScopeIdentity.init) }
      return text
    }
  }

  private mutating func parts(_ parts: [ReflectedValue.Part], level: Int) -> [StateText.Part] {
    parts.map { StateText.Part(label: $0.label, text: read($0.value, level: level + 1)) }
  }

  private func elements(_ texts: [StateText], _ open: String, _ kind: StateText.Kind) -> StateText {
    guard !texts.isEmpty else { return StateText(opening: [open + "]"], kind: kind) }
    let parts = texts.map { StateText.Part(label: nil, text: $0) }
    return StateText(opening: [open], parts: parts, closing: "]", kind: kind)
  }

  /// Returns the text of an enum case with associated values.
  private mutating func enumCase(_ payload: ReflectedValue.Part, level: Int) -> StateText {
    // A case with several values carries a tuple, and so does a case whose only value has a label.
    let inner = ReflectedValue(payload.value)
    let isTuple = inner.kind == .tuple && !inner.isEmpty
    let values = isTuple ? inner.fields : [ReflectedValue.Part(label: nil, value: payload.value)]
    let read = parts(values, level: level)
    // A scope, or another case that carries one.
    let carriesScope =
      values.contains { $0.value is any LibraryObject } || read.contains { $0.text.kind == .enumCase }
    return StateText(
      opening: [".\(payload.label ?? "")"],
      parts: read,
      kind: carriesScope ? .enumCase : .whole
    )
  }

  private func activity(of value: Any) -> [StateText.Part] {
    guard let texts = (value as? any LibraryObject)?.activityTexts, !texts.isEmpty else { return [] }
    let activity = texts.map { StateText.Part(label: nil, text: StateText(opening: [$0])) }
    return [StateText.Part(label: nil, text: StateText(opening: ["effects in flight:"], parts: activity))]
  }
}

extension ReflectedValue {
  /// The lines of a value without parts, such as a string, a number or a date; nil for a value with parts.
  fileprivate func lines(_ strings: StateText.Strings) -> [String]? {
    if let text = value as? String {
      let lines = ReflectedValue.lines(of: text, strings)
      return lines.count > 1 ? ["\"\"\""] + lines + ["\"\"\""] : ["\"\(lines[0])\""]
    }
    return plainText.map { ReflectedValue.lines(of: $0, strings) }
  }

  private static func lines(of text: String, _ strings: StateText.Strings) -> [String] {
    let printable = PrintableText.escaped(text, lineBreaks: strings == .inBlocks ? .kept : .escaped)
    guard strings == .inBlocks else { return [printable] }
    return printable.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// Indicates whether this is a memory address, which differs in each run.
  private var isPointer: Bool { count == 1 && parts.first?.label == "pointerValue" }

  private var plainText: String? {
    switch kind {
    case .absent, .list, .set, .dictionary, .object: nil
    case .enumCase: isEmpty ? "." + SourceNames.rawIdentifiers(in: "\(value)") : nil
    case .structure where isPointer, .opaque where isPointer: typeName
    case .string, .tuple, .structure, .opaque: ownDescription ?? (isEmpty ? String(describing: value) : nil)
    }
  }

  /// The entries of a dictionary, sorted by the text of their keys.
  package var entriesByText: [(key: String, value: Any)] {
    entries.map { (StateText($0.key).lines.joined(separator: " "), $0.value) }.sorted { $0.0 < $1.0 }
  }
}
