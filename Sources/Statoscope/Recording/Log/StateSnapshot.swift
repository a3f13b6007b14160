/// The last known contents of a field, for comparison, without retaining the objects it refers to.
struct StateSnapshot: ValueVisitor {
  /// The `==` of a model may compare identities only; a change inside the model counts as a change.
  static var trustsEquality: Bool { false }

  /// Types and numbers, separate from the rest because most of the contents can be compared as such.
  private var words: [Int] = []
  private var plainValues: [AnyHashable] = []
  /// The number of leading entries of each list that are unchanged since the last reading.
  private var (sameWords, samePlainValues) = (0, 0)
  private var isOther = false

  /// Begins a new reading of the field.
  mutating func begin() {
    (sameWords, samePlainValues) = (0, 0)
    isOther = false
  }

  /// Ends the reading.
  ///
  /// - Returns: whether the contents have changed.
  mutating func end() -> Bool {
    if !isOther, sameWords < words.count || samePlainValues < plainValues.count { setOther() }
    return isOther
  }

  mutating func visit(type: Int) { visit(number: type) }

  mutating func visit(number: Int) {
    if !isOther {
      if sameWords < words.count, words[sameWords] == number {
        sameWords += 1
        return
      }
      setOther()
    }
    words.append(number)
  }

  mutating func visit(hashable value: Any, of _: Any.Type) {
    if let value = value as? any Hashable { visit(plain: AnyHashable(value)) }
  }

  mutating func visit(name: String) { visit(plain: AnyHashable(name)) }

  private mutating func visit(plain value: AnyHashable) {
    if !isOther {
      if samePlainValues < plainValues.count, plainValues[samePlainValues] == value {
        samePlainValues += 1
        return
      }
      setOther()
    }
    plainValues.append(value)
  }

  /// The key may refer to objects of the app.
  mutating func visit(key: AnyHashable) { visit(plain: key.base is any PlainValue ? key : "\(key)") }

  mutating func visit(unseen value: Any) {
    if let value = value as? any CustomStringConvertible { visit(name: value.description) }
  }

  func sorted(_ entries: [(key: AnyHashable, value: Any)]) -> [(key: AnyHashable, value: Any)] {
    entries.map { ("\($0.key)", $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }

  private mutating func setOther() {
    isOther = true
    // One by one: usually there is one, and removing many at once takes five times as long.
    while words.count > sameWords { words.removeLast() }
    while plainValues.count > samePlainValues { plainValues.removeLast() }
  }
}
