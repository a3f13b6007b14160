import Statoscope
import StatoscopeTesting
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Ctrl-C during explorations: the first one ends them, the next one ends the process as usual.
///
/// It listens only while the signal has its default action. A program that handles or ignores the signal
/// continues to do so.
package enum InterruptSignal {
  /// The number of signals received.
  ///
  /// Global and without a lock: a signal handler can access nothing else, and must not wait.
  private static let count = Atomic(0)
  private static let state = Locked(State())

  private struct State {
    var listeners = 0
    /// The number of signals when the handler was installed; nil while it is not installed.
    var countBefore: Int?
  }

  /// Starts listening; several runs may listen at once.
  @Sendable package static func listen() -> Interrupts {
    let before = count.load(ordering: .relaxed)
    state.withLock { state in
      state.listeners += 1
      if state.listeners == 1 { state.countBefore = install() ? before : nil }
    }
    return Interrupts(isRequested: { count.load(ordering: .relaxed) != before }, end: end)
  }

  /// - Returns: false when the signal has another action than the default, which it keeps.
  private static func install() -> Bool {
    guard let earlier = signal(SIGINT, note) else { return true }
    _ = signal(SIGINT, earlier)
    return false
  }

  @Sendable private static func end() {
    state.withLock { state in
      state.listeners -= 1
      guard state.listeners == 0, let before = state.countBefore else { return }
      state.countBefore = nil
      let handler = signal(SIGINT, SIG_DFL)
      // A signal has removed this handler, so another one was installed by the program in the meantime.
      if let handler, count.load(ordering: .relaxed) != before { _ = signal(SIGINT, handler) }
    }
  }

  /// The handler of one signal.
  ///
  /// The next signal has the default action, so that a hanging run can be ended.
  private static let note: @convention(c) (Int32) -> Void = { _ in
    count.add(1, ordering: .relaxed)
    _ = signal(SIGINT, SIG_DFL)
  }
}
