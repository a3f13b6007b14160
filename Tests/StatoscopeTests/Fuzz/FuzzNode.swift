import Statoscope

/// What the model knows of one scope: its place in the tree, what is injected there, and its effects.
final class FuzzNode {
  /// What an update asked for, before it is over.
  enum Staged {
    case enqueue(FuzzOrder, isRefused: Bool)
    case step(LedgerStep)
  }

  let number: Int
  weak var scope: FuzzScope?

  // MARK: Its place

  weak var parent: FuzzNode?
  var single: FuzzNode?
  var list: [FuzzNode] = []
  var table: [Int: FuzzNode] = [:]
  /// Whether it was in a tree once; a root that was starts no effects.
  var hadParent = false
  /// The tree that it leaves at the end of the event in progress, unless a property takes it before.
  var origin: FuzzNode?
  /// Of a root: whether an event of its tree has named an actor.
  var hasHome = false
  /// Whether the scope is being deinitialized.
  var isEnding = false

  // MARK: Its values

  var injected: Int?
  var overrides: [(number: Int, value: Int)] = []

  // MARK: Its events

  /// How many layers of middleware and update run.
  var depth = 0
  /// How many of its subscribers run.
  var notifying = 0
  var isUpdating = false
  /// Whether an event has ended that the library may not be done with.
  var isClosing = false
  /// The numbers of events that have to wait, oldest first.
  var queued: [Int] = []

  // MARK: Its effects

  var ledger = LedgerReference()
  var orders: [UInt64: FuzzOrder] = [:]
  var staged: [Staged] = []

  init(number: Int) { self.number = number }

  var children: [FuzzNode] {
    [single].compactMap(\.self) + list + table.sorted { $0.key < $1.key }.map(\.value)
  }

  var root: FuzzNode {
    var root = self
    while let parent = root.parent { root = parent }
    return root
  }

  /// The root of the tree that the library knows it in: what has departed belongs to its former one.
  var home: FuzzNode {
    let root = root
    return root.origin?.home ?? root
  }

  var subtree: [FuzzNode] { [self] + children.flatMap(\.subtree) }

  var isRemoved: Bool { root.hadParent }

  /// The value that a look-up from here finds.
  var tag: Int {
    var node: FuzzNode? = self
    while let current = node {
      if let value = current.overrides.last?.value ?? current.injected { return value }
      node = current.parent
    }
    return FuzzTag.defaultValue.value
  }

  func endOverride(_ number: Int) {
    // The token of a scope that is being deinitialized does not find it any more.
    if !isEnding { overrides.removeAll { $0.number == number } }
  }

  // MARK: Trees

  /// Notes that a root was put below this node, whose property names it already.
  func adopt(_ child: FuzzNode) {
    if child.origin != nil, child.home !== home { child.leave() }
    child.origin = nil
    let root = root
    root.hasHome = root.hasHome || child.hasHome
    child.parent = self
    child.hadParent = true
  }

  /// Notes that a child has left the tree, or that its owner is being released.
  func lose(_ child: FuzzNode) {
    child.hasHome = root.hasHome
    child.origin = home
    child.parent = nil
    if single === child { single = nil }
    list.removeAll { $0 === child }
    table = table.filter { $0.value !== child }
  }

  /// Notes that the event in progress has ended, or that there was none.
  func leave() {
    origin = nil
    for node in subtree { node.leaveTree() }
  }

  /// Cancels what runs, and refuses what an update has asked for.
  private func leaveTree() {
    take([.cancelAll])
    refuseStaged()
  }

  private func refuseStaged() {
    staged = staged.map { operation in
      guard case .enqueue(let order, _) = operation else { return operation }
      return .enqueue(order, isRefused: true)
    }
  }

  // MARK: Effects

  /// The effects that are listed, as this update would leave them.
  var preview: [UInt64] {
    var preview = ledger
    for operation in staged { apply(operation, to: &preview) }
    return preview.items.map(\.generation)
  }

  /// Does what an update that is over had asked for.
  ///
  /// - Parameter canStart: whether effects may start now.
  /// - Returns: whether any were refused.
  func commit(canStart: Bool) -> Bool {
    guard !staged.isEmpty else { return false }
    if root.origin != nil { refuseStaged() }
    var isAnyRefused = false
    let before = ledger
    for operation in staged {
      if case .enqueue(let order, let isRefused) = operation {
        orders[order.number] = order
        if isRefused { isAnyRefused = true }
      }
      apply(operation, to: &ledger)
    }
    staged = []
    let known = Set(before.items.filter(\.hasStarted).map(\.generation))
    while !canStart,
      let refused = ledger.items.first(where: { $0.hasStarted && !known.contains($0.generation) })
    {
      isAnyRefused = true
      ledger.take(.cancel(refused.generation), generation: 0)
    }
    settle(since: before)
    return isAnyRefused
  }

  /// Changes the list between updates.
  func take(_ steps: [LedgerStep]) {
    let before = ledger
    for step in steps { ledger.take(step, generation: 0) }
    settle(since: before)
  }

  /// Ends an effect that has come back.
  ///
  /// - Returns: whether it was running.
  func end(_ order: FuzzOrder, _ fate: FuzzOrder.Fate) -> Bool {
    guard ledger.items.contains(where: { $0.generation == order.number && $0.hasStarted }) else {
      return false
    }
    order.decide(fate)
    orders[order.number] = nil
    take([.end(order.number)])
    return true
  }

  private func apply(_ operation: Staged, to ledger: inout LedgerReference) {
    switch operation {
    case .enqueue(_, isRefused: true): break
    case .enqueue(let order, isRefused: false):
      ledger.take(.enqueue(id: order.id, order.policy), generation: order.number)
    case .step(let step): ledger.take(step, generation: 0)
    }
  }

  /// Decides about the effects that have left the list, and accepts those that have started.
  private func settle(since before: LedgerReference) {
    let listed = Set(ledger.items.map(\.generation))
    for item in before.items where item.hasStarted && !listed.contains(item.generation) {
      orders[item.generation]?.decide(.cancelled)
    }
    for item in ledger.items where item.hasStarted { orders[item.generation]?.isAccepted() }
    orders = orders.filter { listed.contains($0.key) }
  }
}
