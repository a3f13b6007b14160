import Statoscope

/// The scope that every pin moves.
final class Visits: Scope {
  enum When { case start, counted(Int) }

  private(set) var count = 0

  func update(_ when: When) throws {
    switch when {
    case .start: effectsState.enqueue(AnyEffect { .counted(1) })
    case .counted(let count): self.count = count
    }
  }
}

/// Another actor, which a scope can be moved to.
actor Owner {
  private var visits: Visits?

  func adopt(_ visits: sending Visits) { self.visits = visits }
}
