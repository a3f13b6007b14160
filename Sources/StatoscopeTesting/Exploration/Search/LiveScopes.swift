import Statoscope

/// Scopes that stand in explored states, kept so that the way there need not be gone again.
///
/// Those that wait where not everything was tried yet save the whole way. One that rests in a state that was gone on
/// from saves the way that the next state wanted shares with it. How many are kept is bounded; without them the way
/// is gone anew.
struct LiveScopes {
  private static var mostWaiting: Int { 10_000 }
  /// More than a few in one place are of no use.
  private static var mostInOnePlace: Int { 4 }
  private static var mostResting: Int { 256 }

  private var scopes: [Int: [LiveScope]] = [:]
  private var waiting = 0
  /// Where scopes rest, or did; the one noted longest ago is the next to go.
  private var resting: [Int] = []
  private var oldest = 0

  /// Keeps a scope that stands in a state which has yet to be gone on from.
  mutating func park(_ scope: LiveScope, at state: Int) {
    guard waiting < Self.mostWaiting, hasRoom(at: state) else { return }
    waiting += 1
    scopes[state, default: []].append(scope)
  }

  /// Keeps a scope that stands in a state which was gone on from, in place of the one kept longest.
  mutating func rest(_ scope: LiveScope, at state: Int) {
    guard hasRoom(at: state) else { return }
    if resting.count < Self.mostResting {
      resting.append(state)
    } else {
      _ = pop(at: resting[oldest])
      resting[oldest] = state
      oldest = (oldest + 1) % Self.mostResting
    }
    scopes[state, default: []].append(scope)
  }

  /// Notes that what waits in a state is about to be used.
  mutating func beginExpanding(_ state: Int) {
    waiting -= scopes[state]?.count ?? 0
  }

  /// Lets what is left in a state rest there: it was gone on from.
  mutating func endExpanding(_ state: Int) {
    for scope in scopes.removeValue(forKey: state) ?? [] { rest(scope, at: state) }
  }

  mutating func take(at state: Int) -> LiveScope? { pop(at: state) }

  private func hasRoom(at state: Int) -> Bool {
    (scopes[state]?.count ?? 0) < Self.mostInOnePlace
  }

  private mutating func pop(at state: Int) -> LiveScope? {
    guard let scope = scopes[state]?.popLast() else { return nil }
    if scopes[state]?.isEmpty == true { scopes[state] = nil }
    return scope
  }
}
