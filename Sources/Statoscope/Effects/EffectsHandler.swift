/// The object that enqueues, starts, lists and cancels the effects of one scope.
///
/// ``EffectsLedger`` decides, the handler performs. It is used only where its scope lives: an effect's task
/// returns to the tree's home before it delivers its result (``EnqueuedEffect``). It does not retain its
/// scope, which calls it.
@usableFromInline
final class EffectsHandler: NodeEffects {
  typealias Ledger = StagedEffects.Ledger

  /// A closure for each unmapped error of an effect, called after the error is logged.
  private(set) var onUnhandledError: ((any Error) -> Void)?

  /// A reference to the scope, for the tasks of its effects.
  private var scope: ScopeReference

  private var ledger = Ledger()
  private var staged = StagedEffects()
  private var lastGeneration: UInt64 = 0

  /// Descriptions of the events that enqueued effects: an event itself might retain its associated values.
  var origins: [UInt64: String] = [:]

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

  // MARK: The list of effects

  /// The effects that are pending or running, oldest first.
  var listed: [Ledger.Entry] { ledger.listed }

  /// The same list after the commit of the current update.
  var listedAfterUpdate: [Ledger.Entry] {
    var (outcome, actions) = (ledger, Ledger.Actions())
    outcome.apply(staged.operations, &actions)
    return outcome.listed
  }

  // MARK: Requests of an update

  /// Adds an effect that is enqueued when the update has returned.
  @usableFromInline
  func stage(_ effect: consuming any EventEffect, id: EffectID?, policy: EffectPolicy, of node: ScopeNode) {
    lastGeneration += 1
    let enqueued = EnqueuedEffect(
      effect,
      generation: lastGeneration,
      id: id,
      policy: policy,
      scope: scope,
      injection: node.effectInjection
    )
    stage(node.context.isRemoved ? .refuse(enqueued) : .enqueue(enqueued), of: node)
  }

  func stage(_ operation: StagedEffects.Operation, of node: ScopeNode) {
    guard node.eventPhase == .updating else {
      Misuse.effectsStateOutsideUpdate(scope: node.typeName, operation: operation.name).trap()
    }
    staged.append(operation)
    node.hasMoreToDo = true
  }

  /// The number of requests since the event began; an update that throws is rolled back to it.
  var stagedCount: Int { staged.operations.count }

  /// Discards the requests of an update that threw, and keeps earlier ones.
  func discardStaged(after count: Int = 0) {
    // Released after the access: the `deinit` of an effect's values may use this scope's effects.
    withExtendedLifetime(staged.operations) { staged.removeAll(after: count) }
  }

  /// Performs the requests of an update that has returned.
  ///
  /// - Parameter event: describes the event of the update, on demand.
  /// - Throws: ``EffectIsolationError`` when effects could not start; cancellations are performed
  ///   nevertheless.
  func commitStaged(of node: ScopeNode, startedBy event: () -> String, isolation: isolated (any Actor)?)
    throws
  {
    var committed = StagedEffects()
    swap(&committed, &staged)
    if node.context.hookCounts.effectOrigins > 0 { noteOrigin(of: committed.operations.enqueued, event()) }
    ledger.apply(committed.operations, &committed.actions)
    cancel(committed.actions.cancelled, of: node)
    // Effects that the same update has cancelled again do not start.
    if !committed.actions.cancelled.isEmpty { committed.actions.started.removeAll(where: \.isCancelled) }
    var failure: (any Error)?
    do { try start(committed.actions.started, of: node, isolation: isolation) } catch { failure = error }
    let refused = committed.operations.refused
    committed.removeAll()
    staged = committed
    if let failure { throw failure }
    if !refused.isEmpty { throw error(about: refused, of: node, .removedFromTree) }
  }

  // MARK: Requests of the tree

  func cancelAll(of node: ScopeNode) {
    discardStaged()
    cancelInFlight(of: node)
  }

  /// Cancels the effects that satisfy a predicate, and starts those that waited for one of them.
  func cancel(of node: ScopeNode, where isNamed: (_ effect: any Effect) -> Bool) {
    let named = ledger.listed.filter { isNamed($0.work.pristine) }
    guard !named.isEmpty else { return }
    var actions = Ledger.Actions()
    ledger.cancel(named.map(\.generation), &actions)
    cancel(actions.cancelled, of: node)
    do { try start(actions.started, of: node, isolation: nil) } catch {
      StatoscopeLogger.log(.errors) { "\(error)" }
    }
  }

  func leaveTree(_ node: ScopeNode) {
    scope = ScopeReference(node, home: node.context.home)
    withExtendedLifetime(staged.operations) { staged.refuseAll() }
    cancelInFlight(of: node)
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
    case .last(let when): return end(generation, of: node, isolation: isolation) == nil ? nil : when
    case .end: _ = end(generation, of: node, isolation: isolation)
    case .failure(let error):
      if let effect = end(generation, of: node, as: .failed(error), isolation: isolation) {
        reportUnhandled(error, of: effect, at: node)
      }
    }
    return nil
  }

  /// Ends an effect by hand, and cancels its task if it is running.
  func endByHand(_ generation: UInt64, of node: ScopeNode) -> EnqueuedEffect? {
    ledger[generation]?.cancel()
    return end(generation, of: node, isolation: nil)
  }

  /// Removes an effect that has ended from the ledger, and starts the one that waited for it.
  ///
  /// - Returns: the effect, or nil when it was cancelled or had ended before.
  private func end(
    _ generation: UInt64,
    of node: ScopeNode,
    as change: EffectChange = .completed,
    isolation: isolated (any Actor)?
  ) -> EnqueuedEffect? {
    guard let end = ledger.end(generation) else { return nil }
    logEffect("ended", end.work, of: node)
    announce(of: node, generation, change)
    if let next = end.next {
      do { try start([next], of: node, isolation: isolation) } catch {
        StatoscopeLogger.log(.errors) { "\(error)" }
      }
    }
    return end.work
  }

  /// Reports an error that no map turned into an event.
  private func reportUnhandled(_ error: any Error, of effect: EnqueuedEffect, at node: ScopeNode) {
    StatoscopeLogger.log(.errors) {
      """
      the effect \(EffectText(effect.pristine).text) of \(node.typeName) threw \(error), and nothing maps its \
      errors to an event. Enqueue it with .mapToResult().
      """
    }
    onUnhandledError?(error)
  }

  private func cancelInFlight(of node: ScopeNode) {
    var actions = Ledger.Actions()
    ledger.cancelAll(&actions)
    cancel(actions.cancelled, of: node)
  }

  private func cancel(_ effects: [EnqueuedEffect], of node: ScopeNode) {
    for effect in effects {
      effect.cancel()
      announce(of: node, effect.generation, .cancelled)
    }
  }

  // MARK: Starts of effects

  /// Starts effects on the tree's home; the caller is isolated to it if it named an actor.
  private func start(_ effects: [EnqueuedEffect], of node: ScopeNode, isolation: isolated (any Actor)?) throws
  {
    guard !effects.isEmpty else { return }
    let isLive = !node.listsEffectsOnly
    let home = isLive ? home(of: node, isolation) : nil
    if isLive, let reason = reasonToRefuse(home: home, isolation: isolation) {
      throw refuse(effects, of: node, reason)
    }
    let (performer, origins) = (node.effectPerformer, origins)
    for effect in effects where !effect.isCancelled {
      logEffect("enqueued", effect, of: node)
      announce(of: node, effect.generation, .started(effect.pristine))
      if let home {
        effect.start(by: performer, startedBy: origins[effect.generation], at: home, isolation: isolation)
      }
    }
  }

  /// Returns the tree's home, which is the actor that the caller named, if any.
  private func home(of node: ScopeNode, _ isolation: (any Actor)?) -> (any Actor)? {
    let known = node.context.actor
    guard let isolation, known !== isolation else { return known }
    node.settle(on: isolation)
    return node.context.actor
  }

  /// Returns the reason why effects cannot start now; nil when they can.
  ///
  /// A weak reference to an object in `deinit` is nil: nothing may retain it any more.
  private func reasonToRefuse(home: (any Actor)?, isolation: (any Actor)?) -> EffectIsolationError.Reason? {
    if scope.node == nil { return .beingDeinitialized }
    if home != nil { return nil }
    return isolation == nil ? .noActor : .beingDeinitialized
  }

  /// Removes effects that cannot start from the ledger, and those queued behind them.
  private func refuse(
    _ effects: [EnqueuedEffect],
    of node: ScopeNode,
    _ reason: EffectIsolationError.Reason
  ) -> EffectIsolationError {
    var refused: [EnqueuedEffect] = []
    var refusing = effects
    while let effect = refusing.popLast() {
      guard let end = ledger.end(effect.generation) else { continue }
      refused.append(end.work)
      if let next = end.next { refusing.append(next) }
    }
    return error(about: refused.reversed(), of: node, reason)
  }

  private func error(
    about effects: [EnqueuedEffect],
    of node: ScopeNode,
    _ reason: EffectIsolationError.Reason
  ) -> EffectIsolationError {
    EffectIsolationError(
      scope: node.typeName,
      effects: effects.map { EffectText($0.pristine).text },
      reason: reason
    )
  }

  private func announce(
    of node: ScopeNode,
    _ generation: UInt64,
    _ change: @autoclosure () -> EffectChange
  ) {
    for observer in node.eventObservers {
      observer.effect(generation, of: node, did: change())
    }
  }

  private func logEffect(_ verb: String, _ effect: EnqueuedEffect, of node: ScopeNode) {
    StatoscopeLogger.log(.effects) { "\(node.typeName) \(verb) \(EffectText(effect.pristine).text)" }
  }
}
