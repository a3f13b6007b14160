import Statoscope

// Accepted: a closure in a local constant, given the scope or holding it on a global actor.
@MainActor func movesAfterAStoredClosure(_ other: Owner) async {
  let visits = Visits()
  let start = { _ = visits.send(.start) }
  start()
  await other.adopt(visits)
}

actor MovesAfterAStoredClosureWithAParameter {
  private var count = 0

  func run(_ other: Owner) async {
    let visits = Visits()
    let start = { (visits: Visits) in
      self.count += 1
      visits.send(.start)
    }
    start(visits)
    await other.adopt(visits)
  }
}

// Rejected: the closure of an actor holds the scope.
actor MovesAfterAStoredClosure {
  private var count = 0

  func run(_ other: Owner) async {
    let visits = Visits()
    let start = {
      self.count += 1
      visits.send(.start)  // error: sending 'visits' risks causing data races
    }
    start()
    await other.adopt(visits)
  }
}
