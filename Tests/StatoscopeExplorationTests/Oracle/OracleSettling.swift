/// The worlds that may fail to satisfy a condition although nothing but effects happens.
///
/// From a world without the condition, look at all paths on which only effects end, each in one of the ways that the plan
/// lists, and on which the condition never holds. Such a path is a counterexample if it cannot go on, or if it goes on
/// forever and is *fair*: each effect on it that started and may end does end at some time, or is cancelled, and each
/// that may only yield does so again and again. What counts is the effect itself: one that was enqueued after it is
/// another one, even if the two are equal.
///
/// Fairness is decided by debts: all effects in flight owe their end; one that has ended, was cancelled, or has yielded
/// if it can do no more than that, owes nothing; when no debt is left, all effects that are in flight by then owe theirs.
/// A path is fair just if it runs out of debts again and again, because each effect owes at the latest from the next such
/// moment on, and the one after that does not come until it has paid.
struct OracleSettling {
  /// A world, and the effects of it that owe their end.
  private struct Debtors: Hashable {
    let world: Int
    let effects: Set<Int>
  }

  private let worlds: [OracleWorld]
  private let holds: [Bool]
  private let isFair: Bool
  private let ends: [[OracleSearch.Edge]]
  private var all: [Debtors] = []
  private var numbers: [Debtors: Int] = [:]
  /// The steps between debtors, with whether the step has paid the last debt.
  private var steps: [[(to: Int, paysLast: Bool)]] = []

  /// - Parameter isFair: false if paths need not be fair, to see whether that makes a difference.
  init(_ worlds: [OracleWorld], _ edges: [OracleSearch.Edge], _ holds: [Bool], isFair: Bool = true) {
    self.worlds = worlds
    self.holds = holds
    self.isFair = isFair
    var ends = [[OracleSearch.Edge]](repeating: [], count: worlds.count)
    for edge in edges where edge.end != nil { ends[edge.from].append(edge) }
    self.ends = ends
    for world in worlds.indices where !holds[world] { _ = number(of: debtors(in: world)) }
    var next = 0
    while next < all.count {
      addSteps(from: next)
      next += 1
    }
  }

  /// The worlds at which a path ends without the condition, and those to which a fair path returns again and again.
  var unsettled: [Int] {
    let atRest = worlds.indices.filter { !holds[$0] && ends[$0].isEmpty }
    let reachable = all.indices.map(reachable)
    let onCycles = all.indices.filter { one in
      // A cycle through here on which some step pays the last debt.
      reachable[one].contains { other in
        steps[other].contains { $0.paysLast && ($0.to == one || reachable[$0.to].contains(one)) }
      } && reachable[one].contains(one)
    }
    return atRest + onCycles.map { all[$0].world }
  }

  private mutating func number(of debtors: Debtors) -> Int {
    if let known = numbers[debtors] { return known }
    numbers[debtors] = all.count
    all.append(debtors)
    steps.append([])
    return all.count - 1
  }

  private func debtors(in world: Int) -> Debtors {
    let effects = isFair ? worlds[world].effects : []
    let owing = effects.indices.filter { effects[$0].hasStarted && !effects[$0].consequences.isEmpty }
    return Debtors(world: world, effects: Set(owing))
  }

  private mutating func addSteps(from number: Int) {
    let from = all[number]
    for edge in ends[from.world] where !holds[edge.to] {
      guard let end = edge.end else { continue }
      var owing = from.effects
      if end.isYield, !worlds[from.world].effects[end.effect].mayEnd { owing.remove(end.effect) }
      let left = Set(end.origins.indices.filter { owing.contains(end.origins[$0]) })
      let next = left.isEmpty ? debtors(in: edge.to) : Debtors(world: edge.to, effects: left)
      let to = self.number(of: next)
      steps[number].append((to, left.isEmpty))
    }
  }

  /// Returns all that can be reached in one step or more.
  private func reachable(from start: Int) -> Set<Int> {
    var found: Set<Int> = []
    var waiting = steps[start].map(\.to)
    while let next = waiting.popLast() {
      if found.insert(next).inserted { waiting += steps[next].map(\.to) }
    }
    return found
  }
}
