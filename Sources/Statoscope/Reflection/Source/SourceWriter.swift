/// The source of a value in the two kinds of places where it can stand.
struct SourceText {
  /// The source where the value's own type is expected.
  let expected: String

  /// The source where another type may be expected, such as an existential one.
  let typed: String

  /// Indicates whether ``expected`` has the value's type wherever it stands.
  var hasOwnType: Bool { expected == typed }

  /// - Parameter type: the type to state where another one may be expected; nil if the source has its type by itself.
  init(_ text: String, as type: String? = nil) {
    self.init(expected: text, typed: type.map { "\(text) as \($0)" } ?? text)
  }

  init(expected: String, typed: String) {
    (self.expected, self.typed) = (expected, typed)
  }
}

/// A value of the standard library or Foundation with source of its own.
///
/// The rule of each type is exact: where a value has no exact source, there is none.
protocol SourceValue {
  /// Returns the source; nil when there is none.
  func source(by writer: inout SourceWriter) -> SourceText?
}

/// The writer of values as source, and as text for people that reads like source.
struct SourceWriter {
  /// The number of values inside each other that are written: the deepest one must be written on a small stack.
  static let deepestLevel = 64

  /// Nil for source.
  let style: InlineText.Style?
  private(set) var isWhole = true
  private var level = 0

  init(style: InlineText.Style? = nil) {
    self.style = style
  }

  /// Writes a value.
  ///
  /// Complexity: O(size of the value).
  mutating func text(of value: Any) -> SourceText {
    // The deepest value must be written on a small stack.
    guard level < SourceWriter.deepestLevel else { return unwritten(value) }
    level += 1
    defer { level -= 1 }
    if let style { return SourceText(text(of: value, for: style)) }
    return ownSource(of: value) ?? reflectedSource(of: value) ?? unwritten(value)
  }

  /// Writes a value where a type is expected that may be another one.
  mutating func text(of value: Any, in declared: Any.Type) -> (text: String, hasOwnType: Bool) {
    let text = text(of: value)
    return type(of: value) == declared ? (text.expected, text.hasOwnType) : (text.typed, false)
  }

  mutating func ownSource(of value: Any) -> SourceText? {
    // A cast looks inside optionals and `AnyHashable`, and takes an object for the value that it is bridged to.
    guard let known = value as? any SourceValue, type(of: known) == type(of: value) else {
      return type(of: value) is AnyClass ? nil : SourceText(number: value)
    }
    return known.source(by: &self) ?? unwritten(value)
  }

  private mutating func unwritten(_ value: Any) -> SourceText {
    isWhole = false
    if let style { return SourceText(level < SourceWriter.deepestLevel ? style.description(of: value) : "…") }
    let type = (value as? UnreadMetatype)?.description ?? typeName(type(of: value))
    let name = PrintableText.insideComment(type)
    let text = PrintableText.insideComment(String(SourceWriter.description(of: value).prefix(80)))
    return SourceText(
      "\(SwiftSource.placeholder(type)) /* a \(name) that cannot be written as source: \(text) */"
    )
  }

  private static func description(of value: Any) -> String {
    let reflected = ReflectedValue(value)
    if value is any RedactedValue { return RedactedText.text }
    if let text = reflected.ownDescription ?? (reflected.value as? any CustomStringConvertible)?.description {
      return withoutContexts(text)
    }
    return SourceWriter.text(ofParts: value)
  }

  /// Returns the text of a value with all its parts.
  static func text(ofParts value: Any, objects: ValueReader.Objects = .byType) -> String {
    let lines = ValueNode(value, objects: objects).plainLines
    return lines.map { $0.trimmingPrefix { $0 == " " } }.joined(separator: " ")
  }
}

// MARK: Types of the app

extension SourceWriter {
  private mutating func reflectedSource(of value: Any) -> SourceText? {
    if let type = value as? any Any.Type { return SourceNames.metatype(type).map { SourceText($0) } }
    let reflected = ReflectedValue(value)
    let type = type(of: value)
    guard type == Swift.type(of: reflected.value) else { return nil }
    if reflected.kind == .tuple { return tuple(reflected) }
    guard reflected.kind != .object, let name = SourceNames.name(of: type) else { return nil }
    if reflected.kind == .enumCase, let text = enumCase(reflected) {
      // A leading dot is looked up in an optional first, which has cases of these names.
      let isClear = text != ".none" && !text.hasPrefix(".some(")
      return SourceText(expected: isClear ? text : name + text, typed: name + text)
    }
    if let text = rawValue(of: value, name) { return SourceText(text) }
    switch SourceTrial.json(of: value, name) {
    case .source(let text): return SourceText(text)
    // A type that decodes another value may have initializers that make one, too.
    case .anotherValue: return nil
    case .impossible: return reflected.kind == .structure ? memberwise(reflected, name) : nil
    }
  }

  /// Returns the case with a leading dot; reflection shows its name unless the type has a text or a mirror of its own.
  private mutating func enumCase(_ reflected: ReflectedValue) -> String? {
    let value = reflected.value
    let origin = TypeOrigin(of: type(of: value))
    guard !(origin == .app && value is any CustomReflectable) else { return nil }
    guard let payload = reflected.payload else {
      guard reflected.isEmpty, !SourceWriter.hasOwnText(value) else { return nil }
      let name = String(describing: value)
      guard !name.isEmpty, !name.contains("(") else { return nil }
      return SourceNames.member(name).map { "." + $0 }
    }
    guard origin == .app, let name = payload.label.flatMap(SourceNames.member) else { return nil }
    let isSeveral = SourceWriter.areSeveralValues(payload, of: type(of: value))
    let arguments =
      isSeveral
      ? list(ReflectedValue(payload.value)).map(\.text).joined(separator: ", ")
      : text(of: payload.value, in: payload.declaredType).text
    return ".\(name)(\(arguments))"
  }

  /// Checks whether a case has several values, or one with a label, which look like a tuple.
  static func areSeveralValues(_ payload: ReflectedValue.Part, of type: Any.Type) -> Bool {
    let inner = ReflectedValue(payload.value)
    // `Void` is a value like any other: `.success(())`.
    guard inner.kind == .tuple, !inner.isEmpty, Swift.type(of: inner.value) == payload.declaredType else {
      return false
    }
    // A tuple that an argument of a generic enumeration says.
    return !String(reflecting: type).contains(String(reflecting: payload.declaredType))
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
    guard let again = Value(rawValue: value.rawValue), SourceTrial.areSame(value, again) else { return nil }
    let raw = text(of: value.rawValue, in: Value.RawValue.self).text
    if value is any OptionSet { return "\(name)(rawValue: \(raw))" }
    // Valid whether the initializer is failable or not.
    return "(\(name)(rawValue: \(raw)) as \(name)?)!"
  }

  /// Returns a call of the memberwise initializer.
  ///
  /// There is none with the same parameters where a property has a wrapper or is lazy: their labels begin with an
  /// underscore or a dollar sign.
  private mutating func memberwise(_ reflected: ReflectedValue, _ name: String) -> SourceText? {
    let value = reflected.value
    guard TypeOrigin(of: type(of: value)) == .app, !SourceNames.isOfLibrary(type(of: value)),
      !(value is any CustomReflectable), !(value is any ShownState)
    else { return nil }
    let hasWrappers = reflected.parts.contains { part in
      guard let label = part.label else { return true }
      return label.hasPrefix("_") || label.hasPrefix("$")
    }
    guard !hasWrappers else { return nil }
    return SourceText("\(name)(\(list(reflected).map(\.text).joined(separator: ", ")))")
  }

  private mutating func tuple(_ reflected: ReflectedValue) -> SourceText? {
    let texts = list(reflected)
    let text = "(\(texts.map(\.text).joined(separator: ", ")))"
    guard !texts.allSatisfy(\.hasOwnType) else { return SourceText(text) }
    var types: [String] = []
    for part in reflected.parts {
      guard let name = SourceNames.name(of: part.declaredType) else { return nil }
      types.append(SourceNames.label(of: part) + name)
    }
    return SourceText(text, as: "(\(types.joined(separator: ", ")))")
  }

  /// Writes the parts, with their labels.
  mutating func list(_ reflected: ReflectedValue) -> [(text: String, hasOwnType: Bool)] {
    reflected.parts.map { part in
      let (text, hasOwnType) = text(of: part.value, in: part.declaredType)
      return (SourceNames.label(of: part) + text, hasOwnType)
    }
  }
}
