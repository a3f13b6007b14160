/// The requests of one update concerning the scope's effects, until the update has returned.
struct StagedEffects {
  typealias Ledger = EffectsLedger<EffectID, EnqueuedEffect>

  enum Operation {
    case enqueue(EnqueuedEffect)
    /// An effect of a scope that was removed from its tree: it is reported and never starts.
    case refuse(EnqueuedEffect)
    case cancel([UInt64])
    indirect case cancelID(EffectID)
    case cancelAll
  }

  private(set) var operations: [Operation] = []

  /// The decisions of the ledger about the requests.
  var actions = Ledger.Actions()

  mutating func append(_ operation: Operation) {
    operations.append(operation)
  }

  /// Removes the operations after the first few.
  mutating func removeAll(after count: Int) {
    operations.removeSubrange(count...)
  }

  /// Marks all effects to be enqueued as refused, because their scope has left its tree.
  mutating func refuseAll() {
    operations = operations.map { operation in
      if case .enqueue(let effect) = operation { .refuse(effect) } else { operation }
    }
  }

  /// Removes all requests, and keeps the capacity, so that updates need not allocate.
  mutating func removeAll() {
    actions.cancelled = []
    guard operations.count < 64 else { return self = StagedEffects() }
    // Removing one by one takes a tenth of the time of `removeAll(keepingCapacity:)`, and usually there is
    // one.
    while operations.popLast() != nil {}
    while actions.started.popLast() != nil {}
  }
}

extension [StagedEffects.Operation] {
  /// The effects to be enqueued.
  var enqueued: [EnqueuedEffect] {
    compactMap { if case .enqueue(let effect) = $0 { effect } else { nil } }
  }

  /// The effects to be reported because their scope was removed.
  var refused: [EnqueuedEffect] {
    compactMap { if case .refuse(let effect) = $0 { effect } else { nil } }
  }
}

extension EffectsLedger<EffectID, EnqueuedEffect> {
  /// Decides about all requests of an update, in order.
  ///
  /// - Parameter actions: receives the actions that follow.
  mutating func apply(_ operations: [StagedEffects.Operation], _ actions: inout Actions) {
    for operation in operations {
      switch operation {
      case .enqueue(let effect):
        enqueue(effect, generation: effect.generation, id: effect.id, policy: effect.policy, &actions)
      case .refuse: break
      case .cancel(let generations): cancel(generations, &actions)
      case .cancelID(let id): cancel(id: id, &actions)
      case .cancelAll: cancelAll(&actions)
      }
    }
  }
}

extension StagedEffects.Operation {
  /// The name of the corresponding method of ``EffectsState``.
  var name: String {
    switch self {
    case .enqueue, .refuse: "enqueue"
    case .cancel, .cancelID: "cancelEffect"
    case .cancelAll: "cancelAllEffects"
    }
  }
}
