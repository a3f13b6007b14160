/// The object that enqueues, starts, lists and cancels the effects of one scope.
///
/// ``EffectsLedger`` decides, the handler performs. It is used only where its scope lives: an effect's task
/// returns to the tree's home before it delivers an event (``RunningEffect``). It does not retain its scope,
/// which calls it. What leaves its lists is released, and identifiers are compared, outside of an access to
/// them: both may run code of the app.
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

    /// The identifier that it names, or that its effect has.
    fileprivate var id: EffectID? {
      switch self {
      case .enqueue(let effect), .refuse(let effect): effect.id
      case .cancelID(let id): id
      case .cancel, .cancelAll: nil
      }
    }
  }

  /// A closure for each unmapped error of an effect, called after the error is logged.
  private(set) var onUnhandledError: ((any Error) -> Void)?

  private(set) var scope: ScopeReference

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

  func handleUnhandledErrors(_ closure: ((any Error) -> Void)?) {
    // The former one is released after the property is written: its `deinit` may read it.
    withExtendedLifetime(onUnhandledError) { onUnhandledError = closure }
  }

  // The lists are changed where only this code reaches them: changed in place, each access would check for exclusivity.

  @inline(__always)
  func changeLedger<Result>(_ change: (inout Ledger) -> Result) -> Result {
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
    var (committed, actions) = (ledger, Ledger.Actions())
    committed.apply(staged, &actions)
    return committed.listed
  }

  // MARK: Requests of an update

  /// Adds an effect that is enqueued when the update has returned.
  @usableFromInline
  func stage(_ events: consuming any EventSource, id: EffectID?, policy: EffectPolicy, of node: ScopeNode) {
    lastGeneration += 1
    // Its injected values are not those of a tree, even if it returns.
    let isRemoved = node.context.isRemoved || node.hasDeparted
    let effect = RunningEffect(
      events,
      generation: lastGeneration,
      id: id,
      policy: policy,
      scope: scope,
      context: node.effectContext,
      performances: node.listsEffectsOnly ? [] : Performance.current
    )
    stage(isRemoved ? .refuse(effect) : .enqueue(effect), of: node)
  }

  func stage(_ request: Request, of node: ScopeNode) {
    guard node.eventPhase == .updating else {
      Misuse.effectsStateOutsideUpdate(scope: node.typeName, operation: request.name).refuse()
      return discardUnused([request.id])
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
    discardUnused(discarded.map(\.id))
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
    joinKept(instead: actions.discarded)
    cancel(actions.cancelled, of: node)
    var failure: (any Error)?
    do { try start(actions.started, of: node, isolation: isolation) } catch { failure = error }
    if !actions.waiting.isEmpty { queue(actions.waiting, of: node) }
    if !ids.isEmpty {
      discardUnused((actions.cancelled + actions.discarded).map(\.id) + requests.map(\.id))
    }
    let refused = requests.compactMap { if case .refuse(let effect) = $0 { effect } else { nil } }
    // Released one by one, outside of the lists, whose capacity stays: updates need not allocate. It takes a tenth of
    // the time of `removeAll(keepingCapacity:)`, and usually there is one.
    if requests.count < 64 {
      while requests.popLast() != nil {}
      while actions.started.popLast() != nil {}
      (actions.cancelled, actions.discarded, actions.waiting) = ([], [], [])
      swap(&spareRequests, &requests)
      swap(&spareActions, &actions)
    }
    if let failure { throw failure }
    if !refused.isEmpty { throw EffectIsolationError(refused, of: node, .removedFromTree) }
  }

  /// Lets those who wait for an effect that was dropped wait for the one that was kept instead.
  private func joinKept(instead dropped: [RunningEffect]) {
    for effect in dropped {
      guard effect.policy == .ignore, let id = effect.id, let waiting = effect.participations?.performances,
        let kept = listed.last(where: { $0.work.id === id })
      else { continue }
      kept.work.join(waiting)
    }
  }

  /// Has the effects that wait for others begin their tasks here.
  private func queue(_ effects: [RunningEffect], of node: ScopeNode) {
    guard !node.listsEffectsOnly, node.context.executor == nil else { return }
    for effect in effects where ledger.isWaiting(effect.generation) { effect.waitForTurn() }
  }

  /// Stores the event that enqueued some effects.
  private func storeOrigin(of requests: [Request], _ origin: String) {
    let pending = origins.isEmpty ? [] : Set(listed.map(\.generation))
    // Changed in a copy: changed in place, each start of an effect would check for exclusivity.
    var changed = origins.filter { pending.contains($0.key) }
    for case .enqueue(let effect) in requests { changed[effect.generation] = origin }
    origins = changed
  }

  // MARK: Requests of the tree

  /// Checks whether an effect is pending or running.
  func contains(_ effect: RunningEffect) -> Bool { ledger.contains(effect.generation) }

  /// Cancels all effects that are pending or running, and discards those that the current update enqueued.
  func cancelAll(of node: ScopeNode) {
    discardStaged()
    cancel(removeAll(), of: node)
  }

  /// Cancels the effects that satisfy a predicate, and starts those that waited for one of them.
  func cancel(of node: ScopeNode, where isMatch: (_ effect: any Effect) -> Bool) {
    cancel(ledger.listed.filter { isMatch($0.work.pristine) }.map(\.work), in: node)
  }

  /// Cancels effects, and starts those that waited for one of them.
  func cancel(_ matching: [RunningEffect], in node: ScopeNode) {
    guard !matching.isEmpty else { return }
    var actions = Ledger.Actions()
    changeLedger { $0.cancel(matching.map(\.generation), &actions) }
    cancel(actions.cancelled, of: node)
    startOrLog(actions.started, of: node, isolation: nil)
    discardUnused(matching.map(\.id))
  }

  /// Refuses the effects that the current update enqueued.
  func refuseStaged() {
    staged = staged.map { if case .enqueue(let effect) = $0 { .refuse(effect) } else { $0 } }
  }

  /// Removes all effects, and refuses those that the current update enqueued; runs no code of the app.
  ///
  /// - Returns: the effects to cancel and release.
  func leaveTree() -> [RunningEffect] {
    refuseStaged()
    return removeAll()
  }

  /// Refers to the scope in a tree of its own.
  func enterTree(_ node: ScopeNode, at home: Home) {
    scope = ScopeReference(node, home: home)
  }

  private func removeAll() -> [RunningEffect] {
    guard !ledger.isEmpty else { return [] }
    let effects = ledger.listed.map(\.work)
    ledger = Ledger()
    if staged.isEmpty { ids = EffectIDs() }
    return effects
  }

  // MARK: Ends of effects

  /// Records the output of an effect.
  ///
  /// - Returns: the event to send now; nil if there is none, or if the effect was cancelled.
  func accept(
    _ output: EffectOutput,
    of generation: UInt64,
    at node: ScopeNode,
    isolation: isolated (any Actor)?
  ) -> (any Sendable)? {
    switch output {
    case .element(let when): return ledger.contains(generation) ? when : nil
    case .completed(let when): return end(generation, of: node, isolation: isolation) == nil ? nil : when
    case .failed(let error):
      guard let effect = end(generation, of: node, as: .failed(error), isolation: isolation) else {
        return nil
      }
      StatoscopeLogger.log(.errors) {
        """
        the effect \(EffectText(effect.pristine).text) of \(node.typeName) threw \(error), and nothing maps its \
        errors to an event. Enqueue it with .mapToResult().
        """
      }
      effect.participations?.record(error)
      onUnhandledError?(error)
      return nil
    }
  }

  /// Ends an effect by hand, and cancels its task if it is running.
  func endByHand(_ generation: UInt64, of node: ScopeNode) -> RunningEffect? {
    ledger[generation]?.cancel()
    return end(generation, of: node, isolation: nil)
  }

  /// Removes an effect that has ended from the ledger, and starts the one that waited for it.
  ///
  /// - Returns: the effect, or nil when it was cancelled or had ended before.
  private func end(
    _ generation: UInt64,
    of node: ScopeNode,
    as result: EffectResult = .completed,
    isolation: isolated (any Actor)?
  ) -> RunningEffect? {
    guard let end = changeLedger({ $0.end(generation) }) else { return nil }
    logEffect("ended", end.work, of: node)
    if node.storedContext?.isPlain != true {
      for observer in node.eventObservers { observer.effect(generation, of: node, didEnd: result) }
    }
    if let next = end.next { startOrLog([next], of: node, isolation: isolation) }
    if end.work.id != nil { discardUnused([end.work.id]) }
    return end.work
  }

  private func cancel(_ effects: [RunningEffect], of node: ScopeNode) {
    guard !effects.isEmpty else { return }
    let observers = node.eventObservers
    for effect in effects { effect.cancel(at: node, observers) }
  }

  func logEffect(_ verb: String, _ effect: RunningEffect, of node: ScopeNode) {
    StatoscopeLogger.log(.effects) { "\(node.typeName) \(verb) \(EffectText(effect.pristine).text)" }
  }

  /// Discards the identifiers that no pending effect has any more.
  func discardUnused(_ used: [EffectID?]) {
    guard staged.isEmpty else { return }
    for case let id? in used where !ledger.contains(id: ObjectIdentifier(id)) { ids.remove(id) }
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

extension ScopeNode {
  /// Delivers an output of an effect.
  final func receive(_ output: EffectOutput, of effect: RunningEffect, isolation: isolated (any Actor)?) {
    guard let participations = effect.participations else {
      return take(output, of: effect, isolation: isolation)
    }
    participations.run { take(output, of: effect, isolation: isolation) }
    // At the end: what its last event has started is waited for, too.
    if output.isEnd { participations.end() }
  }

  private final func take(_ output: EffectOutput, of effect: RunningEffect, isolation: isolated (any Actor)?)
  {
    // A local variable: a chained access to the runtime would last until the end of the event.
    guard let runtime, let handler = effectsHandler else { return }
    // The same observers at the end: by then the scope may have moved.
    let observers = storedContext?.isPlain == true ? [] : eventObservers
    for observer in observers.reversed() { observer.willDeliver(effect.generation, to: self) }
    if let when = handler.accept(output, of: effect.generation, at: self, isolation: isolation) {
      runtime.receive(when, at: self, isolation: isolation)
    }
    for observer in observers { observer.didDeliver(effect.generation, to: self) }
  }
}
