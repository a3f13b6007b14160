/// The linked properties of the classes in one tree, learned by reflection.
///
/// Reflecting a scope costs a microsecond, and the scopes of a tree have few classes. The list belongs to the
/// tree, because two trees may be used on two actors at once.
final class ScopeClasses {
  /// Sorted by identity.
  private var known: [(type: ObjectIdentifier, scopeClass: ScopeClass)] = []
  /// The index of the last result: siblings usually have the same class.
  private var latest = 0

  /// Returns the known properties of a class, or nil.
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

  /// Takes over the classes known to another list, if this one knows none.
  ///
  /// Complexity: O(1).
  func adopt(_ other: ScopeClasses) {
    if known.isEmpty { known = other.known }
  }

  /// Adds a class that is not known yet.
  func add(_ scopeClass: ScopeClass, of type: ScopeNode.Type) {
    let type = ObjectIdentifier(type)
    let index = known.firstIndex(notBefore: { $0.type < type })
    known.insert((type, scopeClass), at: index)
    latest = index
  }
}

/// The linked properties of one class of scopes.
struct ScopeClass {
  /// A linked property, by its position in the mirror of the class that declares it.
  struct Property {
    let index: AnyIndex
    /// The name in source.
    let name: String
  }

  /// The properties of the class itself, then those of its superclass, and so on, as far up as there are any.
  private(set) var levels: [[Property]] = []

  /// Indicates whether the class has no linked property.
  var isPlain: Bool { levels.isEmpty }

  /// Adds the properties that the class at a level of the superclass chain declares.
  mutating func add(_ properties: [Property], at level: Int) {
    guard !properties.isEmpty else { return }
    while levels.count <= level { levels.append([]) }
    levels[level] = properties
  }
}
