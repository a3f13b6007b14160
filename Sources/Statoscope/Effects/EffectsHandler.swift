/// Starts, lists and cancels the effects of one scope.
///
/// ``EffectsLedger`` decides, this performs. It lives where its scope lives and is never touched from elsewhere:
/// an effect's task comes back to the tree's home before it hands over its result (``EnqueuedEffect``).
///
/// It does not know the type of the scope's events: the tasks of its effects do, and the scope's runtime.
final class EffectsHandler: NodeEffects {
  typealias Operation = EffectsBooks.Operation
  typealias Ledger = EffectsBooks.Ledger

  /// The scope that owns this handler.
  ///
  /// Unsafe and sound: only the scope keeps its handler, and who comes home with a result keeps the scope while it calls here.
  unowned(unsafe) let node: ScopeNode

  /// The same scope, for the tasks of its effects.
  let scope: ScopeReference

  /// Is given each error that an effect threw and nothing mapped, after it was logged.
  var onUnhandledError: ((any Error) -> Void)?

  private var books = EffectsBooks()
  private var lastGeneration: UInt64 = 0
  /// Whether what happens to effects now comes of an update that is over.
  private var isCommitting = false

  /// The event that each effect was enqueued by, in words: an event itself might keep what it carries alive.
  var origins: [UInt64: String] = [:]

  init(node: ScopeNode) {
    self.node = node
    scope = ScopeReference(node)
    scope.home.become(node.context.home)
  }

  deinit {
    for entry in books.ledger.listed where entry.hasStarted { entry.work.cancel() }
  }

  // MARK: What the scope lists

  /// The effects pending or running, oldest first.
  var listed: [Ledger.Entry] { books.ledger.listed }

  /// The same, as the update under way would leave them.
  var listedAfterUpdate: [Ledger.Entry] {
    var outcome = books
    _ = outcome.close()
    return outcome.ledger.listed
  }

  // MARK: What an update asks for

  /// A number that no effect of this scope had.
  func nextGeneration() -> UInt64 {
    lastGeneration += 1
    return lastGeneration
  }

  func stage(_ operation: Operation) {
    guard node.eventPhase == .updating else {
      Misuse.effectsStateOutsideUpdate(scope: node.typeName, operation: operation.name).trap()
    }
    if case .enqueue(let effect) = operation, node.context.isRemoved {
      books.staged.append(.refuse(effect))
    } else {
      books.staged.append(operation)
    }
    node.hasMoreToDo = true
  }

  /// How much has been asked for since the event began; an update that throws is taken back to it.
  var stagedCount: Int { books.staged.count }

  /// Forgets what an update that threw had asked for, and keeps what others asked for before it.
  func discardStaged(after count: Int = 0) {
    // Released after the access: what an effect holds may ask for this scope's effects.
    withExtendedLifetime(books.staged) { books.staged.removeSubrange(count...) }
  }

  /// Does what an update that is over had asked for.
  ///
  /// - Parameter origin: the text of the event that asked for it, made when it is needed.
  /// - Throws: ``EffectIsolationError`` when effects could not start; cancellations are done all the same.
  func commitStaged(startedBy origin: () -> String, isolation: isolated (any Actor)?) throws {
    guard !books.staged.isEmpty else { return }
    let node = node
    if node.context.witness != nil { noteOrigin(of: books.staged, origin()) }
    isCommitting = true
    defer { isCommitting = false }
    let refused = books.refused
    let actions = books.close()
    cancel(actions, of: node)
    let end = Result { try start(actions, of: node, isolation: isolation) }
    books.takeBack(actions)
    try end.get()
    if !refused.isEmpty { throw error(about: refused, of: node, .removedFromTree) }
  }

  // MARK: What the tree asks for

  func cancelAll() {
    withExtendedLifetime(books.staged) { books.staged = [] }
    var actions: [Ledger.Action] = []
    books.ledger.cancelAll(&actions)
    cancel(actions, of: node)
  }

  func leaveTree() {
    books.refuseStaged()
    var actions: [Ledger.Action] = []
    books.ledger.cancelAll(&actions)
    cancel(actions, of: node)
  }

  func move(to home: Home) {
    scope.home.become(home)
  }

  // MARK: How effects end

  /// Reports an error that nothing turned into an event.
  func reportUnhandled(_ error: any Error, of effect: EnqueuedEffect) {
    StatoscopeLogger.log(.errors) {
      """
      the effect \(EffectText(effect.pristine).text) of \(node.typeName) threw \(error), and nothing maps its \
      errors to an event. Enqueue it with .mapToResult().
      """
    }
    onUnhandledError?(error)
  }

  /// Takes note of what an effect came back with.
  ///
  /// - Returns: whether it is an event to be sent now; that of an effect which was cancelled is not.
  func accepts(
    _ delivery: EffectDelivery,
    of generation: UInt64,
    isolation: isolated (any Actor)?
  ) -> Bool {
    switch delivery {
    case .element: return books.ledger[generation] != nil
    case .last: return take(generation, isolation: isolation) != nil
    case .silence: _ = take(generation, isolation: isolation)
    case .failure(let error):
      if let effect = take(generation, as: .failed(error), isolation: isolation) {
        reportUnhandled(error, of: effect)
      }
    }
    return false
  }

  /// Takes an effect that has ended out of the list, and starts the one that waited for it.
  ///
  /// - Returns: the effect, or nil when it was cancelled or has ended before.
  func take(
    _ generation: UInt64,
    as change: EffectChange = .completed,
    isolation: isolated (any Actor)?
  ) -> EnqueuedEffect? {
    guard let end = books.ledger.end(generation) else { return nil }
    let node = node
    logEffect("ended", end.work)
    tellTaps(of: node, generation, change)
    if let next = end.next {
      do { try start([next], of: node, isolation: isolation) } catch {
        StatoscopeLogger.log(.errors) { "\(error)" }
      }
    }
    return end.work
  }

  /// Takes an effect that somebody else ends out of the list, and stops it should it run.
  func takeOver(_ generation: UInt64) -> EnqueuedEffect? {
    books.ledger[generation]?.cancel()
    return take(generation, isolation: nil)
  }

  // MARK: How effects start

  private func cancel(_ actions: [Ledger.Action], of node: ScopeNode) {
    for case .cancel(let generation, let effect) in actions {
      effect.cancel()
      tellTaps(of: node, generation, .cancelled)
    }
  }

  /// Starts effects on the tree's home, which the caller is isolated to when it named an actor.
  private func start(_ actions: [Ledger.Action], of node: ScopeNode, isolation: isolated (any Actor)?)
    throws
  {
    guard actions.contains(where: isToStart) else { return }
    let isLive = (node.injectedValue(for: EffectsExecution.self) ?? .defaultValue) == .live
    if isLive, let isolation { node.settle(on: isolation) }
    let home = isLive ? node.context.home.actor : nil
    if isLive, let reason = reasonToRefuse(home: home, isolation: isolation) {
      throw refuse(actions, of: node, reason)
    }
    for case .start(let generation, let effect) in actions where books.ledger[generation] != nil {
      logEffect("enqueued", effect)
      tellTaps(of: node, generation, .started(effect.pristine))
    }
    guard let home else { return }
    let host = node.effectsHost
    for case .start(let generation, let effect) in actions where books.ledger[generation] != nil {
      if let host { makeKnown(effect, to: host) }
      if isolation != nil { effect.start(isolation: isolation) } else { effect.start(on: home) }
    }
  }

  /// Why effects cannot start now; nil when they can.
  ///
  /// A weak reference to what is being deinitialized is nil: nothing may retain that any more.
  private func reasonToRefuse(
    home: (any Actor)?,
    isolation: (any Actor)?
  ) -> EffectIsolationError.Reason? {
    if scope.node == nil { return .beingDeinitialized }
    if home != nil { return nil }
    return isolation == nil ? .noActor : .beingDeinitialized
  }

  /// Whether an action starts an effect that the same update has not cancelled again.
  private func isToStart(_ action: Ledger.Action) -> Bool {
    guard case .start(let generation, _) = action else { return false }
    return books.ledger[generation] != nil
  }

  private func makeKnown(_ effect: EnqueuedEffect, to host: any EffectsHost) {
    let origin = origins[effect.generation]
    effect.hosted = EffectTask(pristine: effect.pristine, startedBy: origin, host: host)
  }

  /// Removes effects that cannot start from the ledger, with those that are queued behind them.
  private func refuse(
    _ actions: [Ledger.Action],
    of node: ScopeNode,
    _ reason: EffectIsolationError.Reason
  ) -> EffectIsolationError {
    var refused: [EnqueuedEffect] = []
    var refusing = actions
    while let action = refusing.popLast() {
      guard case .start(let generation, _) = action, let end = books.ledger.end(generation) else { continue }
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

  private func tellTaps(
    of node: ScopeNode,
    _ generation: UInt64,
    _ change: @autoclosure () -> EffectChange
  ) {
    for tap in node.taps { tap.effect(generation, of: node, change(), ofUpdate: isCommitting) }
  }

  private func logEffect(_ verb: String, _ effect: EnqueuedEffect) {
    StatoscopeLogger.log(.effects) { "\(node.typeName) \(verb) \(EffectText(effect.pristine).text)" }
  }
}
