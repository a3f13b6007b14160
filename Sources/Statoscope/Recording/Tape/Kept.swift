/// A value as the tape keeps it: so that it costs little, and keeps no scope.
enum Kept {
  /// A value of a few bytes that refers to nothing, to be read with its type.
  case bits(Bits)
  /// A value that refers to no object of the app's, to be described when somebody asks.
  case value(Any)
  /// What was said of a value at the time, because it may refer to objects.
  case lines([String])

  /// Keeps any value.
  ///
  /// - Parameter lines: describes it.
  init(_ value: Any, lines: (Any) -> [String]) {
    self = References.mayBe(in: value) ? .lines(lines(value)) : .value(value)
  }
}

/// Whether something may refer to objects of the app's, which a tape must not keep.
enum References {
  /// Whether a value may, by what it holds now.
  ///
  /// Complexity: O(size of the value).
  static func mayBe(in value: Any) -> Bool {
    if !mayBe(inEach: type(of: value)) { return false }
    // What reflects itself as it likes may hide what it holds.
    if value is any CustomReflectable, !(value is any StandardContainer) { return true }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .enum where mirror.children.isEmpty: return false
    case .optional, .collection, .set, .dictionary: break
    case .struct, .tuple, .enum: if mirror.children.isEmpty { return true }
    case .class, .foreignReference, .none: return true
    @unknown default: return true
    }
    return mirror.children.contains { mayBe(in: $0.value) }
  }

  /// Whether values of a type may, whatever they hold.
  ///
  /// Complexity: O(size of the type's description).
  static func mayBe(inEach type: Any.Type) -> Bool {
    var seen: Set<ObjectIdentifier> = []
    return mayBe(inEach: type, &seen)
  }

  /// - Parameter seen: the types on the way: one that holds itself refers to nothing because of that.
  private static func mayBe(inEach type: Any.Type, _ seen: inout Set<ObjectIdentifier>) -> Bool {
    if isBits(type) || type is any PlainValue.Type { return false }
    guard seen.insert(ObjectIdentifier(type)).inserted else { return false }
    if let container = type as? any StandardContainer.Type {
      return (container.partTypes + container.keyTypes).contains { mayBe(inEach: $0, &seen) }
    }
    guard let fields = StoredField.all(ofValue: type), !fields.isEmpty else { return true }
    return fields.contains { mayBe(inEach: $0.type, &seen) }
  }

  /// Whether values of a type are nothing but their bits.
  static func isBits(_ type: Any.Type) -> Bool {
    func ask<Value>(_: Value.Type) -> Bool { _isPOD(Value.self) }
    return ask(type)
  }
}
