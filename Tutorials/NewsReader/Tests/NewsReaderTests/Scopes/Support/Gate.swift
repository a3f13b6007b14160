/// A place where work waits until the test lets it go on, whether or not it has been cancelled meanwhile.
actor Gate<Value: Sendable> {
  private var value: Value?
  private var passers: [CheckedContinuation<Value, Never>] = []
  private var watchers: [CheckedContinuation<Void, Never>] = []

  func pass() async -> Value {
    if let value { return value }
    return await withCheckedContinuation { passer in
      passers.append(passer)
      for watcher in watchers { watcher.resume() }
      watchers = []
    }
  }

  /// Returns when somebody waits here.
  func arrived() async {
    if passers.isEmpty { await withCheckedContinuation { watchers.append($0) } }
  }

  func open(_ value: Value) {
    self.value = value
    for passer in passers { passer.resume(returning: value) }
    passers = []
  }
}
