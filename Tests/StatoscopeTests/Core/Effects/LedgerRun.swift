import Statoscope

/// One ledger and all that happened to it.
struct LedgerRun {
  /// What the ledger said and was given about one effect.
  private struct Fate {
    let id: String?
    let policy: EffectPolicy
    var starts = 0
    var ends = 0
    var cancels = 0
  }

  private typealias Actions = EffectsLedger<String, UInt64>.Actions
  private typealias Item = LedgerReference.Item

  private(set) var path: [LedgerStep] = []
  private var ledger = EffectsLedger<String, UInt64>()
  private var reference = LedgerReference()
  private var fates: [Fate] = []
  /// The ledger's list after the last step.
  private var listed: [Item] = []

  /// All that can be asked now, with what was asked of ended and unknown effects.
  ///
  /// Ids that were never used are alike, so "b" comes only after "a". Policies for no id make no difference,
  /// which short sequences show; long ones do without.
  func possibleSteps(withPoliciesForNoID: Bool) -> [LedgerStep] {
    let ids = fates.contains { $0.id == "a" } ? ["a", "b"] : ["a"]
    var steps = (withPoliciesForNoID ? EffectPolicy.allCases : [.all]).map {
      LedgerStep.enqueue(id: nil, $0)
    }
    for id in ids {
      steps += EffectPolicy.allCases.map { .enqueue(id: id, $0) }
      steps.append(.cancelID(id))
    }
    for generation in fates.indices.map({ UInt64($0 + 1) }) {
      steps += [.end(generation), .cancel(generation)]
    }
    return steps + [.cancelAll]
  }

  /// Takes a step and returns the promises it broke.
  mutating func take(_ step: LedgerStep) -> [String] {
    path.append(step)
    var broken: [String] = []
    let before = listed
    if case .enqueue(let id, let policy) = step { fates.append(Fate(id: id, policy: policy)) }
    let actions = ask(step)
    reference.take(step, generation: UInt64(fates.count))
    readList(&broken)
    if let actions { check(actions, before, &broken) }
    switch step {
    case .enqueue(let id, let policy): checkEnqueue(id, policy, before, &broken)
    case .end(let generation): checkEnd(of: generation, hasEnded: actions != nil, before, &broken)
    case .cancelAll: if !listed.isEmpty || !ledger.isEmpty { broken.append("something is left") }
    case .cancelID(let id): if !generations(of: id, in: listed).isEmpty { broken.append("\(id) has effects") }
    case .cancel: break
    }
    checkFates(&broken)
    if listed != reference.items { broken.append("listed \(listed), the table says \(reference.items)") }
    return broken.isEmpty ? [] : broken.map { "\($0) after \(path)" }
  }

  /// Reads the ledger's list, oldest first, each effect with its own work.
  private mutating func readList(_ broken: inout [String]) {
    let entries = ledger.listed
    listed.removeAll(keepingCapacity: true)
    var newest: UInt64 = 0
    for place in 0..<entries.count {
      let entry = entries[place]
      if entry.generation <= newest { broken.append("not oldest first") }
      newest = entry.generation
      if entry.work != newest || ledger[newest] != newest { broken.append("an effect's work is another's") }
      listed.append(Item(generation: newest, id: entry.id, hasStarted: entry.hasStarted))
    }
  }

  private func generations(of id: String, in items: [Item]) -> [UInt64] {
    var generations: [UInt64] = []
    for place in 0..<items.count where items[place].id == id { generations.append(items[place].generation) }
    return generations
  }

  private mutating func ask(_ step: LedgerStep) -> Actions? {
    var actions = Actions()
    switch step {
    case .enqueue(let id, let policy):
      let generation = UInt64(fates.count)
      ledger.enqueue(generation, generation: generation, id: id, policy: policy, &actions)
    case .end(let generation):
      guard let end = ledger.end(generation) else { return nil }
      precondition(end.work == generation, "an effect's work is another's")
      if let next = end.next { actions.started.append(next) }
    case .cancel(let generation): ledger.cancel([generation], &actions)
    case .cancelID(let id): ledger.cancel(id: id, &actions)
    case .cancelAll: ledger.cancelAll(&actions)
    }
    return actions
  }

  /// What holds whatever was asked.
  private mutating func check(_ actions: Actions, _ before: [Item], _ broken: inout [String]) {
    for generation in actions.cancelled {
      let wasThere = before.contains { $0.generation == generation && $0.hasStarted }
      let isThere = listed.contains { $0.generation == generation }
      if !wasThere || isThere { broken.append("cancellation of \(generation), which was not in play") }
      fates[Int(generation) - 1].cancels += 1
    }
    for generation in actions.started {
      let item = listed.first { $0.generation == generation }
      if item?.hasStarted != true { broken.append("start of \(generation), which is not in play") }
      let fate = fates[Int(generation) - 1]
      let earlier = listed.first { $0.id == item?.id && $0.generation < generation }
      if fate.policy == .queue, fate.id != nil, let earlier {
        broken.append("\(generation) started before \(earlier.generation) had gone")
      }
      fates[Int(generation) - 1].starts += 1
    }
  }

  /// Whatever started ends once, or is cancelled once, or is still listed; what never started is not cancelled.
  private func checkFates(_ broken: inout [String]) {
    var hasStarted = [Bool?](repeating: nil, count: fates.count)
    for place in 0..<listed.count { hasStarted[Int(listed[place].generation) - 1] = listed[place].hasStarted }
    for place in 0..<fates.count {
      let (fate, isListed) = (fates[place], hasStarted[place])
      let isSound =
        fate.starts == 0
        ? fate.cancels == 0 && isListed != true
        : fate.starts == 1 && fate.ends + fate.cancels + (isListed == nil ? 0 : 1) == 1 && isListed != false
      if !isSound {
        broken.append("\(place + 1) is listed: \(String(describing: isListed)), and its fate is \(fate)")
      }
    }
  }

  /// An end counts once; a late one changes nothing.
  private mutating func checkEnd(
    of generation: UInt64,
    hasEnded: Bool,
    _ before: [Item],
    _ broken: inout [String]
  ) {
    let wasListed = before.contains { $0.generation == generation }
    if hasEnded { fates[Int(generation) - 1].ends += 1 }
    if hasEnded != wasListed { broken.append("a late end was taken, or one in time was refused") }
    if !hasEnded, before.map(\.generation) != listed.map(\.generation) {
      broken.append("a late end changed something")
    }
  }

  private func checkEnqueue(
    _ id: String?,
    _ policy: EffectPolicy,
    _ before: [Item],
    _ broken: inout [String]
  ) {
    guard let id else { return }
    let (old, new) = (generations(of: id, in: before), generations(of: id, in: listed))
    let own = UInt64(fates.count)
    let expected =
      switch policy {
      case .all, .queue: old + [own]
      case .replace: [own]
      case .ignore: old.isEmpty ? [own] : old
      }
    if new != expected { broken.append("\(policy) left \(new) of \(old)") }
  }
}
