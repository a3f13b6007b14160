/// The source of a value in the two kinds of places where it can stand.
struct SourceText {
  /// The source where the value's own type is expected.
  let expected: String

  /// The source where any type may be expected: it has the value's type, or none without a context.
  let anywhere: String

  /// Indicates whether ``expected`` has the value's type wherever it stands.
  let hasOwnType: Bool

  /// Creates source that has the value's type by itself, such as a call of an initializer.
  init(_ text: String) {
    (expected, anywhere, hasOwnType) = (text, text, true)
  }

  /// Creates source that has no type by itself.
  init(contextual text: String) {
    (expected, anywhere, hasOwnType) = (text, text, false)
  }

  /// Creates source that has another type by itself.
  init(expected: String, anywhere: String) {
    (self.expected, self.anywhere, hasOwnType) = (expected, anywhere, false)
  }
}

/// A value of the standard library or Foundation with source of its own.
///
/// The rule of each type is exact: where a value has no exact source, there is none.
protocol SourceValue {
  /// Returns the source; nil when there is none.
  func source(by writer: inout SourceWriter) -> SourceText?
}

/// The writer of values as source.
struct SourceWriter {
  enum Style {
    /// For the compiler.
    case compiled
    /// For people: without types that only the compiler needs, and without placeholders.
    case shown
  }

  let style: Style
  private(set) var isWhole = true
  private var level = 0

  init(style: Style) {
    self.style = style
  }

  /// Writes a value.
  ///
  /// Complexity: O(size of the value).
  mutating func text(of value: Any) -> SourceText {
    // The deepest value must be written on a small stack.
    guard level < StateText.deepestLevel else { return unwritten(value) }
    level += 1
    defer { level -= 1 }
    let text = ownSource(of: value) ?? reflectedSource(of: value) ?? unwritten(value)
    return style == .compiled ? text : SourceText(text.expected)
  }

  /// Writes a value of which the type that its place is declared with may be known.
  mutating func text(of value: Any, in declared: Any.Type) -> (text: String, hasOwnType: Bool) {
    let text = text(of: value)
    return type(of: value) == declared ? (text.expected, text.hasOwnType) : (text.anywhere, false)
  }

  /// Returns the case of an enumeration with a leading dot; nil for other values.
  mutating func shorthand(of value: Any) -> String? {
    let reflected = ReflectedValue(value)
    // A leading dot is looked up in an optional first, which has cases of these names.
    guard reflected.kind == .enumCase, type(of: reflected.value) == type(of: value),
      let text = enumCase(reflected, in: ""), text != ".none", !text.hasPrefix(".some(")
    else { return nil }
    return text
  }

  private mutating func ownSource(of value: Any) -> SourceText? {
    // A cast looks inside optionals and `AnyHashable`.
    guard let known = value as? any SourceValue, type(of: known) == type(of: value) else { return nil }
    return known.source(by: &self)
  }

  /// Returns a placeholder.
  mutating func unwritten(_ value: Any) -> SourceText {
    isWhole = false
    guard style == .compiled else {
      return SourceText(level >= StateText.deepestLevel ? "…" : ReadingWriter.description(of: value))
    }
    let name = typeName(type(of: value))
    let text = PrintableText.insideComment(String(SourceWriter.description(of: value).prefix(80)))
    let comment = "/* a \(PrintableText.insideComment(name)) that cannot be written as source: \(text) */"
    return SourceText("\(SwiftSource.placeholder(name)) \(comment)")
  }

  private static func description(of value: Any) -> String {
    let reflected = ReflectedValue(value)
    if value is any RedactedValue { return RedactedText.text }
    if let text = reflected.ownDescription ?? (reflected.value as? any CustomStringConvertible)?.description {
      return withoutContexts(text)
    }
    let lines = StateText(value, strings: .onOneLine, objects: .byType).lines
    return lines.map { $0.trimmingPrefix { $0 == " " } }.joined(separator: " ")
  }
}

// MARK: Types of the app

extension SourceWriter {
  private mutating func reflectedSource(of value: Any) -> SourceText? {
    let reflected = ReflectedValue(value)
    let type = type(of: value)
    guard type == Swift.type(of: reflected.value) else { return nil }
    switch reflected.kind {
    case .enumCase:
      guard let name = SourceNames.name(of: type) else { return nil }
      return (enumCase(reflected, in: name) ?? rawValue(of: value, name)).map { SourceText($0) }
    case .structure:
      guard let name = SourceNames.name(of: type) else { return nil }
      return (rawValue(of: value, name) ?? structure(reflected, name)).map { SourceText($0) }
    case .tuple: return tuple(reflected)
    default: return nil
    }
  }

  /// Returns the case, whose name reflection shows unless the type has a text or a mirror of its own.
  private mutating func enumCase(_ reflected: ReflectedValue, in prefix: String) -> String? {
    let value = reflected.value
    let origin = TypeOrigin(of: type(of: value))
    guard !(origin == .app && value is any CustomReflectable) else { return nil }
    guard let payload = reflected.payload else {
      guard reflected.isEmpty, !SourceWriter.hasOwnText(value) else { return nil }
      let name = String(describing: value)
      guard !name.isEmpty, !name.contains("(") else { return nil }
      return SourceNames.member(name).map { prefix + "." + $0 }
    }
    guard origin == .app, let name = payload.label.flatMap(SourceNames.member) else { return nil }
    let inner = ReflectedValue(payload.value)
    // `Void` is a value like any other: `.success(())`. Several values and a tuple look the same.
    let arguments =
      inner.kind == .tuple && !inner.isEmpty
      ? list(inner).map(\.anywhere).joined(separator: ", ") : text(of: payload.value).anywhere
    return "\(prefix).\(name)(\(arguments))"
  }

  private static func hasOwnText(_ value: Any) -> Bool {
    value is any CustomStringConvertible || value is any CustomDebugStringConvertible
      || value is any TextOutputStreamable
  }

  /// Returns a call of `init(rawValue:)`, which is tried: its result must be the same.
  private mutating func rawValue(of value: Any, _ name: String) -> String? {
    guard let value = value as? any RawRepresentable else { return nil }
    return rawSource(of: value, name)
  }

  private mutating func rawSource<Value: RawRepresentable>(of value: Value, _ name: String) -> String? {
    guard let again = Value(rawValue: value.rawValue), SourceWriter.areSame(value, again) else { return nil }
    let raw = text(of: value.rawValue, in: Value.RawValue.self).text
    if value is any OptionSet { return "\(name)(rawValue: \(raw))" }
    // Valid whether the initializer is failable or not.
    return "(\(name)(rawValue: \(raw)) as \(name)?)!"
  }

  /// Checks whether two values are equal, in their parts too.
  static func areSame<Value>(_ one: Value, _ other: Value) -> Bool {
    if let one = one as? any Equatable, !isEqual(one, other) { return false }
    let texts = [one, other].map { value in
      ReflectedValue(value).parts.map { StateText($0.value, strings: .onOneLine).lines }
    }
    return texts[0] == texts[1]
  }

  private static func isEqual<Value: Equatable>(_ one: Value, _ other: Any) -> Bool { one == other as? Value }

  /// Returns a call of the memberwise initializer.
  ///
  /// There is none with the same parameters where a property has a wrapper or is lazy: their labels begin with an
  /// underscore or a dollar sign.
  private mutating func structure(_ reflected: ReflectedValue, _ name: String) -> String? {
    let value = reflected.value
    guard TypeOrigin(of: type(of: value)) == .app, !SourceNames.isOfLibrary(type(of: value)),
      !(value is any CustomReflectable), !(value is any ShownState)
    else { return nil }
    let hasWrappers = reflected.parts.contains { part in
      guard let label = part.label else { return true }
      return label.hasPrefix("_") || label.hasPrefix("$")
    }
    guard !hasWrappers else { return nil }
    return "\(name)(\(list(reflected).map(\.anywhere).joined(separator: ", ")))"
  }

  private mutating func tuple(_ reflected: ReflectedValue) -> SourceText {
    let texts = list(reflected)
    // Elements of a tuple may be declared with other types than they have.
    let names = reflected.parts.map { part in
      let label = part.label.flatMap { $0.hasPrefix(".") ? nil : $0 + ": " } ?? ""
      return label + String(reflecting: type(of: part.value))
    }
    let isExact = String(reflecting: type(of: reflected.value)) == "(\(names.joined(separator: ", ")))"
    let anywhere = "(\(texts.map(\.anywhere).joined(separator: ", ")))"
    guard !reflected.isEmpty else { return SourceText("()") }
    guard isExact else {
      return SourceText(expected: anywhere, anywhere: "\(anywhere) as \(typeName(type(of: reflected.value)))")
    }
    if texts.allSatisfy(\.hasOwnType) { return SourceText(anywhere) }
    return SourceText(expected: "(\(texts.map(\.expected).joined(separator: ", ")))", anywhere: anywhere)
  }

  /// Writes the parts, with their labels.
  private mutating func list(_ reflected: ReflectedValue) -> [SourceText] {
    reflected.parts.map { part in
      let text = text(of: part.value)
      // Unlabelled elements of a tuple are called .0, .1 and so on.
      guard let label = part.label, !label.hasPrefix(".") else { return text }
      let name = SourceNames.label(label) + ": "
      return text.hasOwnType
        ? SourceText(name + text.expected)
        : SourceText(expected: name + text.expected, anywhere: name + text.anywhere)
    }
  }
}
