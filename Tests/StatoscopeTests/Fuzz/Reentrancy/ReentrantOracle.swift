import Statoscope

/// What has to hold whenever no code of the app runs.
extension ReentrantWorld {
  func check() {
    guard report.violations.isEmpty else { return }
    quietly {
      if !changing.isEmpty { report.violation("a change in place has not ended") }
      if depth != 0 { report.violation("code of the app is still running") }
      let scopes = nodes.compactMap(\.scope)
      if scopes.count != nodes.count { report.violation("a scope is known that was released") }
      for scope in scopes where scope.node.isTouched { checkTree(of: scope) }
      for scope in scopes {
        checkReservations(of: scope.node)
        expect(scope.eventDepth, 0, "events in progress in the tree", scope)
      }
      checkEffects(of: scopes)
      if !sent.isEmpty { report.violation("events \(sent.sorted()) were lost") }
      // Some of them: all would take longer than what happens in between.
      let start = scopes.isEmpty ? 0 : pick(scopes.count)
      for scope in scopes[start...].prefix(3) where scope.node.isTouched { probe(scope) }
    }
  }

  /// Checks one tree while code of the app runs, in the middle of what may be a change of it.
  func checkInside() {
    guard changing.isEmpty, let scope = anyScope(), scope.node.isTouched else { return }
    quietly { checkTree(of: scope) }
  }

  func checkEnd() {
    quietly {
      let names = nodes.map(\.number)
      if !names.isEmpty { report.violation("scopes \(names) were not released") }
      let waiting = knownOrders.filter(\.isWaiting).map(\.number)
      if !waiting.isEmpty { report.violation("effects \(waiting) run, and their scopes were released") }
    }
  }

  private func expect<Value: Equatable>(
    _ found: Value,
    _ expected: Value,
    _ what: String,
    _ scope: ReentrantScope
  ) {
    if found != expected {
      report.violation("\(what) of scope \(scope.node.number): \(found) in place of \(expected)")
    }
  }

  // MARK: Trees

  private func checkTree(of scope: ReentrantScope) {
    let held = scope.held
    let children = scope.tree.children.compactMap { $0 as? ReentrantScope }
    let (listed, expected) = (children.map(\.node.number), held.map(\.node.number))
    // A mirror that reads a property while the scope is linked lists that property first.
    let isOrdered = !(scope is ReentrantMirror)
    expect(isOrdered ? listed : listed.sorted(), isOrdered ? expected : expected.sorted(), "children", scope)
    for child in held {
      let parent = child.tree.parent as? ReentrantScope
      expect(parent?.node.number, scope.node.number, "parent of a child, \(child.node.number),", scope)
      child.node.isTouched = true
      child.node.hadParent = true
      child.node.initialPlace = nil
    }
    if let parent = scope.tree.parent as? ReentrantScope {
      let count = parent.held.count { $0 === scope }
      expect(count, 1, "number of places at its parent, \(parent.node.number),", scope)
      expect(scope.hookCounts, scope.tree.root.hookCounts, "counts of hooks of its root and", scope)
    } else if depth == 0 {
      // Within an event, what it has removed still counts for the tree.
      expect(scope.hookCounts, scope.recountedHooks, "counts of hooks", scope)
    }
  }

  private func checkReservations(of node: ReentrantNode) {
    if !node.reservations.isEmpty { report.violation("scope \(node.number) is still reserved") }
    if node.updates != 0 { report.violation("scope \(node.number) is still updating") }
  }

  // MARK: Effects

  /// The effects that are listed by a scope that exists, and have started.
  var startedEffects: [Int] {
    quietly {
      nodes.compactMap(\.scope).flatMap(\.pendingEffects).filter(\.hasStarted).compactMap {
        Self.number(of: $0.pristine)
      }
    }
  }

  private func checkEffects(of scopes: [ReentrantScope]) {
    for scope in scopes {
      let listed = scope.effects.compactMap { Self.number(of: $0) }
      expect(Set(listed).count, listed.count, "number of effects", scope)
      checkRemoval(of: scope, listed)
    }
    guard !isEnqueueOnly else { return }
    let running = knownOrders.filter(\.isWaiting).map(\.number)
    let started = startedEffects
    if Set(running) != Set(started) || started.count != Set(started).count {
      report.violation("effects \(running.sorted()) run, and \(started.sorted()) are listed")
    }
  }

  /// Checks, before anything asks a scope for its effects, that those of removed trees were cancelled.
  ///
  /// To ask for the effects of a scope whose owner was released cancels them, which would hide that they went on.
  func checkRemovedTrees() {
    quietly {
      for node in nodes where node.scope != nil && parent(of: node) == nil { node.bringsEffects = false }
      // Not streams: one may be cancelled before it can say so.
      for order in knownOrders where order.isWaiting && order.kind != .stream {
        guard let scope = nodes.first(where: { $0.number == order.owner })?.scope, scope.node.isTouched else {
          continue
        }
        checkRemoval(of: scope, [order.number])
      }
    }
  }

  private func checkRemoval(of scope: ReentrantScope, _ listed: [Int]) {
    var current = scope
    while !current.node.bringsEffects, let parent = current.tree.parent as? ReentrantScope {
      current = parent
    }
    let root = current.node
    if root.hadParent, !root.bringsEffects {
      expect(listed, [], "effects below a removed scope, \(root.number),", scope)
    }
  }

  // MARK: Events

  /// Sends an event that changes nothing, and compares what it reaches with what it has to.
  private func probe(_ scope: ReentrantScope) {
    var expected = [0] + scope.node.ownMiddlewares
    var current: ReentrantScope? = scope
    while let node = current?.node {
      expected += node.subtreeMiddlewares
      if node !== scope.node, current is ReentrantGuard { expected.append(-node.number) }
      let isAbove = node !== scope.node
      expected += subscriptions.filter { $0.node === node && $0.isOfSubtree == isAbove }.map(\.number)
      current = current?.tree.parent as? ReentrantScope
    }
    probed = []
    scope.send(ReentrantEvent(number: 0, isProbe: true), isolation: nil)
    expect((probed ?? []).sorted(), expected.sorted(), "what an event reaches,", scope)
    probed = nil
  }
}

extension ReentrantScope {
  /// The scopes in its properties, in the order of the tree's lists.
  var held: [ReentrantScope] {
    var held = [optional].compactMap(\.self) + list
    held += table.sorted { $0.key.number < $1.key.number }.map(\.value)
    held += [screen?.content].compactMap(\.self) + path.compactMap(\.content)
    held += screens.sorted { $0.key.number < $1.key.number }.compactMap(\.value.content)
    guard let owner = self as? ReentrantOwner else { return held }
    return held + [owner.pinned] + [owner.only.content].compactMap(\.self)
  }
}
