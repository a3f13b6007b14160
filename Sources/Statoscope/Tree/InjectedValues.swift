/// The values that one scope provides to itself and to all scopes below it, by the identity of their types.
///
/// A sorted list instead of a dictionary: a scope provides few values, and a search needs no hash.
/// Complexity: O(log n) to find a value, O(n) to change one.
struct InjectedValues {
  private var entries: [(key: ObjectIdentifier, value: InjectedValue)] = []

  var isEmpty: Bool { entries.isEmpty }

  /// The types that values are provided as.
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

  /// Returns the index of a key, or the index to insert it at.
  private func index(of key: ObjectIdentifier) -> Int {
    entries.firstIndex(notBefore: { $0.key < key })
  }
}
