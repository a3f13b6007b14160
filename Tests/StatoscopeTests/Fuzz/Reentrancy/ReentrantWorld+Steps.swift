import Observation
import Statoscope

#if canImport(Combine)
  import Combine
#endif

extension ReentrantWorld {
  /// Performs one operation of the public API that is legal now.
  ///
  /// - Parameter scope: the scope whose code this is; it may be deinitialized just now, so nothing retains it.
  func takeStep(in scope: ReentrantScope?, isolation: isolated (any Actor)?) {
    if scope == nil, pick(12) == 0 || kept.isEmpty { return changeKept() }
    let isOwn = scope != nil && chance(1, in: 2)
    guard let subject = isOwn ? scope : anyScope() else { return changeKept() }
    let wasTouched = subject.node.isTouched
    perform(on: subject, isolation: isolation)
    if !wasTouched { subject.node.isTouched = true }
  }

  private func perform(on scope: ReentrantScope, isolation: isolated (any Actor)?) {
    // Only an event that names its actor starts effects in a tree that has none yet.
    if isolation != nil, chance(1, in: 5) { return send(to: scope, isolation: isolation) }
    switch pick(100) {
    case 0..<18: send(to: scope, isolation: isolation)
    case 18..<58: changeTree(at: scope)
    case 58..<63: changeKept()
    case 63..<70: changeSubscriptions(of: scope)
    case 70..<76: changeInjection(of: scope)
    case 76..<79: addMiddleware(to: scope)
    case 79..<85: observe(scope, isolation: isolation)
    case 85..<90: useStorage(of: scope)
    case 90..<93: changeState(of: scope)
    default: read(scope)
    }
  }

  // MARK: Lives

  /// Makes a tree, retains a scope, or releases one.
  private func changeKept() {
    if chance(1, in: 6) { return releaseRoot() }
    if kept.isEmpty || (kept.count < 6 && chance(1, in: 3)) {
      let scope = newScope()
      trace("scope \(scope.node.number), a \(type(of: scope))")
      kept.append(scope)
    } else if kept.count < 12, chance(3, in: 4), let scope = anyScope() {
      trace("keep \(scope.node.number)")
      kept.append(scope)
    } else {
      let released = kept.remove(at: pick(kept.count))
      trace("release \(released.node.number)")
    }
  }

  /// Releases a whole tree, except for a part of it that is retained.
  private func releaseRoot() {
    guard let root = kept.first(where: { $0.node.isTouched && parent(of: $0.node) == nil }) else { return }
    if kept.count < 8, chance(2, in: 3), let child = anyChild(of: root) { kept.append(child) }
    trace("release the root \(root.node.number)")
    let released = kept.filter { $0 === root }
    kept.removeAll { $0 === root }
    withExtendedLifetime(released) {}
  }

  private func anyChild(of scope: ReentrantScope) -> ReentrantScope? {
    let children = quietly { scope.tree.children }
    return children.isEmpty ? nil : children[pick(children.count)] as? ReentrantScope
  }

  // MARK: Events

  func send(to scope: ReentrantScope, isolation: isolated (any Actor)?) {
    let event = ReentrantEvent(number: nextNumber())
    trace("send \(event.number) to \(scope.node.number)")
    sent.insert(event.number)
    if chance(1, in: 3) {
      _ = try? scope.trySend(event, isolation: isolation)
    } else {
      scope.send(event, isolation: isolation)
    }
  }

  /// What a scope does in its update.
  func update(_ scope: ReentrantScope, _ when: ReentrantEvent) throws {
    if when.isProbe {
      probed?.append(0)
      return
    }
    let node = scope.node
    trace("update of \(node.number) for \(when.number)")
    sent.remove(when.number)
    node.isTouched = true
    node.updates += 1
    defer { node.updates -= 1 }
    if node.updates > 1 { report.violation("the update of scope \(node.number) was entered again") }
    for _ in 0..<pick(4) { changeEffects(of: scope) }
    appRuns(at: .update, in: scope)
    if chance(1, in: 3) { changeEffects(of: scope) }
    if !isGrowing, chance(1, in: 10) { throw ReentrantFailure() }
  }

  private func changeEffects(of scope: ReentrantScope) {
    let id = chance(2, in: 3) ? ReentrantID(number: pick(2)) : nil
    switch pick(12) {
    case 0: scope.effectsState.cancelAllEffects()
    case 1: scope.effectsState.cancelEffect(id: id)
    case 2:
      scope.effectsState.cancelEffect { [self] effect in
        appRuns(at: .effectMatch)
        return Self.number(of: effect)?.isMultiple(of: 2) == true
      }
    default:
      let order = newOrder(of: scope)
      let policy = EffectPolicy.allCases[pick(4)]
      trace(
        "enqueue \(order.kind) \(order.number) in \(scope.node.number), \(id.map { "id \($0.number)" } ?? "no id"), \(policy)"
      )
      scope.enqueue(order, id: id, policy, isMapped: chance(1, in: 2))
    }
  }

  // MARK: Middleware and subscribers

  private func addMiddleware(to scope: ReentrantScope) {
    let (node, number) = (scope.node, nextNumber())
    guard node.ownMiddlewares.count + node.subtreeMiddlewares.count < 2 else { return }
    trace("middleware \(number) of \(node.number)")
    let release = ReleasePoint(.closureDeinit)
    if chance(1, in: 2) {
      node.ownMiddlewares.append(number)
      scope.addMiddleware { scope, when, next in
        try withExtendedLifetime(release) {
          try scope.world.wrap(when, of: scope, by: number) { try next(when) }
        }
      }
    } else {
      node.subtreeMiddlewares.append(number)
      let world = self
      scope.addSubscopeMiddleware { event, next in
        try withExtendedLifetime(release) { try world.wrap(event, by: number, next) }
      }
    }
  }

  /// Wraps an event of a scope or of one below it.
  func wrap(_ event: ScopeEvent, by number: Int, _ next: () throws -> Void) throws {
    guard let scope = event.scope as? ReentrantScope, let when = event.when as? ReentrantEvent else {
      return report.violation("an event of another type came to a middleware")
    }
    let path = chance(1, in: 4) ? event.path : nil
    defer {
      if let path, path != event.path { report.violation("a path was \(path) and became \(event.path)") }
    }
    try wrap(when, of: scope, by: number, next)
  }

  private func wrap(
    _ when: ReentrantEvent,
    of scope: ReentrantScope,
    by number: Int,
    _ next: () throws -> Void
  ) throws {
    guard !when.isProbe else {
      probed?.append(number)
      return try next()
    }
    sent.remove(when.number)
    appRuns(at: .middleware, in: scope)
    if budget > 0, chance(1, in: 12) { return }
    try next()
    appRuns(at: .middleware, in: scope)
    if budget > 0, chance(1, in: 20) { throw ReentrantFailure() }
  }

  private func changeSubscriptions(of scope: ReentrantScope) {
    guard subscriptions.count < 8, chance(2, in: 3) else {
      guard !subscriptions.isEmpty else { return }
      let ended = subscriptions.remove(at: pick(subscriptions.count))
      trace("end subscription \(ended.number)")
      if chance(1, in: 2) { ended.token.cancel() }
      return
    }
    let (number, isOfSubtree) = (nextNumber(), chance(1, in: 2))
    trace("subscription \(number) of \(scope.node.number)")
    let (world, release) = (self, ReleasePoint(.closureDeinit))
    let receive = { (scope: ReentrantScope, when: ReentrantEvent) in
      withExtendedLifetime(release) { world.notify(when, of: scope, to: number) }
    }
    let token =
      isOfSubtree
      ? scope.subscribe(to: ReentrantScope.self) { _, subscope, when in receive(subscope, when) }
      : scope.subscribe(receive)
    subscriptions.append(
      ReentrantSubscription(number: number, node: scope.node, isOfSubtree: isOfSubtree, token: token)
    )
  }

  private func notify(_ when: ReentrantEvent, of scope: ReentrantScope, to number: Int) {
    if when.isProbe { probed?.append(number) } else { appRuns(at: .subscriber, in: scope) }
  }

  // MARK: Values

  private func changeInjection(of scope: ReentrantScope) {
    switch pick(5) {
    case 0: scope.injectObject(ReentrantTag(nextNumber()))
    case 1: scope.tag = ReentrantTag(nextNumber())
    case 2 where overrides.count < 5:
      let token = scope.override(ReentrantTag(nextNumber()))
      overrides.append(token)
    case 2, 3:
      guard !overrides.isEmpty else { return }
      let ended = overrides.remove(at: pick(overrides.count))
      if chance(1, in: 2) { ended.cancel() }
    default: _ = try? scope.resolve(ReentrantTag.self)
    }
  }

  private func changeState(of scope: ReentrantScope) {
    trace("state of \(scope.node.number)")
    scope.state = ReentrantState(nextNumber())
    if chance(1, in: 2) {
      scope.onUnhandledEffectError = { [self] _ in appRuns(at: .unhandledError) }
    }
  }

  // MARK: Observers

  private func observe(_ scope: ReentrantScope, isolation: isolated (any Actor)?) {
    guard tokens.count < 12, chance(3, in: 4) else {
      guard !tokens.isEmpty else { return }
      let ended = tokens.remove(at: pick(tokens.count))
      return withExtendedLifetime(ended) {}
    }
    trace("observe \(scope.node.number)")
    let (world, release) = (self, ReleasePoint(.closureDeinit))
    switch pick(4) {
    case 0:
      withObservationTracking {
        readProperties(of: scope)
      } onChange: {
        // Without a capture: Swift's Observation releases this closure under its lock.
        ReentrantWorld.appRuns(at: .trackingOnChange)
      }
    case 1: tokens.append(scope.changes(of: \.state, isolation: isolation))
    default:
      let token = scope.objectWillChange.sink { _ in
        withExtendedLifetime(release) { world.appRuns(at: .objectWillChange) }
      }
      tokens.append(token)
    }
  }

  private func readProperties(of scope: ReentrantScope) {
    _ = (scope.optional, scope.list, scope.screen, scope.path, scope.state)
    appRuns(at: .readClosure)
    if !isChanging(scope.node) { _ = scope.table }
    if let owner = scope as? ReentrantOwner { _ = (owner.pinned, owner.only, owner.above) }
  }

  // MARK: Reads

  private func read(_ scope: ReentrantScope) {
    trace("read \(scope.node.number)")
    switch pick(8) {
    case 0: _ = scope.tree.description
    case 1: _ = (scope.tree.keyPathFromRoot, scope.tree.parent)
    case 2: _ = scope.effects
    case 3: _ = scope.tag
    case 4:
      // It reads dictionaries, too.
      if changing.isEmpty { _ = scope.debugDescription }
    case 5: _ = scope.tree.children
    case 6: _ = scope.hookCounts
    default: readProperties(of: scope)
    }
  }

  func trace(_ text: @autoclosure () -> String) {
    report.trace(String(repeating: "  ", count: depth) + quietly(text))
  }
}
