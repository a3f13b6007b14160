import Statoscope
import StatoscopeTesting

/// Scopes in known states, retained so that the path there need not be taken again.
///
/// A scope that waits in a state to be expanded saves the whole path. A scope that rests in an expanded state
/// saves the common part of the next state's path, for which few are enough.
struct LiveScopes {
  private struct Slot {
    var scope: ScopeNode?
    /// The next one in the same state, or in the list of free slots.
    var next: Int32
  }

  private static var none: Int32 { -1 }
  /// The maximum number of scopes per state; more are of little use.
  private static var mostInOneState: Int { 8 }

  private let waitingLimit: Int
  private let restingLimit: Int
  private var slots: [Slot] = []
  private var free = none
  /// The first scope of each state.
  private var first: [Int32] = []
  private var waiting = 0
  /// The states with resting scopes, or former ones; the oldest is the next to be emptied.
  private var resting: [Int32] = []
  private var oldest = 0

  /// - Parameter limit: the maximum number of waiting scopes; a sixteenth as many may rest.
  init(limit: Int) {
    waitingLimit = limit
    restingLimit = limit / 16 + min(limit % 16, 1)
  }

  /// Retains a scope in a state to be expanded.
  mutating func park(_ scope: ScopeNode, at state: Int) {
    guard waiting < waitingLimit, count(at: state) < Self.mostInOneState else { return }
    waiting += 1
    push(scope, at: state)
  }

  /// Retains a scope in an expanded state, in place of the one that has rested longest.
  mutating func rest(_ scope: ScopeNode, at state: Int) {
    guard restingLimit > 0, count(at: state) < Self.mostInOneState else { return }
    recordResting(at: state)
    push(scope, at: state)
  }

  private mutating func recordResting(at state: Int) {
    guard resting.count == restingLimit else { return resting.append(Int32(state)) }
    _ = take(at: Int(resting[oldest]))
    resting[oldest] = Int32(state)
    oldest = (oldest + 1) % restingLimit
  }

  /// Marks the scopes of a state as about to be used.
  mutating func beginExpanding(_ state: Int) {
    waiting -= count(at: state)
  }

  /// Marks the remaining scopes of a state as resting, because the state was expanded.
  mutating func endExpanding(_ state: Int) {
    var left: [ScopeNode] = []
    while let scope = take(at: state) { left.append(scope) }
    for scope in left { rest(scope, at: state) }
  }

  mutating func take(at state: Int) -> ScopeNode? {
    guard state < first.count, first[state] != Self.none else { return nil }
    let index = first[state]
    let scope = slots[Int(index)].scope
    first[state] = slots[Int(index)].next
    slots[Int(index)] = Slot(scope: nil, next: free)
    free = index
    return scope
  }

  private mutating func push(_ scope: ScopeNode, at state: Int) {
    while first.count <= state { first.append(Self.none) }
    let entry = Slot(scope: scope, next: first[state])
    if free == Self.none {
      first[state] = Int32(slots.count)
      slots.append(entry)
    } else {
      first[state] = free
      free = slots[Int(free)].next
      slots[Int(first[state])] = entry
    }
  }

  private func count(at state: Int) -> Int {
    guard state < first.count else { return 0 }
    var count = 0
    var index = first[state]
    while index != Self.none {
      count += 1
      index = slots[Int(index)].next
    }
    return count
  }
}
