import Foundation
import Synchronization

/// Forwards signals from their handlers, where almost nothing is allowed, to a thread.
///
/// A handler only writes the number of the signal to a pipe. Pipe and thread exist as long as the process, so
/// that a late handler never uses a closed pipe.
enum SignalRelay {
  private struct State: Sendable {
    var pipe: WakePipe?
    var earlier: [(signal: Int32, action: sigaction)] = []
  }

  private static let relayed = [SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGTSTP, SIGCONT]
  private static let state = Locked(State())
  /// Separate from the state, because a handler must not wait for a lock.
  fileprivate static let writeEnd = Atomic<Int32>(-1)

  /// Handles the signals from now on, and ignores SIGPIPE, so that a closed window is an error rather than
  /// the end.
  static func begin(deliver: @escaping @Sendable (Int32) -> Void) throws(TerminalError) {
    try state.withLock { state throws(TerminalError) in
      if state.pipe == nil {
        let pipe = try WakePipe()
        state.pipe = pipe
        writeEnd.store(pipe.writeEnd.number, ordering: .sequentiallyConsistent)
        Thread.detachNewThread { run(reading: pipe.readEnd, deliver) }
      }
      if state.earlier.isEmpty { replaceActions(&state) }
    }
  }

  /// Restores the previous handler of every signal.
  static func end() {
    state.withLock { restoreActions(&$0) }
  }

  /// Restores the previous handlers while the body runs, which must be on the thread of `deliver`.
  ///
  /// What the body raises has taken effect when it returns: that thread, unlike those of tasks, blocks none of
  /// these signals. Nothing happens after `end()`.
  static func withEarlierActions(_ body: () -> Void) {
    state.withLock { state in
      guard !state.earlier.isEmpty else { return }
      restoreActions(&state)
      body()
      replaceActions(&state)
    }
  }

  /// Makes the current thread receive signals, which threads that run tasks block, and new ones inherit that.
  static func unblock(_ numbers: [Int32]) {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in numbers { sigaddset(&signals, number) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  private static func replaceActions(_ state: inout State) {
    for number in relayed + [SIGPIPE] {
      var action = sigaction()
      sigaction(number, nil, &action)
      state.earlier.append((number, action))
      _ = signal(number, number == SIGPIPE ? SIG_IGN : relay)
    }
  }

  private static func restoreActions(_ state: inout State) {
    for (number, action) in state.earlier {
      var action = action
      sigaction(number, &action, nil)
    }
    state.earlier = []
  }

  private static func run(reading end: Descriptor, _ deliver: (Int32) -> Void) {
    // SIGTTOU, so that changing the terminal in the background stops the process.
    unblock(relayed + [SIGTTOU])
    var buffer = [UInt8](repeating: 0, count: 64)
    while true {
      switch end.read(into: &buffer) {
      case .bytes(let numbers): for number in numbers { deliver(Int32(number)) }
      case .nothingYet: continue
      case .end: return
      }
    }
  }
}

private func relay(_ number: Int32) {
  let before = errno
  var byte = UInt8(truncatingIfNeeded: number)
  _ = write(SignalRelay.writeEnd.load(ordering: .sequentiallyConsistent), &byte, 1)
  errno = before
}
