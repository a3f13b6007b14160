import Statoscope

// Accepted: a closure in a local constant returns the scope.
@MainActor func movesTheResultOfAStoredClosure(_ other: Owner) async {
  let started = { () -> Visits in Visits().send(.start) }
  let visits = started()
  await other.adopt(visits)
}

actor MovesTheResultOfAStoredClosure {
  private var count = 0

  func run(_ other: Owner) async {
    let started = { () -> Visits in
      self.count += 1
      return Visits().send(.start)
    }
    let visits = started()
    await other.adopt(visits)
  }
}

// Rejected: the same closure called where it is written.
@MainActor func movesTheResultOfAClosure(_ other: Owner) async {
  let visits = { () -> Visits in Visits().send(.start) }()
  await other.adopt(visits)  // error: sending 'visits' risks causing data races
}
