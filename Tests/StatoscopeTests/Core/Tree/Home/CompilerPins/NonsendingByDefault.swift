import Statoscope

// Compiled with the upcoming feature NonisolatedNonsendingByDefault.

extension Visits {
  static func restored() async -> Visits {
    let visits = Visits()
    visits.send(.start)
    return visits
  }
}

// Accepted: the factory's event has named the main actor.
@MainActor func movesTheResultOfAFactory(_ other: Owner) async {
  let visits = await Visits.restored()
  await other.adopt(visits)
}

// Rejected: the event and the move in one such function.
func movesAfterAnEventOfItsCaller(_ other: Owner) async {
  let visits = Visits()
  visits.send(.start)
  await other.adopt(visits)  // error: sending 'visits' risks causing data races
}
