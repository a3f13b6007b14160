import Observation
import Statoscope

// Accepted: a closure of a global actor that does not escape.
@MainActor func movesAfterForEach(_ other: Owner) async {
  let visits = Visits()
  (0..<3).forEach { _ in visits.send(.start) }
  await other.adopt(visits)
}

@MainActor func movesAfterABodyOfATaskGroup(_ other: Owner) async {
  let visits = Visits()
  await withTaskGroup { (_: inout TaskGroup<Void>) in
    _ = visits.send(.start)
  }
  await other.adopt(visits)
}

@MainActor func movesAfterTracking(_ other: Owner) async {
  let visits = Visits()
  withObservationTracking {
    _ = visits.send(.start)
  } onChange: {
  }
  await other.adopt(visits)
}

// Rejected: the same of an actor.
actor MovesAfterForEach {
  private var count = 0

  func run(_ other: Owner) async {
    let visits = Visits()
    (0..<3).forEach { _ in
      count += 1
      visits.send(.start)  // error: sending 'visits' risks causing data races
    }
    await other.adopt(visits)
  }
}

actor MovesAfterABodyOfATaskGroup {
  func run(_ other: Owner) async {
    let visits = Visits()
    await withTaskGroup { (_: inout TaskGroup<Void>) in
      _ = self
      _ = visits.send(.start)  // error: sending 'visits' risks causing data races
    }
    await other.adopt(visits)
  }
}
