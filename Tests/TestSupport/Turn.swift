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

/// The turn of tests that cannot run side by side.
///
/// These change the logger for the whole process, or send events by the hundred thousand, each of which would be
/// logged while one of the former runs.
let turn = Turn()
