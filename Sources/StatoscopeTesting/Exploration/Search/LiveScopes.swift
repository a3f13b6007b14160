import Statoscope

/// Scopes that stand in explored states, kept so that the way there need not be gone again.
///
/// One that waits where nothing was tried yet saves the whole way. One that ended in a state known before saves the
/// way that the next state wanted shares with it. How many are kept is bounded; without them the way is gone anew.
struct LiveScopes {
  private static var mostWaiting: Int { 10_000 }
  private static var mostIdle: Int { 256 }

  private var scopes: [Int: LiveScope] = [:]
  private var idle: [Int] = []
  private var nextIdle = 0

  /// Keeps a scope that stands in a state which has yet to be gone on from.
  mutating func park(_ scope: LiveScope, at state: Int) {
    guard scopes.count < Self.mostWaiting, scopes[state] == nil else { return }
    scopes[state] = scope
  }

  /// Keeps a scope that stands in a state which was gone on from, in place of the one kept longest.
  mutating func rest(_ scope: LiveScope, at state: Int) {
    guard scopes[state] == nil else { return }
    if idle.count < Self.mostIdle {
      idle.append(state)
    } else {
      scopes[idle[nextIdle]] = nil
      idle[nextIdle] = state
      nextIdle = (nextIdle + 1) % Self.mostIdle
    }
    scopes[state] = scope
  }

  mutating func take(at state: Int) -> LiveScope? {
    scopes.removeValue(forKey: state)
  }
}
