// MARK: Optionals, results, erased values

extension Optional: SourceValue, SourceNamed {
  func source(by writer: inout SourceWriter) -> SourceText? {
    guard let wrapped = self else { return SourceText("nil", as: Self.sourceName) }
    let text = writer.text(of: wrapped, in: Wrapped.self).text
    // An optional in an optional: `nil` would be the outer one.
    let isNested = (Wrapped.self as? any SourceNamed.Type)?.wrapped != nil
    return SourceText(isNested ? ".some(\(text))" : text, as: Self.sourceName)
  }

  static var wrapped: Any.Type? { Wrapped.self }

  static var sourceName: String? {
    SourceNames.name(of: Wrapped.self).map { $0.hasPrefix("any ") ? "Optional<\($0)>" : $0 + "?" }
  }
}

extension Result: SourceValue, SourceNamed {
  func source(by writer: inout SourceWriter) -> SourceText? {
    switch self {
    case .success(let value):
      SourceText(".success(\(writer.text(of: value, in: Success.self).text))", as: Self.sourceName)
    case .failure(let error):
      SourceText(".failure(\(writer.text(of: error, in: Failure.self).text))", as: Self.sourceName)
    }
  }

  static var sourceName: String? { SourceNames.name("Result", Success.self, Failure.self) }
}

extension AnyHashable: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    let text = writer.text(of: base).typed
    return SourceText(writer.style == nil ? "AnyHashable(\(text))" : text)
  }
}

// MARK: Collections

extension SourceWriter {
  /// Writes elements as a literal.
  ///
  /// - Parameter isOfElements: whether the literal has the collection's type where its elements have theirs.
  fileprivate mutating func literal<Element>(
    _ elements: some Collection<Element>,
    as type: String?,
    isOfElements: Bool = false,
    isSorted: Bool = false
  ) -> SourceText {
    var texts = elements.map { text(of: $0, in: Element.self) }
    if isSorted { texts.sort { $0.text < $1.text } }
    let hasOwnType = isOfElements && !texts.isEmpty && texts.allSatisfy(\.hasOwnType)
    return SourceText("[\(texts.map(\.text).joined(separator: ", "))]", as: hasOwnType ? nil : type)
  }
}

extension Array: SourceValue, SourceNamed {
  func source(by writer: inout SourceWriter) -> SourceText? {
    writer.literal(self, as: Self.sourceName, isOfElements: true)
  }

  static var sourceName: String? { SourceNames.name(of: Element.self).map { "[\($0)]" } }
}

extension Set: SourceValue, SourceNamed {
  func source(by writer: inout SourceWriter) -> SourceText? {
    writer.literal(self, as: Self.sourceName, isSorted: true)
  }

  static var sourceName: String? { SourceNames.name("Set", Element.self) }
}

extension Dictionary: SourceValue, SourceNamed {
  func source(by writer: inout SourceWriter) -> SourceText? {
    guard !isEmpty else { return SourceText("[:]", as: Self.sourceName) }
    let entries = map { entry in
      (key: writer.text(of: entry.key, in: Key.self), value: writer.text(of: entry.value, in: Value.self))
    }.sorted { ($0.key.text, $0.value.text) < ($1.key.text, $1.value.text) }
    let hasOwnType = entries.allSatisfy { $0.key.hasOwnType && $0.value.hasOwnType }
    let literal = "[\(entries.map { "\($0.key.text): \($0.value.text)" }.joined(separator: ", "))]"
    return SourceText(literal, as: hasOwnType ? nil : Self.sourceName)
  }

  static var sourceName: String? {
    guard let key = SourceNames.name(of: Key.self) else { return nil }
    return SourceNames.name(of: Value.self).map { "[\(key): \($0)]" }
  }
}

// MARK: Ranges

extension SourceWriter {
  fileprivate mutating func range<Bound>(_ lower: Bound, _ sign: String, _ upper: Bound, _ name: String)
    -> SourceText
  {
    let (lower, upper) = (text(of: lower, in: Bound.self), text(of: upper, in: Bound.self))
    // A minus sign would be read as a part of the operator.
    let gap = [lower, upper].contains { !($0.text.first?.isNumber ?? false) } ? " " : ""
    let text = lower.text + gap + sign + gap + upper.text
    return SourceText(
      text,
      as: lower.hasOwnType && upper.hasOwnType ? nil : SourceNames.name(name, Bound.self)
    )
  }
}

extension Range: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    writer.range(lowerBound, "..<", upperBound, "Range")
  }
}

extension ClosedRange: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    writer.range(lowerBound, "...", upperBound, "ClosedRange")
  }
}
