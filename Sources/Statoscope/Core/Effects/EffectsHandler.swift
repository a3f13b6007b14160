/// The object that enqueues, starts, lists and cancels the effects of one scope.
///
/// ``EffectsLedger`` decides, the handler performs. It is used only where its scope lives: an effect's task
/// returns to the tree's home before it delivers its result (``RunningEffect``). It does not retain its
/// scope, which calls it. Whatever leaves its lists is released, and compared, outside of an access to them.
@usableFromInline
final class EffectsHandler {
  typealias Ledger = EffectsLedger<ObjectIdentifier, RunningEffect>

  /// A request of an update, which is performed when the update has returned.
  enum Request {
    case enqueue(RunningEffect)
    /// An effect of a scope that was removed from its tree: it is reported and never starts.
    case refuse(RunningEffect)
    case cancel([UInt64])
    case cancelID(EffectID)
    case cancelAll

    /// The name of the corresponding method of ``EffectsState``.
    fileprivate var name: String {
      switch self {
      case .enqueue, .refuse: "enqueue"
      case .cancel, .cancelID: "cancelEffect"
      case .cancelAll: "cancelAllEffects"
      }
    }
  }

  /// A closure for each unmapped error of an effect, called after the error is logged.
  private(set) var onUnhandledError: ((any Error) -> Void)?

  /// A reference to the scope, for the tasks of its effects.
  private var scope: ScopeReference

  private var ledger = Ledger()
  private var staged: [Request] = []
  /// Empty lists with the capacity of those of the last update.
  private var (spareRequests, spareActions) = ([Request](), Ledger.Actions())
  var ids = EffectIDs()
  private var lastGeneration: UInt64 = 0

  /// Descriptions of the events that enqueued effects: an event itself might retain its associated values.
  private(set) var origins: [UInt64: String] = [:]

  init(node: ScopeNode) {
    scope = ScopeReference(node, home: node.context.home)
  }

  deinit {
    for entry in ledger.listed where entry.hasStarted { entry.work.cancel() }
  }

  /// Sets the closure for unmapped errors.
  func handleUnhandledErrors(_ closure: ((any Error) -> Void)?) {
    // The former one is released after the property is written: its `deinit` may read it.
    withExtendedLifetime(onUnhandledError) { onUnhandledError = closure }
  }

  // The lists are changed where only this code reaches them: changed in place, each access would check for exclusivity.

  @inline(__always)
  private func changeLedger<Result>(_ change: (inout Ledger) -> Result) -> Result {
    var changed = Ledger()
    swap(&changed, &ledger)
    defer { swap(&changed, &ledger) }
    return change(&changed)
  }

  @inline(__always)
  private func changeStaged(_ change: (inout [Request]) -> Void) {
    var changed: [Request] = []
    swap(&changed, &staged)
    change(&changed)
    swap(&changed, &staged)
  }

  // MARK: The list of effects

  /// The effects that are pending or running, oldest first.
  var listed: [Ledger.Entry] { ledger.listed }

  /// The same list after the commit of the current update.
  var listedAfterUpdate: [Ledger.Entry] {
    var (outcome, actions) = (ledger, Ledger.Actions())
    outcome.apply(staged, &actions)
    return outcome.listed
  }

  // MARK: Requests of an update

  /// Adds an effect that is enqueued when the update has returned.
  @usableFromInline
  func stage(_ events: consuming any EventSource, id: EffectID?, policy: EffectPolicy, of node: ScopeNode) {
    lastGeneration += 1
    let isRemoved = node.context.isRemoved
    let effect = RunningEffect(
      events,
      generation: lastGeneration,
      id: id,
      policy: policy,
      scope: scope,
      injection: node.effectInjection
    )
    stage(isRemoved ? .refuse(effect) : .enqueue(effect), of: node)
  }

  func stage(_ request: Request, of node: ScopeNode) {
    guard node.eventPhase == .updating else {
      Misuse.effectsStateOutsideUpdate(scope: node.typeName, operation: request.name).trap()
    }
    changeStaged { $0.append(request) }
    node.hasMoreToDo = true
  }

  /// The number of requests since the event began; an update that throws is rolled back to it.
  var stagedCount: Int { staged.count }

  /// Discards the requests of an update that threw, and keeps earlier ones.
  func discardStaged(after count: Int = 0) {
    guard staged.count > count else { return }
    // Released after the access: the `deinit` of an effect's values may use this scope's effects.
    let discarded = Array(staged[count...])
    changeStaged { $0.removeSubrange(count...) }
    discardUnusedIDs(of: discarded)
  }

  /// Performs the requests of an update that has returned.
  ///
  /// - Parameter event: describes the event of the update, on demand.
  /// - Throws: ``EffectIsolationError`` when effects could not start; cancellations are performed
  ///   nevertheless.
  func commitStaged(of node: ScopeNode, startedBy event: () -> String, isolation: isolated (any Actor)?)
    throws
  {
    var (requests, actions) = ([Request](), Ledger.Actions())
    swap(&requests, &spareRequests)
    swap(&actions, &spareActions)
    swap(&requests, &staged)
    if node.context.hookCounts.effectOrigins > 0 { storeOrigin(of: requests, event()) }
    changeLedger { $0.apply(requests, &actions) }
    cancel(actions.cancelled, of: node)
    var failure: (any Error)?
    do { try start(actions.started, of: node, isolation: isolation) } catch { failure = error }
    if !ids.isEmpty {
      discardUnusedIDs(of: actions.cancelled + actions.discarded)
      discardUnusedIDs(of: requests)
    }
    let refused = requests.refused
    // Released one by one, outside of the lists, whose capacity stays: updates need not allocate. It takes a tenth of
    // the time of `removeAll(keepingCapacity:)`, and usually there is one.
    if requests.count < 64 {
      while requests.popLast() != nil {}
      while actions.started.popLast() != nil {}
      (actions.cancelled, actions.discarded) = ([], [])
      swap(&spareRequests, &requests)
      swap(&spareActions, &actions)
    }
    if let failure { throw failure }
    if !refused.isEmpty { throw error(about: refused, of: node, .removedFromTree) }
  }

  /// Stores the event that enqueued some effects.
  private func storeOrigin(of requests: [Request], _ origin: String) {
    let inFlight = origins.isEmpty ? [] : Set(listed.map(\.generation))
    // Changed in a copy: changed in place, each start of an effect would check for exclusivity.
    var changed = origins.filter { inFlight.contains($0.key) }
    for case .enqueue(let effect) in requests { changed[effect.generation] = origin }
    origins = changed
  }

  // MARK: Requests of the tree

  /// Cancels all effects that are pending or running, and discards those that the current update enqueued.
  func cancelAll(of node: ScopeNode) {
    discardStaged()
    cancel(takeAll(), of: node)
  }

  /// Cancels the effects that satisfy a predicate, and starts those that waited for one of them.
  func cancel(of node: ScopeNode, where isMatch: (_ effect: any Effect) -> Bool) {
    let matching = ledger.listed.filter { isMatch($0.work.pristine) }
    guard !matching.isEmpty else { return }
    var actions = Ledger.Actions()
    changeLedger { $0.cancel(matching.map(\.generation), &actions) }
    cancel(actions.cancelled, of: node)
    startOrLog(actions.started, of: node, isolation: nil)
    discardUnusedIDs(of: matching.map(\.work))
  }

  /// Removes all effects, and refuses those that the current update enqueued; runs no code of the app.
  ///
  /// - Returns: the effects to cancel and release.
  func leaveTree() -> [RunningEffect] {
    staged = staged.map { if case .enqueue(let effect) = $0 { .refuse(effect) } else { $0 } }
    return takeAll()
  }

  /// Refers to the scope in a tree of its own.
  func enterTree(_ node: ScopeNode, at home: Home) {
    scope = ScopeReference(node, home: home)
  }

  /// Removes all effects from the ledger.
  private func takeAll() -> [RunningEffect] {
    guard !ledger.isEmpty else { return [] }
    let effects = ledger.listed.map(\.work)
    ledger = Ledger()
    if staged.isEmpty { ids = EffectIDs() }
    return effects
  }

  // MARK: Ends of effects

  /// Records the result of an effect.
  ///
  /// - Returns: the event to send now, if there is one and the effect was not cancelled.
  func accept(
    _ delivery: EffectDelivery,
    of generation: UInt64,
    at node: ScopeNode,
    isolation: isolated (any Actor)?
  ) -> (any Sendable)? {
    switch delivery {
    case .element(let when): return ledger.contains(generation) ? when : nil
    case .result(let result):
      guard let effect = end(generation, of: node, with: result, isolation: isolation) else { return nil }
      switch result {
      case .completed(let when): return when
      case .failed(let error): reportUnhandled(error, of: effect, at: node)
      case .cancelled: break
      }
      return nil
    }
  }

  /// Ends an effect by hand, and cancels its task if it is running.
  func endByHand(_ generation: UInt64, of node: ScopeNode) -> RunningEffect? {
    ledger[generation]?.cancel()
    return end(generation, of: node, with: .completed(nil), isolation: nil)
  }

  /// Removes an effect that has ended from the ledger, and starts the one that waited for it.
  ///
  /// - Returns: the effect, or nil when it was cancelled or had ended before.
  private func end(
    _ generation: UInt64,
    of node: ScopeNode,
    with result: EffectResult,
    isolation: isolated (any Actor)?
  ) -> RunningEffect? {
    guard let end = changeLedger({ $0.end(generation) }) else { return nil }
    logEffect("ended", end.work, of: node)
    if node.storedContext?.isPlain != true {
      for observer in node.eventObservers { observer.effect(generation, of: node, did: .ended(result)) }
    }
    if let next = end.next { startOrLog([next], of: node, isolation: isolation) }
    if end.work.id != nil { discardUnusedIDs(of: [end.work]) }
    return end.work
  }

  /// Reports an error that no map turned into an event.
  private func reportUnhandled(_ error: any Error, of effect: RunningEffect, at node: ScopeNode) {
    StatoscopeLogger.log(.errors) {
      """
      the effect \(EffectText(effect.pristine).text) of \(node.typeName) threw \(error), and nothing maps its \
      errors to an event. Enqueue it with .mapToResult().
      """
    }
    onUnhandledError?(error)
  }

  private func cancel(_ effects: [RunningEffect], of node: ScopeNode) {
    guard !effects.isEmpty else { return }
    let observers = node.eventObservers
    for effect in effects { effect.cancel(at: node, observers) }
  }

  // MARK: Starts of effects

  private func startOrLog(_ effects: [RunningEffect], of node: ScopeNode, isolation: isolated (any Actor)?) {
    do { try start(effects, of: node, isolation: isolation) } catch {
      StatoscopeLogger.log(.errors) { "\(error)" }
    }
  }

  /// Starts effects on the tree's home; the caller is isolated to it if it named an actor.
  private func start(_ effects: [RunningEffect], of node: ScopeNode, isolation: isolated (any Actor)?) throws
  {
    guard !effects.isEmpty else { return }
    var home: (any Actor)?
    if !node.listsEffectsOnly {
      if let isolation, node.storedContext?.settledActor != ObjectIdentifier(isolation) {
        node.settle(on: isolation)
      }
      home = node.context.home.actor
      if let reason = reasonToRefuse(home: home, isolation: isolation) {
        throw refuse(effects, of: node, reason)
      }
    }
    for effect in effects {
      // Code of the app may have cancelled it since the ledger has decided.
      guard !effect.isCancelled else { continue }
      logEffect("enqueued", effect, of: node)
      effect.begin(at: node)
      guard let home, !effect.isCancelled else { continue }
      if let executor = node.context.executor {
        effect.start(by: executor, startedBy: origins[effect.generation], at: home)
      } else {
        effect.start(at: home, isolation: isolation)
      }
    }
  }

  /// Returns the reason why effects cannot start now; nil when they can.
  ///
  /// A weak reference to an object in `deinit` is nil: nothing may retain it any more.
  private func reasonToRefuse(home: (any Actor)?, isolation: (any Actor)?) -> EffectIsolationError.Reason? {
    if !scope.exists { return .beingDeinitialized }
    if home != nil { return nil }
    return isolation == nil ? .noActor : .beingDeinitialized
  }

  /// Removes effects that cannot start from the ledger, and those queued behind them.
  private func refuse(
    _ effects: [RunningEffect],
    of node: ScopeNode,
    _ reason: EffectIsolationError.Reason
  ) -> EffectIsolationError {
    var refused: [RunningEffect] = []
    var refusing = effects
    while let effect = refusing.popLast() {
      guard let end = changeLedger({ $0.end(effect.generation) }) else { continue }
      refused.append(end.work)
      if let next = end.next { refusing.append(next) }
    }
    discardUnusedIDs(of: refused)
    return error(about: refused.reversed(), of: node, reason)
  }

  private func error(
    about effects: [RunningEffect],
    of node: ScopeNode,
    _ reason: EffectIsolationError.Reason
  ) -> EffectIsolationError {
    EffectIsolationError(
      scope: node.typeName,
      effects: effects.map { EffectText($0.pristine).text },
      reason: reason
    )
  }

  private func logEffect(_ verb: String, _ effect: RunningEffect, of node: ScopeNode) {
    StatoscopeLogger.log(.effects) { "\(node.typeName) \(verb) \(EffectText(effect.pristine).text)" }
  }

  // MARK: Identifiers

  /// Forgets the identifiers that no effect in flight has, after they were used by others.
  private func discardUnusedIDs(of effects: [RunningEffect]) {
    for case let id? in effects.map(\.id) { discardIfUnused(id) }
  }

  private func discardUnusedIDs(of requests: [Request]) {
    for request in requests {
      switch request {
      case .enqueue(let effect), .refuse(let effect): if let id = effect.id { discardIfUnused(id) }
      case .cancelID(let id): discardIfUnused(id)
      case .cancel, .cancelAll: break
      }
    }
  }

  private func discardIfUnused(_ id: EffectID) {
    if staged.isEmpty, !ledger.contains(id: ObjectIdentifier(id)) { ids.remove(id) }
  }
}

extension EffectsLedger<ObjectIdentifier, RunningEffect> {
  /// Decides about all requests of an update, in order.
  ///
  /// - Parameter actions: receives the actions that follow.
  fileprivate mutating func apply(_ requests: [EffectsHandler.Request], _ actions: inout Actions) {
    for request in requests {
      switch request {
      case .enqueue(let effect):
        let id = effect.id.map(ObjectIdentifier.init)
        enqueue(effect, generation: effect.generation, id: id, policy: effect.policy, &actions)
      case .refuse: break
      case .cancel(let generations): cancel(generations, &actions)
      case .cancelID(let id): cancel(id: ObjectIdentifier(id), &actions)
      case .cancelAll: cancelAll(&actions)
      }
    }
    // Those that the same update has cancelled again do not start.
    if actions.started.count > 1 || !actions.cancelled.isEmpty {
      actions.started.removeAll { !contains($0.generation) }
    }
  }
}

extension [EffectsHandler.Request] {
  /// The effects to be reported because their scope was removed.
  fileprivate var refused: [RunningEffect] {
    compactMap { if case .refuse(let effect) = $0 { effect } else { nil } }
  }
}

extension ScopeNode {
  /// Delivers a result of an effect.
  final func receive(_ delivery: EffectDelivery, of effect: RunningEffect, isolation: isolated (any Actor)?) {
    // A local variable: a chained access to the runtime would last until the end of the event.
    guard let runtime, let handler = effectsHandler else { return }
    // The same observers at the end: by then the scope may have moved.
    let observers = storedContext?.isPlain == true ? [] : eventObservers
    for observer in observers.reversed() { observer.willDeliver(effect.generation, to: self) }
    if let when = handler.accept(delivery, of: effect.generation, at: self, isolation: isolation) {
      runtime.receive(when, at: self, isolation: isolation)
    }
    for observer in observers { observer.didDeliver(effect.generation, to: self) }
  }
}
