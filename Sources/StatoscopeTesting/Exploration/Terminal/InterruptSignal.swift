import Statoscope
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Ctrl-C while explorations run: the first one ends them, the next one ends the process as usual.
///
/// It listens only where the signal has its default meaning. A program that handles or ignores it keeps doing so.
package enum InterruptSignal {
  /// How often the signal came.
  ///
  /// Global, and no lock: a handler reaches nothing else, and must not wait.
  private static let count = Atomic(0)
  private static let state = Locked(State())

  private struct State {
    var listeners = 0
    /// How often the signal had come when the handler was installed; nil while it is not.
    var countBefore: Int?
  }

  /// Listens until the listening is ended; several runs may listen at once.
  @Sendable package static func listen() -> Interrupts {
    let before = count.load(ordering: .relaxed)
    state.withLock { state in
      state.listeners += 1
      if state.listeners == 1 { state.countBefore = install() ? before : nil }
    }
    return Interrupts(isRequested: { count.load(ordering: .relaxed) != before }, end: end)
  }

  /// - Returns: false when the signal had another meaning than the default, which it keeps.
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
      // A signal has removed this one's handler, so another is what the program installed meanwhile.
      if let handler, count.load(ordering: .relaxed) != before { _ = signal(SIGINT, handler) }
    }
  }

  /// The handler of one signal.
  ///
  /// The next one has the default meaning, so that what does not end can be ended.
  private static let note: @convention(c) (Int32) -> Void = { _ in
    count.add(1, ordering: .relaxed)
    _ = signal(SIGINT, SIG_DFL)
  }
}
