import Statoscope

/// What became of all effects and scopes of a soak, counted as each of them is released.
final class SoakCensus: Sendable {
  struct Counts: Sendable, Equatable {
    var made = 0
    var accepted = 0
    var completed = 0
    var failed = 0
    var unmapped = 0
    var cancelledBeforeItRan = 0
    var cancelledAndNoticed = 0
    var cancelledWhenTheWorkWasDone = 0
    var neverAccepted = 0
    var liveScopes = 0

    var cancelled: Int { cancelledBeforeItRan + cancelledAndNoticed + cancelledWhenTheWorkWasDone }
  }

  private struct State: Sendable {
    var counts = Counts()
    var liveRecords = 0
    var violations: [String] = []
    var watcher: CheckedContinuation<Void, Never>?
  }

  private let state = Locked(State())

  var counts: Counts { state.withLock { $0.counts } }

  /// The first few broken promises, in words.
  var violations: [String] { state.withLock { $0.violations } }

  func note(_ violation: String) {
    state.withLock { if $0.violations.count < 10 { $0.violations.append(violation) } }
  }

  func scopeIsMade() { state.withLock { $0.counts.liveScopes += 1 } }

  func scopeIsGone() { state.withLock { $0.counts.liveScopes -= 1 } }

  fileprivate func recordIsMade() {
    state.withLock {
      $0.counts.made += 1
      $0.liveRecords += 1
    }
  }

  fileprivate func recordIsGone(_ count: (inout Counts) -> Void) {
    let watcher = state.withLock { state -> CheckedContinuation<Void, Never>? in
      count(&state.counts)
      state.liveRecords -= 1
      return state.liveRecords == 0 ? state.watcher.take() : nil
    }
    watcher?.resume()
  }

  /// Waits until nothing holds any effect any more: no task, no list, no pending event.
  func allAreGone() async {
    await withCheckedContinuation { continuation in
      let isDone = state.withLock { state in
        if state.liveRecords > 0 { state.watcher = continuation }
        return state.liveRecords == 0
      }
      if isDone { continuation.resume() }
    }
  }
}

/// What happened to one effect, reported by its run, which may be on any thread, and by its scope.
///
/// It is released with the last copy of the effect, and then what was reported must add up.
final class SoakRecord: Sendable {
  enum Fate: Sendable { case completed, failedMapped, failedUnmapped, cancelled }

  private struct State: Sendable {
    var begins = 0
    var ends = 0
    var hasNoticedCancellation = false
    var isListed = false
    var fate: Fate?
  }

  let number: Int
  /// Whether the work is done off the scope's actor, so that a cancellation can come when it is done already.
  private let endsElsewhere: Bool
  private let census: SoakCensus
  private let state = Locked(State())

  init(number: Int, endsElsewhere: Bool, census: SoakCensus) {
    self.number = number
    self.endsElsewhere = endsElsewhere
    self.census = census
    census.recordIsMade()
  }

  deinit {
    let state = state.withLock { $0 }
    if let violation = violation(of: state) { census.note("effect \(number): \(violation), \(state)") }
    census.recordIsGone { count(state, in: &$0) }
  }

  func begins() { state.withLock { $0.begins += 1 } }

  func ends() {
    state.withLock {
      $0.ends += 1
      $0.hasNoticedCancellation = Task.isCancelled
    }
  }

  func isListed() { state.withLock { $0.isListed = true } }

  func decide(_ fate: Fate) {
    let former = state.withLock { state -> Fate? in
      defer { state.fate = state.fate ?? fate }
      return state.fate
    }
    if let former { census.note("effect \(number): \(fate) after \(former)") }
  }

  private func violation(of state: State) -> String? {
    if state.begins > 1 { return "ran twice" }
    if state.begins != state.ends { return "was released while it ran" }
    switch state.fate {
    case nil:
      if state.isListed { return "listed and then lost" }
      return state.begins > 0 ? "ran and was never listed" : nil
    case .completed, .failedMapped, .failedUnmapped:
      if state.begins == 0 { return "delivered and never ran" }
      return state.hasNoticedCancellation ? "delivered after it was cancelled" : nil
    case .cancelled:
      let isUnnoticed = state.begins > 0 && !state.hasNoticedCancellation
      return isUnnoticed && !endsElsewhere ? "cancelled, and its task did not notice" : nil
    }
  }

  private func count(_ state: State, in counts: inout SoakCensus.Counts) {
    if state.isListed || state.fate != nil { counts.accepted += 1 }
    switch state.fate {
    case .completed: counts.completed += 1
    case .failedMapped: counts.failed += 1
    case .failedUnmapped:
      counts.failed += 1
      counts.unmapped += 1
    case .cancelled where state.begins == 0: counts.cancelledBeforeItRan += 1
    case .cancelled where state.hasNoticedCancellation: counts.cancelledAndNoticed += 1
    case .cancelled: counts.cancelledWhenTheWorkWasDone += 1
    case nil: if !state.isListed { counts.neverAccepted += 1 }
    }
  }
}
