import Statoscope
import StatoscopeTesting

/// The facts about states and transitions that promises about the whole graph depend on.
final class GraphFacts {
  /// The effects in flight before a transition that may end some of them.
  struct Before {
    fileprivate let effects: [EndingEffect]
    /// The kind of the stream that yields, if that is the only effect of the transition.
    fileprivate let yielding: Int?
  }

  private let stage: Stage
  private let promises: [Promise]
  /// Indicates whether a promise is about the ends of effects.
  private let needsEffects: Bool

  /// For each promise, its condition in each state.
  private(set) var holds: [[Bool]]
  /// For each state, the number of the set of the kinds of effects in flight.
  private(set) var inFlight: [Int] = []
  /// For each transition of an effect, the number of the set of the kinds that ended; nil for other
  /// transitions.
  private(set) var turns: [Int?] = []
  /// The sets of kinds, by their numbers.
  private(set) var sets: [Set<Int>] = []
  private var numbers: [Set<Int>: Int] = [:]

  init(_ promises: [Promise], stage: Stage) {
    self.promises = promises
    self.stage = stage
    needsEffects = promises.contains { $0.kind == .settles }
    holds = promises.map { _ in [] }
  }

  /// Records a newly found state.
  func recordState(of root: ScopeNode) {
    for (index, promise) in promises.enumerated() {
      holds[index].append((try? promise.isSo(root)) == true)
    }
    if needsEffects { inFlight.append(number(of: Set(stage.endingEffects(in: root).map(\.kind)))) }
  }

  /// Returns the facts required before a choice is performed; nil for an event.
  func before(_ choice: Choice, in root: ScopeNode) -> Before? {
    guard needsEffects, let ending = stage.effect(of: choice, in: root) else { return nil }
    let effects = stage.endingEffects(in: root)
    let own = effects.first { $0.scope === ending.scope && $0.generation == ending.note.generation }
    return Before(effects: effects, yielding: own.flatMap { $0.mayEnd ? nil : $0.kind })
  }

  /// Records a transition that was performed.
  func recordTransition(_ before: Before?, after root: ScopeNode) {
    guard needsEffects else { return }
    guard let before else { return turns.append(nil) }
    let left = stage.endingEffects(in: root)
    let gone = before.effects.filter { effect in
      !left.contains { $0.scope === effect.scope && $0.generation == effect.generation }
    }
    turns.append(number(of: Set(gone.map(\.kind) + (before.yielding.map { [$0] } ?? []))))
  }

  private func number(of kinds: Set<Int>) -> Int {
    if let known = numbers[kinds] { return known }
    numbers[kinds] = sets.count
    sets.append(kinds)
    return sets.count - 1
  }
}
