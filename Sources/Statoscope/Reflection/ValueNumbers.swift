/// Values that were seen, each with the number that stands for it among those of its type.
final class ValueNumbers {
  private var byType: [ObjectIdentifier: NumbersOfType] = [:]

  /// The number of a value, which is the same for each that is equal to it.
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

/// The numbers of values of one type; of one that is not `Hashable`, all values count as one.
private class NumbersOfType {
  static func make<Value: Hashable>(for _: Value.Type) -> NumbersOfType { HashableNumbers<Value>() }

  func number(of _: Any) -> Int { 0 }
}

/// It hashes values as their type does: in an `AnyHashable` each would be boxed, and looked at for what it is equal to.
private final class HashableNumbers<Value: Hashable>: NumbersOfType {
  private var numbers: [Value: Int] = [:]

  override func number(of value: Any) -> Int {
    guard let value = value as? Value else { return -1 }
    if let known = numbers[value] { return known }
    numbers[value] = numbers.count
    return numbers.count - 1
  }
}
