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

  private static let relayed = [SIGWINCH, SIGTERM, SIGHUP, SIGINT]
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
      guard state.earlier.isEmpty else { return }
      for number in relayed + [SIGPIPE] {
        var action = sigaction()
        sigaction(number, nil, &action)
        state.earlier.append((number, action))
        _ = signal(number, number == SIGPIPE ? SIG_IGN : relay)
      }
    }
  }

  /// Restores the previous handler of every signal.
  static func end() {
    state.withLock { state in
      for (number, action) in state.earlier {
        var action = action
        sigaction(number, &action, nil)
      }
      state.earlier = []
    }
  }

  private static func run(reading end: Descriptor, _ deliver: (Int32) -> Void) {
    // Threads that run tasks block signals, and a new thread inherits that; at least one must receive them.
    var heard = sigset_t()
    sigemptyset(&heard)
    for number in relayed { sigaddset(&heard, number) }
    pthread_sigmask(SIG_UNBLOCK, &heard, nil)
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
