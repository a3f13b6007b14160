/// Starts, lists and cancels the effects of one scope.
///
/// ``EffectsLedger`` decides, this performs. It lives where its scope lives and is never touched from elsewhere:
/// an effect's task comes back to the tree's home before it hands over its result (``EffectCourier``).
final class EffectsHandler<When: Sendable>: NodeEffects {
  /// What an update asked for; it is done when the update is over.
  enum Operation {
    case enqueue(EnqueuedEffect<When>, generation: UInt64, id: AnyHashable?, policy: EffectPolicy)
    case cancel([UInt64])
    case cancelID(AnyHashable)
    case cancelAll
  }

  /// What comes back from an effect: an element of a stream, or the end, with an event unless a stream has none.
  enum Delivery: Sendable {
    case element(When)
    case end(Result<When?, any Error>)
  }

  typealias Ledger = EffectsLedger<EnqueuedEffect<When>>

  /// Hands an event to the scope; the scope is passed along so that nothing here keeps it.
  typealias Send = (_ node: ScopeNode, _ when: When, _ isolation: isolated (any Actor)?) -> Void

  /// The scope that owns this handler.
  ///
  /// Unsafe and sound: only the scope keeps its handler, and a courier keeps the scope while it calls here.
  private unowned(unsafe) let node: ScopeNode
  private let send: Send

  /// Is given each error that an effect threw and nothing mapped, after it was logged.
  var onUnhandledError: ((any Error) -> Void)?

  /// Follows the tree's home for the couriers, also when this scope moves to another tree.
  private let home = Home()
  private var ledger = Ledger()
  private var staged: [Operation] = []
  private var running: [UInt64: RunningEffect] = [:]
  private var lastGeneration: UInt64 = 0

  /// The event that each effect was enqueued by, in words: an event itself might keep what it carries alive.
  var origins: [UInt64: String] = [:]

  init(node: ScopeNode, send: @escaping Send) {
    self.node = node
    self.send = send
    home.become(node.context.home)
  }

  deinit {
    for effect in running.values { effect.cancel() }
  }

  // MARK: What the scope lists

  /// The effects pending or running, oldest first.
  var listed: [Ledger.Entry] { ledger.listed }

  /// The same, as the update under way would leave them.
  var listedAfterUpdate: [Ledger.Entry] {
    guard !staged.isEmpty else { return ledger.listed }
    var outcome = ledger
    for operation in staged { _ = outcome.apply(operation) }
    return outcome.listed
  }

  // MARK: What an update asks for

  func stageEffect(_ effect: AnyEffect<When>, id: AnyHashable?, policy: EffectPolicy) {
    lastGeneration += 1
    let work = EnqueuedEffect(effect: effect, injection: node.effectInjection)
    stage(.enqueue(work, generation: lastGeneration, id: id, policy: policy))
  }

  func stage(_ operation: Operation) {
    guard node.isHandlingEvents else {
      Misuse.effectsStateOutsideUpdate(scope: node.typeName, operation: operation.name).trap()
    }
    staged.append(operation)
    node.hasMoreToDo = true
  }

  /// How much has been asked for since the event began; an update that throws is taken back to it.
  var stagedCount: Int { staged.count }

  /// Forgets what an update that threw had asked for, and keeps what others asked for before it.
  func discardStaged(after count: Int = 0) {
    staged.removeSubrange(count...)
  }

  /// Does what an update that is over had asked for.
  ///
  /// - Throws: ``EffectIsolationError`` when effects could not start; cancellations are done all the same.
  func commitStaged(startedBy when: When, isolation: isolated (any Actor)?) throws {
    guard !staged.isEmpty else { return }
    let operations = staged
    staged = []
    if node.context.witness != nil { noteOrigin(of: operations, when) }
    try perform(operations.flatMap { ledger.apply($0) }, isolation: isolation)
  }

  // MARK: What the tree asks for

  func cancelAll() {
    staged = []
    for action in ledger.cancelAll() { if case .cancel(let generation) = action { cancel(generation) } }
  }

  func move(to home: Home) {
    self.home.become(home)
  }

  // MARK: How effects end

  /// Sends the event that an effect under way came back with; does nothing for one that was cancelled.
  func receive(_ delivery: Delivery, of generation: UInt64, isolation: isolated (any Actor)?) {
    switch delivery {
    case .element(let when):
      if ledger[generation] != nil { send(node, when, isolation) }
    case .end(let end):
      guard let effect = take(generation, isolation: isolation) else { return }
      switch end {
      case .success(let when): if let when { send(node, when, isolation) }
      case .failure(let error): reportUnhandled(error, of: effect)
      }
    }
  }

  /// Reports an error that nothing turned into an event.
  func reportUnhandled(_ error: any Error, of effect: AnyEffect<When>) {
    StatoscopeLogger.log(.errors) {
      """
      the effect \(effect.pristine) of \(node.typeName) threw \(error), and nothing maps its errors to an event. \
      Enqueue it with .mapToResult().
      """
    }
    onUnhandledError?(error)
  }

  /// Takes an effect that has ended out of the list, and starts the one that waited for it.
  ///
  /// - Returns: the effect, or nil when it was cancelled or has ended before.
  func take(_ generation: UInt64, isolation: isolated (any Actor)?) -> AnyEffect<When>? {
    guard let effect = ledger[generation]?.work.effect, let actions = ledger.end(generation) else {
      return nil
    }
    running[generation] = nil
    logEffect("ended", effect)
    do { try perform(actions, isolation: isolation) } catch {
      StatoscopeLogger.log(.errors) { "\(error)" }
    }
    return effect
  }

  /// Takes an effect that somebody else ends out of the list, and stops it should it run.
  func takeOver(_ generation: UInt64) -> AnyEffect<When>? {
    cancel(generation)
    return take(generation, isolation: nil)
  }

  // MARK: How effects start

  private func perform(_ actions: [Ledger.Action], isolation: isolated (any Actor)?) throws {
    var starting: [Ledger.Entry] = []
    for action in actions {
      switch action {
      case .cancel(let generation): cancel(generation)
      // An effect enqueued and cancelled by one update is not in the ledger any more, and never starts.
      case .start(let generation): if let entry = ledger[generation] { starting.append(entry) }
      }
    }
    guard !starting.isEmpty else { return }
    for entry in starting { logEffect("enqueued", entry.work.effect) }
    guard node.injectedValue(for: EffectsExecution.self) ?? .live == .live else { return }
    try start(starting, isolation: isolation)
  }

  private func start(_ entries: [Ledger.Entry], isolation: isolated (any Actor)?) throws {
    if let named = isolation {
      node.context.settleAnew(on: named)
      for entry in entries {
        running[entry.generation] = courier(for: entry).launch(isolation: isolation)
      }
      return
    }
    guard let home = node.homeOfUnnamedPlace else {
      throw refuse(entries)
    }
    for entry in entries {
      running[entry.generation] = courier(for: entry).launch(assumingIsolatedTo: home)
    }
  }

  private func courier(for entry: Ledger.Entry) -> EffectCourier<When> {
    let hosted = node.effectsHost.map { host in
      EffectTask(pristine: entry.work.effect.pristine, startedBy: origins[entry.generation], host: host)
    }
    return EffectCourier(
      work: entry.work,
      generation: entry.generation,
      node: node,
      home: home,
      withdrawal: EffectWithdrawal(hosted: hosted)
    )
  }

  /// Takes effects that cannot start out of the ledger again, with those that wait for them.
  private func refuse(_ entries: [Ledger.Entry]) -> EffectIsolationError {
    var refused: [String] = []
    var generations = entries.map(\.generation)
    while let generation = generations.popLast() {
      guard let entry = ledger[generation] else { continue }
      refused.append("\(entry.work.effect.pristine)")
      for case .start(let next) in ledger.end(generation) ?? [] { generations.append(next) }
    }
    return EffectIsolationError(
      scope: node.typeName,
      effects: refused.reversed(),
      livesOnMainActor: node.context.home.actor === MainActor.shared
    )
  }

  private func cancel(_ generation: UInt64) {
    running.removeValue(forKey: generation)?.cancel()
  }

  private func logEffect(_ verb: String, _ effect: AnyEffect<When>) {
    StatoscopeLogger.log(.effects) { "\(node.typeName) \(verb) \(effect.pristine)" }
  }
}

extension EffectsLedger {
  /// Does what one operation of an update asks for.
  mutating func apply<When>(_ operation: EffectsHandler<When>.Operation) -> [Action]
  where Work == EnqueuedEffect<When> {
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
