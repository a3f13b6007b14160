/// The values seen so far, each with its number among those of its type.
final class ValueNumbers {
  private var byType: [ObjectIdentifier: NumbersOfType] = [:]

  /// Returns the number of a value, which is the same for all equal values.
  ///
  /// - Parameters:
  ///   - value: a value that is `Hashable`.
  ///   - type: its type.
  ///
  /// Complexity: that of the value's own hash.
  func number(of value: Any, _ type: Any.Type) -> Int {
    if let known = byType[ObjectIdentifier(type)] { return known.number(of: value) }
    let numbers = (type as? any Hashable.Type).map { NumbersOfType.make(for: $0) } ?? NumbersOfType()
    byType[ObjectIdentifier(type)] = numbers
    return numbers.number(of: value)
  }
}

/// The numbers of the values of one type; all values of a type that is not `Hashable` have the same number.
private class NumbersOfType {
  static func make<Value: Hashable>(for _: Value.Type) -> NumbersOfType { HashableNumbers<Value>() }

  func number(of _: Any) -> Int { 0 }
}

/// Hashes values by their own type: an `AnyHashable` would box each one and look for bridged types.
private final class HashableNumbers<Value: Hashable>: NumbersOfType {
  private var numbers: [Value: Int] = [:]

  override func number(of value: Any) -> Int {
    guard let value = value as? Value else { return -1 }
    if let known = numbers[value] { return known }
    numbers[value] = numbers.count
    return numbers.count - 1
  }
}
