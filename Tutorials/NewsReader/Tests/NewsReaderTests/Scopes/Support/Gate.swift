/// A place where work waits until the test opens it, whether or not it has been cancelled in the meantime.
actor Gate<Value: Sendable> {
  private var value: Value?
  private var passers: [CheckedContinuation<Value, Never>] = []
  private var waiters: [CheckedContinuation<Void, Never>] = []

  func pass() async -> Value {
    if let value { return value }
    return await withCheckedContinuation { passer in
      passers.append(passer)
      for waiter in waiters { waiter.resume() }
      waiters = []
    }
  }

  /// Waits until work has arrived here.
  func arrived() async {
    if passers.isEmpty { await withCheckedContinuation { waiters.append($0) } }
  }

  func open(_ value: Value) {
    self.value = value
    for passer in passers { passer.resume(returning: value) }
    passers = []
  }
}
