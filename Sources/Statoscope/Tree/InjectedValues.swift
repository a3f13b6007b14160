/// What one scope gives to itself and to all below it, by the identity of the type it is looked up as.
///
/// A sorted list in place of a dictionary: a scope gives few values, and to find one takes no hash. Complexity:
/// O(log n) to find a value, O(n) to change one.
struct InjectedValues {
  private var entries: [(key: ObjectIdentifier, value: InjectedValue)] = []

  var isEmpty: Bool { entries.isEmpty }

  /// The types that values are given as.
  var types: [Any.Type] { entries.map(\.value.type) }

  subscript(key: ObjectIdentifier) -> InjectedValue? {
    get {
      let index = index(of: key)
      return index < entries.count && entries[index].key == key ? entries[index].value : nil
    }
    set {
      let index = index(of: key)
      let isThere = index < entries.count && entries[index].key == key
      entries.replaceSubrange(index..<(isThere ? index + 1 : index), with: newValue.map { [(key, $0)] } ?? [])
    }
  }

  /// Where a key is, or would be.
  private func index(of key: ObjectIdentifier) -> Int {
    entries.firstIndex(notBefore: { $0.key < key })
  }
}
