/// One state of a model, as plain values that are equal when nothing distinguishes two states.
///
/// The scopes of the tree in a fixed order, the root first; properties refer to their children by index.
struct OracleWorld: Hashable {
  var nodes: [OracleNode]
}

/// The state of one scope.
struct OracleNode: Hashable {
  let kind: OracleKind
  var variables = [0, 0, 0]
  /// The effects in flight, oldest first.
  var effects: [OraclePending] = []
  var one: Int?
  var maybe: Int?
  var row: [Int] = []
  var named: [String: Int] = [:]
  var screen: OracleScreenState?
  var path: [OracleScreenState] = []
  var inner: Int?
  /// A scope that is no child any more.
  var spare: Int?
  /// Indicates whether it is not in the tree.
  var isRemoved = false
  /// The number of times that it has left the tree during a step.
  var departures = 0

  init(_ kind: OracleKind) { self.kind = kind }

  /// The children of the properties, always in the same order.
  var children: [Int] { OracleSlot.allCases.flatMap(children) }

  func children(in slot: OracleSlot) -> [Int] {
    switch slot {
    case .one: one.map { [$0] } ?? []
    case .maybe: maybe.map { [$0] } ?? []
    case .row: row
    case .named: named.sorted { $0.key < $1.key }.map(\.value)
    case .screen: screen?.node.map { [$0] } ?? []
    case .path: path.compactMap(\.node)
    case .inner: inner.map { [$0] } ?? []
    }
  }

  /// Removes a child from the property that holds it.
  mutating func remove(_ child: Int) {
    if maybe == child { maybe = nil }
    row.removeAll { $0 == child }
    named = named.filter { $0.value != child }
    if screen?.node == child { screen = nil }
    path.removeAll { $0.node == child }
    if inner == child { inner = nil }
  }

  /// Returns the same state with other indexes of the children.
  fileprivate func renumbered(_ numbers: [Int: Int]) -> OracleNode {
    var node = self
    node.one = one.flatMap { numbers[$0] }
    node.maybe = maybe.flatMap { numbers[$0] }
    node.row = row.compactMap { numbers[$0] }
    node.named = named.compactMapValues { numbers[$0] }
    node.screen = screen?.renumbered(numbers)
    node.path = path.map { $0.renumbered(numbers) }
    node.inner = inner.flatMap { numbers[$0] }
    node.spare = spare.flatMap { numbers[$0] }
    node.departures = 0
    return node
  }
}

/// A case that `screen` or `path` holds.
enum OracleScreenState: Hashable {
  case part(Int)
  case other(Int, tag: Int)
  case note(Int)

  var node: Int? {
    switch self {
    case .part(let node), .other(let node, _): node
    case .note: nil
    }
  }

  fileprivate func renumbered(_ numbers: [Int: Int]) -> OracleScreenState {
    switch self {
    case .part(let node): .part(numbers[node] ?? node)
    case .other(let node, let tag): .other(numbers[node] ?? node, tag: tag)
    case .note: self
    }
  }
}

/// An effect in flight.
///
/// Equal to another one if nothing distinguishes the two: what each of the ends that the plan lists would cause is a part
/// of it, and the maps that lead there are not.
struct OraclePending: Hashable {
  let effectType: OracleEffectType
  let parameter: Int
  let id: OracleID?
  var hasStarted: Bool
  let consequences: [Consequence]
  /// Which effect it is, of those that are equal to it.
  var number: Int

  /// What an end would cause.
  struct Consequence: Hashable {
    let end: OracleEnd
    /// The event; nil for an error that no map turns into one.
    let call: OracleCall?
    /// The event after a stream's last.
    let lastCall: OracleCall?
  }

  /// Indicates whether it may end, not only yield.
  var mayEnd: Bool { consequences.contains { !$0.end.isYield } }

  static func == (one: OraclePending, other: OraclePending) -> Bool {
    one.effectType == other.effectType && one.parameter == other.parameter && one.id == other.id
      && one.hasStarted == other.hasStarted && one.consequences == other.consequences
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(effectType)
    hasher.combine(parameter)
    hasher.combine(id)
    hasher.combine(hasStarted)
    hasher.combine(consequences)
  }
}

extension OracleWorld {
  /// Makes a world of the nodes that the first one reaches.
  init(reachableIn nodes: [OracleNode]) {
    var order: [Int] = []
    func visit(_ node: Int) {
      order.append(node)
      nodes[node].children.forEach(visit)
      nodes[node].spare.map(visit)
    }
    visit(0)
    let numbers = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($0.element, $0.offset) })
    self.nodes = order.map { nodes[$0].renumbered(numbers) }
  }

  /// All effects in flight.
  var effects: [OraclePending] { nodes.flatMap(\.effects) }

  /// Returns the same world with all effects numbered in their order.
  var withNumberedEffects: OracleWorld {
    var world = self
    var number = 0
    for node in world.nodes.indices {
      for effect in world.nodes[node].effects.indices {
        world.nodes[node].effects[effect].number = number
        number += 1
      }
    }
    return world
  }

  /// Returns the scopes at a target.
  func nodes(at target: OracleTarget) -> [Int] {
    var found = [0]
    for slot in target.slots { found = found.flatMap { nodes[$0].children(in: slot) } }
    return found.filter { nodes[$0].kind == target.kind }
  }

  var root: OracleCursor { OracleCursor(world: self, node: 0) }
}

/// One scope of a world, for conditions.
struct OracleCursor: OracleReadable {
  let world: OracleWorld
  let node: Int

  var kind: OracleKind { world.nodes[node].kind }

  var listedEffects: [OracleListedEffect] { world.nodes[node].effects.map(\.listed) }

  var note: Int? {
    if case .note(let number)? = world.nodes[node].screen { number } else { nil }
  }

  func variable(_ index: Int) -> Int { world.nodes[node].variables[index] }

  func children(in slot: OracleSlot) -> [any OracleReadable] {
    world.nodes[node].children(in: slot).map { OracleCursor(world: world, node: $0) }
  }
}

extension OraclePending {
  var listed: OracleListedEffect { OracleListedEffect(effectType: effectType, parameter: parameter) }
}
