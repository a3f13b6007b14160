import Statoscope

actor MovesAfterAnEvent {
  func run(_ other: Owner) async {
    let visits = Visits()
    visits.send(.start)
    await other.adopt(visits)  // error: sending 'visits' risks causing data races
  }
}

actor MovesAfterATriedEvent {
  func run(_ other: Owner) async throws {
    let visits = Visits()
    try visits.trySend(.start)
    await other.adopt(visits)  // error: sending 'visits' risks causing data races
  }
}

actor MovesAfterAFollowedChange {
  func run(_ other: Owner) async {
    let visits = Visits()
    _ = visits.changes(of: \.count)
    await other.adopt(visits)  // error: sending 'visits' risks causing data races
  }
}

@MainActor func movesAfterAnEventOnTheMainActor(_ other: Owner) async {
  let visits = Visits()
  visits.send(.start)
  await other.adopt(visits)  // error: sending 'visits' risks causing data races
}

actor MovesBeforeItsFirstEvent {
  func run(_ other: Owner) async {
    await other.adopt(Visits())
  }
}

actor MovesAfterAnEventThatNamesNoActor {
  func run(_ other: Owner) async {
    let visits = Visits()
    visits.send(.start, isolation: nil)
    await other.adopt(visits)
  }
}
