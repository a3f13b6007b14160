// MARK: Optionals, results, erased values

extension Optional: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    guard let wrapped = self else { return SourceText(contextual: "nil") }
    let text = writer.text(of: wrapped, in: Wrapped.self).text
    let some = ".some(\(text))"
    // An optional in an optional: `nil` would be the outer one.
    return Wrapped.self is any WrappedOptional.Type
      ? SourceText(contextual: some) : SourceText(expected: text, anywhere: some)
  }
}

private protocol WrappedOptional {}

extension Optional: WrappedOptional {}

extension Result: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    switch self {
    case .success(let value):
      SourceText(contextual: ".success(\(writer.text(of: value, in: Success.self).text))")
    case .failure(let error):
      SourceText(contextual: ".failure(\(writer.text(of: error, in: Failure.self).text))")
    }
  }
}

extension AnyHashable: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    let text = writer.text(of: base).anywhere
    return SourceText("AnyHashable(\(text))")
  }
}

// MARK: Collections

extension SourceWriter {
  /// Writes elements as a literal.
  ///
  /// - Parameter name: the name of the collection; nil for an array, which a literal is by itself.
  fileprivate mutating func literal<Element>(
    _ elements: some Collection<Element>,
    in name: String?,
    sorted: Bool = false
  ) -> SourceText {
    guard !elements.isEmpty else { return SourceWriter.empty("[]", name ?? "[\(typeName(Element.self))]") }
    var texts = elements.map { text(of: $0, in: Element.self) }
    if sorted { texts.sort { $0.text < $1.text } }
    let literal = "[\(texts.map(\.text).joined(separator: ", "))]"
    if let name { return SourceText(expected: literal, anywhere: "\(name)(\(literal))") }
    if texts.allSatisfy(\.hasOwnType) { return SourceText(literal) }
    // The name of a type that elements are declared with does not say all of an existential one.
    let isConcrete = elements.allSatisfy { type(of: $0 as Any) == Element.self }
    return SourceText(
      expected: literal,
      anywhere: isConcrete ? "\(literal) as [\(typeName(Element.self))]" : ".init(\(literal))"
    )
  }
}

extension SourceWriter {
  /// Returns the source of an empty collection; a literal is one of `Any` where that is expected.
  fileprivate static func empty(_ literal: String, _ type: String) -> SourceText {
    // The name of a type may say `Any` for another existential type.
    SourceText(expected: literal, anywhere: type.contains("Any") ? ".init()" : type + "()")
  }
}

extension Array: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? { writer.literal(self, in: nil) }
}

extension ContiguousArray: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    writer.literal(self, in: "ContiguousArray<\(typeName(Element.self))>")
  }
}

extension ArraySlice: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    // A literal begins at index zero.
    startIndex == 0 ? writer.literal(self, in: "ArraySlice<\(typeName(Element.self))>") : nil
  }
}

extension Set: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    writer.literal(self, in: "Set<\(typeName(Element.self))>", sorted: true)
  }
}

extension Dictionary: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    guard !isEmpty else {
      return SourceWriter.empty("[:]", "[\(typeName(Key.self)): \(typeName(Value.self))]")
    }
    let entries = map { entry in
      (key: writer.text(of: entry.key, in: Key.self), value: writer.text(of: entry.value, in: Value.self))
    }.sorted { ($0.key.text, $0.value.text) < ($1.key.text, $1.value.text) }
    let literal = "[\(entries.map { "\($0.key.text): \($0.value.text)" }.joined(separator: ", "))]"
    if entries.allSatisfy({ $0.key.hasOwnType && $0.value.hasOwnType }) { return SourceText(literal) }
    let isConcrete = allSatisfy {
      type(of: $0.key as Any) == Key.self && type(of: $0.value as Any) == Value.self
    }
    let pairs = entries.map { "(\($0.key.text), \($0.value.text))" }.joined(separator: ", ")
    return SourceText(
      expected: literal,
      anywhere: isConcrete
        ? "\(literal) as [\(typeName(Key.self)): \(typeName(Value.self))]"
        : ".init(uniqueKeysWithValues: [\(pairs)])"
    )
  }
}

// MARK: Vectors

extension SourceValue where Self: SIMD, Scalar: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    let scalars = indices.map { writer.text(of: self[$0], in: Scalar.self).text }
    return SourceText("\(typeName(Self.self))(\(scalars.joined(separator: ", ")))")
  }
}

extension SIMD2: SourceValue where Scalar: SourceValue {}
extension SIMD3: SourceValue where Scalar: SourceValue {}
extension SIMD4: SourceValue where Scalar: SourceValue {}

// MARK: Ranges

extension SourceWriter {
  fileprivate mutating func range<Bound>(
    _ lower: Bound,
    _ upper: Bound,
    _ sign: String,
    _ name: String
  ) -> SourceText {
    let (lower, upper) = (text(of: lower, in: Bound.self), text(of: upper, in: Bound.self))
    // A minus sign would be read as a part of the operator.
    let gap = [lower, upper].contains { !($0.text.first?.isNumber ?? false) } ? " " : ""
    let text = lower.text + gap + sign + gap + upper.text
    if lower.hasOwnType, upper.hasOwnType { return SourceText(text) }
    return SourceText(expected: text, anywhere: "\(text) as \(name)<\(typeName(Bound.self))>")
  }

  fileprivate mutating func partialRange<Bound>(_ bound: Bound, _ name: String) -> SourceText {
    SourceText("\(name)<\(typeName(Bound.self))>(\(text(of: bound, in: Bound.self).text))")
  }
}

extension Range: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    writer.range(lowerBound, upperBound, "..<", "Range")
  }
}

extension ClosedRange: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    writer.range(lowerBound, upperBound, "...", "ClosedRange")
  }
}

extension PartialRangeFrom: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    writer.partialRange(lowerBound, "PartialRangeFrom")
  }
}

extension PartialRangeUpTo: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    writer.partialRange(upperBound, "PartialRangeUpTo")
  }
}

extension PartialRangeThrough: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    writer.partialRange(upperBound, "PartialRangeThrough")
  }
}
