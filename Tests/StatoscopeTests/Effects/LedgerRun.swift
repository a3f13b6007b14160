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
  private typealias Entry = EffectsLedger<String, UInt64>.Entry

  private(set) var path: [LedgerStep] = []
  private var ledger = EffectsLedger<String, UInt64>()
  private var reference = LedgerReference()
  private var fates: [Fate] = []

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
    let before = ledger.listed
    if case .enqueue(let id, let policy) = step { fates.append(Fate(id: id, policy: policy)) }
    let actions = ask(step)
    reference.take(step, generation: UInt64(fates.count))
    let after = ledger.listed
    var broken = check(actions ?? Actions(), before, after)
    if case .end(let generation) = step {
      broken += checkEnd(of: generation, actions, before, after)
    }
    broken += checkFates(after)
    if case .enqueue(let id, let policy) = step { broken += checkEnqueue(id, policy, before, after) }
    if case .cancelAll = step, !after.isEmpty || !ledger.isEmpty { broken.append("something is left") }
    if case .cancelID(let id) = step, after.contains(where: { $0.id == id }) {
      broken.append("the id still has effects")
    }
    let listed = after.map {
      LedgerReference.Item(
        generation: $0.generation,
        id: $0.id,
        hasStarted: $0.hasStarted
      )
    }
    if listed != reference.items { broken.append("listed \(listed), the table says \(reference.items)") }
    return broken.map { "\($0) after \(path)" }
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
  private mutating func check(
    _ actions: Actions,
    _ before: [Entry],
    _ after: [Entry]
  ) -> [String] {
    var broken: [String] = []
    for generation in actions.cancelled {
      let wasThere = before.contains { $0.generation == generation && $0.hasStarted }
      let isThere = after.contains { $0.generation == generation }
      if !wasThere || isThere { broken.append("cancellation of \(generation), which was not in play") }
      fates[Int(generation) - 1].cancels += 1
    }
    for generation in actions.started {
      let entry = after.first { $0.generation == generation }
      if entry?.hasStarted != true { broken.append("start of \(generation), which is not in play") }
      let fate = fates[Int(generation) - 1]
      let earlier = after.first { $0.id == entry?.id && $0.generation < generation }
      if fate.policy == .queue, fate.id != nil, let earlier {
        broken.append("\(generation) started before \(earlier.generation) had gone")
      }
      fates[Int(generation) - 1].starts += 1
    }
    if zip(after, after.dropFirst()).contains(where: { $0.generation >= $1.generation }) {
      broken.append("not oldest first")
    }
    if after.contains(where: { $0.work != $0.generation || ledger[$0.generation] != $0.work }) {
      broken.append("an effect's work is another's")
    }
    return broken
  }

  /// Whatever started ends once, or is cancelled once, or is still listed; what never started is not cancelled.
  private func checkFates(_ after: [Entry]) -> [String] {
    var hasStartedByGeneration: [UInt64: Bool] = [:]
    for entry in after { hasStartedByGeneration[entry.generation] = entry.hasStarted }
    return fates.indices.compactMap { place in
      let fate = fates[place]
      let listed = hasStartedByGeneration[UInt64(place + 1)]
      let isSound =
        fate.starts == 0
        ? fate.cancels == 0 && listed != true
        : fate.starts == 1 && fate.ends + fate.cancels + (listed == nil ? 0 : 1) == 1 && listed != false
      return isSound ? nil : "\(place + 1) is listed: \(String(describing: listed)), and its fate is \(fate)"
    }
  }

  /// An end counts once; a late one changes nothing.
  private mutating func checkEnd(
    of generation: UInt64,
    _ actions: Actions?,
    _ before: [Entry],
    _ after: [Entry]
  ) -> [String] {
    let wasListed = before.contains { $0.generation == generation }
    guard actions != nil else {
      let isSame = before.map(\.generation) == after.map(\.generation)
      return wasListed || !isSame ? ["a late end changed something, or one in time was refused"] : []
    }
    fates[Int(generation) - 1].ends += 1
    return wasListed ? [] : ["a late end of \(generation) was taken"]
  }

  private func checkEnqueue(
    _ id: String?,
    _ policy: EffectPolicy,
    _ before: [Entry],
    _ after: [Entry]
  ) -> [String] {
    guard let id else { return [] }
    let (old, new) = (before.filter { $0.id == id }, after.filter { $0.id == id })
    let own = UInt64(fates.count)
    switch policy {
    case .all, .queue: return new.map(\.generation) == old.map(\.generation) + [own] ? [] : ["one was lost"]
    case .replace: return new.map(\.generation) == [own] ? [] : ["replace left \(new.map(\.generation))"]
    case .ignore:
      let kept = old.isEmpty ? [own] : old.map(\.generation)
      return new.map(\.generation) == kept ? [] : ["ignore left \(new.map(\.generation))"]
    }
  }
}
