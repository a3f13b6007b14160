/// Where the classes of one tree's scopes have properties to be linked.
///
/// To reflect a scope costs a microsecond, and the scopes of a tree are of few classes. It belongs to the tree, because
/// two trees may be used on two actors at once.
final class ScopeClasses {
  /// In the order of the identities.
  private var known: [(type: ObjectIdentifier, scopeClass: ScopeClass)] = []
  /// The one that was asked for last: siblings are usually of one class.
  private var latest = 0

  /// What is known about a class, or nil.
  ///
  /// Complexity: O(log n) in the number of classes.
  func find(_ type: ScopeNode.Type) -> ScopeClass? {
    let type = ObjectIdentifier(type)
    if latest < known.count, known[latest].type == type { return known[latest].scopeClass }
    let index = known.firstIndex(notBefore: { $0.type < type })
    guard index < known.count, known[index].type == type else { return nil }
    latest = index
    return known[index].scopeClass
  }

  /// Adds a class that is not known.
  func add(_ scopeClass: ScopeClass, of type: ScopeNode.Type) {
    let type = ObjectIdentifier(type)
    let index = known.firstIndex(notBefore: { $0.type < type })
    known.insert((type, scopeClass), at: index)
    latest = index
  }
}

/// Where one class of scopes has properties to be linked.
struct ScopeClass {
  /// One of these properties, by its place in the mirror of the class that declares it.
  struct Property {
    let index: Int
    /// The name as the source has it.
    let name: String
  }

  /// Those that the class itself declares, then its superclass's, and so on, as far up as there are any.
  private(set) var levels: [[Property]] = []

  /// Whether it has none.
  var isPlain: Bool { levels.isEmpty }

  /// Adds what the class this many levels up declares.
  mutating func add(_ properties: [Property], at level: Int) {
    guard !properties.isEmpty else { return }
    while levels.count <= level { levels.append([]) }
    levels[level] = properties
  }
}
