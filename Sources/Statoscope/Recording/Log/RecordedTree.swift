/// The tree at the last check, and all scopes that were ever in it.
///
/// It retains no scope. It is an object of its own: reading a state may run code of the app that sends an
/// event.
final class RecordedTree {
  /// One scope in the tree.
  struct Place: Equatable {
    let scope: RecordedScope
    let depth: Int
    let segment: String

    static func == (one: Place, other: Place) -> Bool {
      one.scope === other.scope && one.depth == other.depth && one.segment == other.segment
    }
  }

  /// The scopes in the tree, parents first.
  private(set) var places: [Place] = []

  private let types = ReflectedTypes()
  private var scopes: [ObjectIdentifier: RecordedScope] = [:]
  private var layouts: [ObjectIdentifier: ScopeLayout] = [:]
  private var count = 0
  private var crowd = 64

  /// Returns the data about a scope, whose state is read if it is new.
  func recorded(_ scope: ScopeNode) -> RecordedScope {
    let id = ObjectIdentifier(scope)
    if let known = scopes[id] { return known }
    let type = ObjectIdentifier(type(of: scope))
    let layout = layouts[type] ?? ScopeLayout(of: scope, types: types)
    layouts[type] = layout
    count += 1
    let recorded = RecordedScope(scope, number: count, layout: layout, types: types)
    scopes[id] = recorded
    return recorded
  }

  /// Returns an event in the form in which it is recorded.
  func recorded<When>(_ when: When) -> RecordedEvent { RecordedEvent(when, types: types) }

  /// Compares the tree with its last known shape.
  ///
  /// Complexity: O(scopes).
  /// - Returns: whether it has changed.
  func look(from root: ScopeNode) -> Bool {
    let before = places
    places = []
    var waiting = [(node: root, segment: "", depth: 0)]
    while let (node, segment, depth) = waiting.popLast() {
      node.linkSubscopes()
      places.append(Place(scope: recorded(node), depth: depth, segment: segment))
      for (child, segment) in node.links.flatMap(\.childrenWithSteps).reversed() {
        waiting.append((child, segment, depth + 1))
      }
    }
    return places != before
  }

  /// Indicates whether there are many scopes that have left the tree.
  var isCrowded: Bool { scopes.count > crowd }

  /// Removes the data about all scopes but some, by number.
  func forget(except needed: Set<Int>) {
    scopes = scopes.filter { needed.contains($0.value.number) }
    crowd = 2 * scopes.count + 64
  }
}
