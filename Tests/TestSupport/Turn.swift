/// Lets one test at a time have something, in the order in which they came.
actor Turn {
  private var isTaken = false
  private var waiters: [CheckedContinuation<Void, Never>] = []

  func take() async {
    guard isTaken else {
      isTaken = true
      return
    }
    await withCheckedContinuation { waiters.append($0) }
  }

  func giveBack() {
    if waiters.isEmpty { isTaken = false } else { waiters.removeFirst().resume() }
  }
}
