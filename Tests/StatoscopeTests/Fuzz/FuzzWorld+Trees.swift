import Statoscope

extension FuzzWorld {
  /// Makes a scope that is a tree of its own.
  func newRoot() {
    let scope = FuzzScope(world: self)
    report.trace("scope \(scope.node.number) is a root")
    if isEnqueueOnly { scope.injectObject(EffectsExecution.enqueueOnly) }
    kept.append(scope)
  }

  /// Changes one of a scope's properties that hold children.
  func changeTree(at scope: FuzzScope) {
    guard nodes.count < 24 || chance(1, in: 2) else { return setSingle(nil, of: scope) }
    switch Int.random(in: 0..<8, using: &random) {
    case 0: setSingle(nil, of: scope)
    case 1, 2: setSingle(anyChild(for: scope), of: scope)
    case 3: setList(scope.list.shuffled(using: &random), of: scope)
    case 4: setList(Array(scope.list.dropFirst()), of: scope)
    case 5: setList(scope.list + [anyChild(for: scope)], of: scope)
    case 6: setEntry(nil, of: scope)
    default: setEntry(anyChild(for: scope), of: scope)
    }
  }

  /// A new scope, or one that was removed from its tree or never was in one.
  private func anyChild(for scope: FuzzScope) -> FuzzScope {
    let (root, home) = (scope.node.root, scope.node.home)
    let free = nodes.filter { $0.parent == nil && !$0.isEnding && $0 !== root && $0 !== home }
    if nodes.count > 16 || Bool.random(using: &random), let child = free.randomElement(using: &random)?.scope
    {
      return child
    }
    return FuzzScope(world: self)
  }

  private func setSingle(_ child: FuzzScope?, of scope: FuzzScope) {
    let node = scope.node
    report.trace("\(node.number).single = \(child.map { "\($0.node.number)" } ?? "nil")")
    if let former = node.single { node.lose(former) }
    node.single = child?.node
    if let child { node.adopt(child.node) }
    scope.single = child
    noteDepartures()
  }

  private func setList(_ children: [FuzzScope], of scope: FuzzScope) {
    let node = scope.node
    let new = children.map(\.node)
    report.trace("\(node.number).list = \(new.map(\.number))")
    for former in node.list where !new.contains(where: { $0 === former }) { node.lose(former) }
    let added = new.filter { $0.parent == nil }
    node.list = new
    for child in added { node.adopt(child) }
    scope.list = children
    noteDepartures()
  }

  private func setEntry(_ child: FuzzScope?, of scope: FuzzScope) {
    let (node, key) = (scope.node, Int.random(in: 0..<3, using: &random))
    report.trace("\(node.number).table[\(key)] = \(child.map { "\($0.node.number)" } ?? "nil")")
    if let former = node.table[key] { node.lose(former) }
    node.table[key] = child?.node
    if let child { node.adopt(child.node) }
    scope.table[key] = child
    noteDepartures()
  }

  /// Notes which scopes have left that events had removed.
  func noteDepartures() {
    for node in nodes where node.origin != nil {
      // One that is being released has left before.
      guard let scope = node.scope else {
        node.leave()
        continue
      }
      if scope.tree.parent == nil, !scope.hasDeparted { node.leave() }
    }
  }

  // MARK: Checks

  func checkAll() {
    for node in nodes where !node.isEnding {
      if let scope = node.scope { check(scope) }
    }
  }

  /// Compares a scope with its model.
  func check(_ scope: FuzzScope) {
    let node = scope.node
    guard !node.isEnding else { return }
    noteDepartures()
    expect(scope.parent?.node.number, node.parent?.number, "parent", of: node)
    expect((scope.tree.parent as? FuzzScope)?.node.number, node.parent?.number, "tree.parent", of: node)
    let children = scope.tree.children.compactMap { ($0 as? FuzzScope)?.node.number }
    expect(children, node.children.map(\.number), "children", of: node)
    expect(scope.tag.value, node.tag, "injected value", of: node)
    // A release that is not over may not have come to all that it has to cancel; none of that is delivered.
    guard openDeinits == 0 || !node.isClosing, !orphans.contains(where: { $0 === node.root }) else { return }
    let listed = scope.effects.compactMap { ($0 as? any FuzzEffect)?.order.number }
    if node.isUpdating {
      expect(listed, node.preview, "effects during its update", of: node)
    } else if node.depth == 0 {
      expect(listed, node.ledger.items.map(\.generation), "effects", of: node)
    }
  }

  private func expect<Value: Equatable>(_ found: Value, _ expected: Value, _ what: String, of node: FuzzNode)
  {
    if found != expected {
      report.violation("\(what) of scope \(node.number): \(found) in place of \(expected)")
    }
  }
}
