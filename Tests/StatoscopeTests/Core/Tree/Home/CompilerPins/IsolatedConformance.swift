import Statoscope

protocol Starter {
  func start(_ visits: Visits)
}

@MainActor final class Window: @MainActor Starter {
  func start(_ visits: Visits) { visits.send(.start) }
}

func start(_ visits: Visits, with starter: some Starter) { starter.start(visits) }

// Accepted: the generic function is nonisolated, and the conformance that it calls is not.
@MainActor func movesAfterAnIsolatedConformance(_ other: Owner) async {
  let visits = Visits()
  start(visits, with: Window())
  await other.adopt(visits)
}

// Rejected: the same method without the generic function in between.
@MainActor func movesAfterTheMethodOfAnIsolatedConformance(_ other: Owner) async {
  let visits = Visits()
  Window().start(visits)
  await other.adopt(visits)  // error: sending 'visits' risks causing data races
}
