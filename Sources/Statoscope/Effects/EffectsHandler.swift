/// Starts, lists and cancels the effects of one scope.
///
/// ``EffectsLedger`` decides, this performs. It lives where its scope lives and is never touched from elsewhere:
/// an effect's task comes back to the tree's home before it hands over its result (``EffectCourier``).
///
/// It does not know the type of the scope's events; ``TypedEffectsHandler`` does.
class EffectsHandler: NodeEffects {
  /// What an update asked for; it is done when the update is over.
  enum Operation {
    case enqueue(EnqueuedEffect, generation: UInt64, id: AnyHashable?, policy: EffectPolicy)
    case cancel([UInt64])
    case cancelID(AnyHashable)
    case cancelAll
  }

  typealias Ledger = EffectsLedger<EnqueuedEffect>

  /// The scope that owns this handler.
  ///
  /// Unsafe and sound: only the scope keeps its handler, and a courier keeps the scope while it calls here.
  final unowned(unsafe) let node: ScopeNode

  /// The same scope, for the tasks of its effects.
  private final let scope: ScopeReference

  /// Is given each error that an effect threw and nothing mapped, after it was logged.
  final var onUnhandledError: ((any Error) -> Void)?

  /// Follows the tree's home for the couriers, also when this scope moves to another tree.
  private final let home = Home()
  private final var ledger = Ledger()
  private final var staged: [Operation] = []
  private final var running: [UInt64: RunningEffect] = [:]
  private final var lastGeneration: UInt64 = 0
  /// Whether what happens to effects now comes of an update that is over.
  private final var isCommitting = false

  /// The event that each effect was enqueued by, in words: an event itself might keep what it carries alive.
  final var origins: [UInt64: String] = [:]

  fileprivate init(node: ScopeNode) {
    self.node = node
    scope = ScopeReference(node)
    home.become(node.context.home)
  }

  deinit {
    for effect in running.values { effect.cancel() }
  }

  // MARK: What the scope lists

  /// The effects pending or running, oldest first.
  final var listed: [Ledger.Entry] { ledger.listed }

  /// The same, as the update under way would leave them.
  final var listedAfterUpdate: [Ledger.Entry] {
    guard !staged.isEmpty else { return ledger.listed }
    var outcome = ledger
    for operation in staged { _ = outcome.apply(operation) }
    return outcome.listed
  }

  // MARK: What an update asks for

  final func stageEffect(_ work: EnqueuedEffect, id: AnyHashable?, policy: EffectPolicy) {
    lastGeneration += 1
    stage(.enqueue(work, generation: lastGeneration, id: id, policy: policy))
  }

  final func stage(_ operation: Operation) {
    guard node.isHandlingEvents else {
      Misuse.effectsStateOutsideUpdate(scope: node.typeName, operation: operation.name).trap()
    }
    staged.append(operation)
    node.hasMoreToDo = true
  }

  /// How much has been asked for since the event began; an update that throws is taken back to it.
  final var stagedCount: Int { staged.count }

  /// Forgets what an update that threw had asked for, and keeps what others asked for before it.
  final func discardStaged(after count: Int = 0) {
    staged.removeSubrange(count...)
  }

  /// Does what an update that is over had asked for.
  ///
  /// - Throws: ``EffectIsolationError`` when effects could not start; cancellations are done all the same.
  ///
  /// - Parameter origin: the event that asked for it, in words; asked for when somebody wants to know.
  final func commitStaged(startedBy origin: () -> String, isolation: isolated (any Actor)?) throws {
    guard !staged.isEmpty else { return }
    if node.context.witness != nil { noteOrigin(of: staged, origin()) }
    isCommitting = true
    defer { isCommitting = false }
    var starting: [Ledger.Entry] = []
    for operation in staged { perform(ledger.apply(operation), &starting) }
    staged.removeAll(keepingCapacity: true)
    try start(starting, isolation: isolation)
  }

  // MARK: What the tree asks for

  final func cancelAll() {
    staged = []
    for action in ledger.cancelAll() {
      if case .cancel(let generation) = action {
        cancel(generation)
        tellTaps(of: generation, .cancelled)
      }
    }
  }

  final func move(to home: Home) {
    self.home.become(home)
  }

  // MARK: How effects end

  /// Reports an error that nothing turned into an event.
  final func reportUnhandled(_ error: any Error, of effect: EnqueuedEffect) {
    StatoscopeLogger.log(.errors) {
      """
      the effect \(EffectText(effect.pristine).text) of \(node.typeName) threw \(error), and nothing maps its \
      errors to an event. Enqueue it with .mapToResult().
      """
    }
    onUnhandledError?(error)
  }

  final func isUnderWay(_ generation: UInt64) -> Bool { ledger[generation] != nil }

  /// Takes an effect that has ended out of the list, and starts the one that waited for it.
  ///
  /// - Returns: the effect, or nil when it was cancelled or has ended before.
  final func take(
    _ generation: UInt64,
    as end: EffectChange = .completed,
    isolation: isolated (any Actor)?
  ) -> EnqueuedEffect? {
    guard let effect = ledger[generation]?.work, let actions = ledger.end(generation) else {
      return nil
    }
    running[generation] = nil
    logEffect("ended", effect)
    tellTaps(of: generation, end)
    guard !actions.isEmpty else { return effect }
    var starting: [Ledger.Entry] = []
    perform(actions, &starting)
    do { try start(starting, isolation: isolation) } catch {
      StatoscopeLogger.log(.errors) { "\(error)" }
    }
    return effect
  }

  /// Takes an effect that somebody else ends out of the list, and stops it should it run.
  final func takeOver(_ generation: UInt64) -> EnqueuedEffect? {
    cancel(generation)
    return take(generation, isolation: nil)
  }

  // MARK: How effects start

  /// Does at once what is to be cancelled, and notes what is to be started when all is decided.
  private final func perform(_ actions: [Ledger.Action], _ starting: inout [Ledger.Entry]) {
    for action in actions {
      switch action {
      case .cancel(let generation):
        cancel(generation)
        tellTaps(of: generation, .cancelled)
      case .start(let generation): if let entry = ledger[generation] { starting.append(entry) }
      }
    }
  }

  private final func start(_ decided: [Ledger.Entry], isolation: isolated (any Actor)?) throws {
    // An effect enqueued and cancelled by one update is not in the ledger any more, and never starts.
    let entries = decided.count == 1 ? decided : decided.filter { ledger[$0.generation] != nil }
    guard !entries.isEmpty else { return }
    for entry in entries {
      logEffect("enqueued", entry.work)
      tellTaps(of: entry.generation, .started(entry.work.pristine))
    }
    guard node.injectedValue(for: EffectsExecution.self) ?? .defaultValue == .live else { return }
    if let named = isolation {
      node.context.settle(on: named)
      for entry in entries {
        running[entry.generation] = entry.work.launch(run(of: entry), isolation: isolation)
      }
      return
    }
    guard let home = node.homeOfUnnamedPlace else {
      throw refuse(entries)
    }
    for entry in entries {
      running[entry.generation] = launch(entry, assumingIsolatedTo: home)
    }
  }

  /// Starts an effect on the tree's home, after a check at run time that this is where we are.
  private final func launch<Owner: Actor>(_ entry: Ledger.Entry, assumingIsolatedTo home: Owner)
    -> RunningEffect
  {
    let (work, run) = (entry.work, run(of: entry))
    return home.assumeIsolated { home in work.launch(run, isolation: home) }
  }

  private final func run(of entry: Ledger.Entry) -> EffectRun {
    let hosted = node.effectsHost.map { host in
      EffectTask(pristine: entry.work.pristine, startedBy: origins[entry.generation], host: host)
    }
    return EffectRun(generation: entry.generation, scope: scope, home: home, hosted: hosted)
  }

  /// Takes effects that cannot start out of the ledger again, with those that wait for them.
  private final func refuse(_ entries: [Ledger.Entry]) -> EffectIsolationError {
    var refused: [String] = []
    var generations = entries.map(\.generation)
    while let generation = generations.popLast() {
      guard let entry = ledger[generation] else { continue }
      refused.append(EffectText(entry.work.pristine).text)
      tellTaps(of: generation, .cancelled)
      for case .start(let next) in ledger.end(generation) ?? [] { generations.append(next) }
    }
    return EffectIsolationError(
      scope: node.typeName,
      effects: refused.reversed(),
      livesOnMainActor: node.context.home.actor === MainActor.shared
    )
  }

  private final func cancel(_ generation: UInt64) {
    running.removeValue(forKey: generation)?.cancel()
  }

  private final func tellTaps(of generation: UInt64, _ change: @autoclosure () -> EffectChange) {
    for tap in node.taps { tap.effect(generation, of: node, change(), ofUpdate: isCommitting) }
  }

  private final func logEffect(_ verb: String, _ effect: EnqueuedEffect) {
    StatoscopeLogger.log(.effects) { "\(node.typeName) \(verb) \(EffectText(effect.pristine).text)" }
  }
}

/// The effects of a scope whose type of event is known.
final class TypedEffectsHandler<When: Sendable>: EffectsHandler {
  /// Hands an event to the scope; the scope is passed along so that nothing here keeps it.
  typealias Send = (_ node: ScopeNode, _ when: When, _ isolation: isolated (any Actor)?) -> Void

  private let send: Send

  init(node: ScopeNode, send: @escaping Send) {
    self.send = send
    super.init(node: node)
  }

  /// Sends the event that an effect under way came back with; does nothing for one that was cancelled.
  func receive(
    _ delivery: EffectCourier<When>.Delivery,
    of generation: UInt64,
    isolation: isolated (any Actor)?
  ) {
    // The same ones at its end: by then the scope may be elsewhere.
    let taps = node.taps
    for tap in taps { tap.deliveryBegins(of: generation, to: node) }
    defer { for tap in taps { tap.deliveryEnds() } }
    switch delivery {
    case .element(let when): if isUnderWay(generation) { send(node, when, isolation) }
    case .last(let when): if take(generation, isolation: isolation) != nil { send(node, when, isolation) }
    case .silence: _ = take(generation, isolation: isolation)
    case .failure(let error):
      if let effect = take(generation, as: .failed(error), isolation: isolation) {
        reportUnhandled(error, of: effect)
      }
    }
  }
}

extension EffectsLedger<EnqueuedEffect> {
  /// Does what one operation of an update asks for.
  mutating func apply(_ operation: EffectsHandler.Operation) -> [Action] {
    switch operation {
    case .enqueue(let work, let generation, let id, let policy):
      enqueue(work, generation: generation, id: id, policy: policy)
    case .cancel(let generations): cancel(generations)
    case .cancelID(let id): cancel(id: id)
    case .cancelAll: cancelAll()
    }
  }
}

extension EffectsHandler.Operation {
  var name: String {
    switch self {
    case .enqueue: "enqueue"
    case .cancel, .cancelID: "cancelEffect"
    case .cancelAll: "cancelAllEffects"
    }
  }
}
