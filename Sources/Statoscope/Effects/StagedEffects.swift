/// What one scope's update has asked for of its effects, until the update is over.
struct StagedEffects {
  typealias Ledger = EffectsLedger<EnqueuedEffect>

  enum Operation {
    case enqueue(EnqueuedEffect)
    /// An effect of a scope that was removed from its tree: it is reported and never starts.
    case refuse(EnqueuedEffect)
    case cancel([UInt64])
    indirect case cancelID(EffectID)
    case cancelAll
  }

  private(set) var operations: [Operation] = []

  /// Empty between updates, and kept so that not each of them allocates lists.
  private var spareOperations: [Operation] = []
  private var spareActions: [Ledger.Action] = []

  mutating func append(_ operation: Operation) {
    operations.append(operation)
  }

  /// Removes the operations after the first few.
  mutating func removeAll(after count: Int) {
    operations.removeSubrange(count...)
  }

  /// Refuses all effects to be enqueued, because their scope has left its tree.
  mutating func refuseAll() {
    operations = operations.map { operation in
      if case .enqueue(let effect) = operation { .refuse(effect) } else { operation }
    }
  }

  /// Takes all operations out, with a list for the actions that they lead to.
  mutating func take() -> (operations: [Operation], actions: [Ledger.Action]) {
    let taken = (operations, spareActions)
    (operations, spareOperations, spareActions) = (spareOperations, [], [])
    return taken
  }

  /// Keeps the memory of two lists, emptied by the caller: what they held may run the app's code when it is released.
  mutating func recycle(_ operations: consuming [Operation], _ actions: consuming [Ledger.Action]) {
    guard operations.capacity < 64, actions.capacity < 64 else { return }
    (spareOperations, spareActions) = (operations, actions)
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

extension EffectsLedger<EnqueuedEffect> {
  /// Decides about all that an update asks for, in order.
  ///
  /// - Parameter actions: what is to be done is put behind what is in it.
  mutating func apply(_ operations: [StagedEffects.Operation], _ actions: inout [Action]) {
    for operation in operations {
      switch operation {
      case .enqueue(let effect):
        enqueue(effect, generation: effect.generation, id: effect.ledgerID, policy: effect.policy, &actions)
      case .refuse: break
      case .cancel(let generations): cancel(generations, &actions)
      case .cancelID(let id): cancel(id: AnyHashable(id), &actions)
      case .cancelAll: cancelAll(&actions)
      }
    }
  }
}

extension StagedEffects.Operation {
  /// The method of ``EffectsState`` that asks for it.
  var name: String {
    switch self {
    case .enqueue, .refuse: "enqueue"
    case .cancel, .cancelID: "cancelEffect"
    case .cancelAll: "cancelAllEffects"
    }
  }
}
