import Statoscope

// Accepted: a function that runs where its caller runs leaves no trace of the actor in the region of its argument.
nonisolated(nonsending) func start(_ visits: Visits) async {
  visits.send(.start)
}

nonisolated(nonsending) func started() async -> Visits {
  Visits().send(.start)
}

actor MovesAfterANonsendingFunction {
  func run(_ other: Owner) async {
    let visits = Visits()
    await start(visits)
    await other.adopt(visits)
  }
}

actor MovesTheResultOfANonsendingFunction {
  func run(_ other: Owner) async {
    let visits = await started()
    await other.adopt(visits)
  }
}

// Rejected: the event and the move in one such function.
nonisolated(nonsending) func movesAfterAnEventOfItsCaller(_ other: Owner) async {
  let visits = Visits()
  visits.send(.start)
  await other.adopt(visits)  // error: sending 'visits' risks causing data races
}
