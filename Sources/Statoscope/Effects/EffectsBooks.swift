/// What a scope's effects are decided by: which are under way, and what an update has asked for.
struct EffectsBooks {
  typealias Ledger = EffectsLedger<EnqueuedEffect>

  /// What an update asked for; it is done when the update is over.
  enum Operation {
    case enqueue(EnqueuedEffect)
    case cancel([UInt64])
    indirect case cancelID(AnyHashable)
    case cancelAll
  }

  var ledger = Ledger()
  var staged: [Operation] = []
  /// Empty between updates, and kept so that not each of them allocates a list.
  private var spareActions: [Ledger.Action] = []

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
    case .cancel(let generations): cancel(generations, &actions)
    case .cancelID(let id): cancel(id: id, &actions)
    case .cancelAll: cancelAll(&actions)
    }
  }
}

extension EffectsBooks.Operation {
  var name: String {
    switch self {
    case .enqueue: "enqueue"
    case .cancel, .cancelID: "cancelEffect"
    case .cancelAll: "cancelAllEffects"
    }
  }
}
