import Statoscope

extension FuzzWorld {
  /// The code that takes a step.
  enum Context {
    case outside
    case updating(FuzzScope)
    case deinitializing(FuzzScope)
  }

  /// Does one thing that safe code can do.
  func takeStep(_ context: Context, isolation: isolated (any Actor)?) {
    guard fuel > 0 else { return }
    fuel -= 1
    noteDepartures()
    switch context {
    case .updating(let scope) where chance(1, in: 2): changeEffects(of: scope)
    case .updating(let scope) where chance(1, in: 8): post(to: scope, isolation: isolation)
    case .deinitializing(let scope) where chance(1, in: 2): post(to: scope, isolation: isolation)
    default: takeAnyStep(isolation: isolation)
    }
  }

  private func takeAnyStep(isolation: isolated (any Actor)?) {
    guard let scope = anyScope() else { return }
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<12: post(to: scope, isolation: nil)
    case 12..<35: post(to: scope, isolation: isolation)
    case 35..<60: changeTree(at: scope)
    case 60..<66: keep(scope)
    case 66..<72: changeSubscriptions(of: scope)
    case 72..<82: changeValues(of: scope)
    case 82..<85: wrapEvents(of: scope)
    case 85..<92: followChanges(of: scope, isolation: isolation)
    default: checkAll()
    }
  }

  // MARK: Effects

  private func changeEffects(of scope: FuzzScope) {
    let node = scope.node
    switch Int.random(in: 0..<12, using: &random) {
    case 0:
      node.staged.append(.step(.cancelAll))
      scope.effectsState.cancelAllEffects()
    case 1:
      node.staged.append(.step(.cancelID("a")))
      scope.effectsState.cancelEffect(id: "a")
    case 2:
      let matching = node.preview.filter { $0.isMultiple(of: 3) }
      node.staged += matching.map { .step(.cancel($0)) }
      scope.effectsState.cancelEffect { ($0 as? any FuzzEffect)?.order.number.isMultiple(of: 3) == true }
    default:
      let order = newOrder(in: node)
      report.trace("enqueue \(order.number) in \(node.number), id \(order.id ?? "-"), \(order.policy)")
      node.staged.append(.enqueue(order, isRefused: node.isRemoved))
      scope.enqueue(order)
    }
    if chance(1, in: 4) { check(scope) }
  }

  // MARK: The rest

  private func keep(_ scope: FuzzScope) {
    if kept.count < 8, !kept.contains(where: { $0 === scope }), Bool.random(using: &random) {
      report.trace("keep \(scope.node.number)")
      kept.append(scope)
    } else if kept.count > 1 {
      let released = kept.remove(at: Int.random(in: 0..<kept.count, using: &random))
      report.trace("release \(released.node.number)")
    }
  }

  private func changeSubscriptions(of scope: FuzzScope) {
    if subscriptions.count < 5, Bool.random(using: &random) {
      subscriptions.append(scope.subscribe { scope, _ in scope.world.notify(scope) })
    } else if !subscriptions.isEmpty {
      let ended = subscriptions.remove(at: Int.random(in: 0..<subscriptions.count, using: &random))
      if Bool.random(using: &random) { ended.cancel() }
    }
  }

  private func changeValues(of scope: FuzzScope) {
    let node = scope.node
    if chance(1, in: 4) {
      let value = nextNumber()
      report.trace("inject \(value) in \(node.number)")
      node.injected = value
      scope.injectObject(FuzzTag(value: value))
    } else if overrides.count < 6, Bool.random(using: &random) {
      let value = nextNumber()
      report.trace("override \(value) in \(node.number)")
      node.overrides.append((value, value))
      let token = scope.override(FuzzTag(value: value))
      overrides.append((token, { [weak node] in node?.endOverride(value) }))
    } else if !overrides.isEmpty {
      let ended = overrides.remove(at: Int.random(in: 0..<overrides.count, using: &random))
      report.trace("end an override")
      ended.end()
      if Bool.random(using: &random) { ended.token.cancel() }
    }
  }

  private func wrapEvents(of scope: FuzzScope) {
    guard middlewareCount < 5 else { return }
    middlewareCount += 1
    report.trace("wrap \(scope.node.number)")
    if Bool.random(using: &random) {
      scope.addMiddleware { scope, when, next in try scope.world.wrap(scope.node, when, next) }
    } else {
      scope.addSubscopeMiddleware { event, next in
        guard let scope = event.scope as? FuzzScope, let when = event.when as? FuzzEvent else { return }
        let path = event.path
        defer {
          if event.path != path {
            scope.world.report.violation("a path was \(path) and became \(event.path)")
          }
        }
        try scope.world.wrap(scope.node, when) { _ in try next() }
      }
    }
  }

  private func followChanges(of scope: FuzzScope, isolation: isolated (any Actor)?) {
    guard changes.count + followers.count < 12, Bool.random(using: &random) else {
      if !changes.isEmpty { changes.remove(at: Int.random(in: 0..<changes.count, using: &random)) }
      followers.randomElement(using: &random)?.cancel()
      return
    }
    if isolation != nil { scope.node.root.hasHome = true }
    let versions = scope.changes(of: \.version, isolation: isolation)
    guard Bool.random(using: &random) else { return changes.append(versions) }
    let (report, first) = (report, scope.version)
    followers.append(
      Task {
        var last: Int?
        for await version in versions {
          if last == nil, version != first, !Task.isCancelled {
            report.violation("changes began with \(version) in place of \(first)")
          }
          if let last, version <= last { report.violation("changes gave \(version) after \(last)") }
          last = version
        }
      }
    )
  }
}
