/// The tree as it was seen last, and the scopes that were ever seen in it.
///
/// It keeps no scope. It is an object, and not a part of one: reading a state may run code of the app that sends an event.
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

  /// What is known of a scope, which is read when it is new.
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

  /// An event as it is kept.
  func recorded<When>(_ when: When) -> RecordedEvent { RecordedEvent(when, types: types) }

  /// Looks at the tree again.
  ///
  /// Complexity: O(scopes).
  /// - Returns: whether it is another than before.
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

  /// Whether it is time to forget the scopes that have left the tree.
  var isCrowded: Bool { scopes.count > crowd }

  /// Forgets all scopes but some, by their numbers.
  func forget(except needed: Set<Int>) {
    scopes = scopes.filter { needed.contains($0.value.number) }
    crowd = 2 * scopes.count + 64
  }
}
