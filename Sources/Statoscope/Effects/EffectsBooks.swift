/// What a scope's effects are decided by: which are under way, and what an update has asked for.
struct EffectsBooks {
  typealias Ledger = EffectsLedger<EnqueuedEffect>

  /// What an update asked for; it is done when the update is over.
  enum Operation {
    case enqueue(EnqueuedEffect)
    /// An effect of a scope that was removed from its tree: it is reported and never starts.
    case refuse(EnqueuedEffect)
    case cancel([UInt64])
    indirect case cancelID(AnyHashable)
    case cancelAll
  }

  var ledger = Ledger()
  var staged: [Operation] = []
  /// Empty between updates, and kept so that not each of them allocates a list.
  private var spareActions: [Ledger.Action] = []

  /// Refuses all effects that were asked for, because their scope has left its tree.
  mutating func refuseStaged() {
    for case (let index, .enqueue(let effect)) in zip(staged.indices, staged) {
      staged[index] = .refuse(effect)
    }
  }

  /// The effects that were asked for and must not start.
  var refused: [EnqueuedEffect] {
    staged.compactMap { if case .refuse(let effect) = $0 { effect } else { nil } }
  }

  /// Decides about all that was asked for, and says what is to be done.
  mutating func close() -> [Ledger.Action] {
    var actions: [Ledger.Action] = []
    swap(&actions, &spareActions)
    for operation in staged { ledger.apply(operation, &actions) }
    staged.removeAll(keepingCapacity: staged.count < 64)
    return actions
  }

  /// Takes back the list of what has been done by now.
  mutating func takeBack(_ actions: consuming [Ledger.Action]) {
    guard actions.count < 64 else { return }
    actions.removeAll(keepingCapacity: true)
    spareActions = actions
  }
}

extension EffectsLedger<EnqueuedEffect> {
  /// Does what one operation of an update asks for.
  fileprivate mutating func apply(_ operation: EffectsBooks.Operation, _ actions: inout [Action]) {
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

extension EffectsBooks.Operation {
  var name: String {
    switch self {
    case .enqueue, .refuse: "enqueue"
    case .cancel, .cancelID: "cancelEffect"
    case .cancelAll: "cancelAllEffects"
    }
  }
}
