import Foundation
import Synchronization

/// Carries signals out of their handlers, where next to nothing is allowed, to a thread where all is.
///
/// A handler only writes the signal's number to a pipe. Pipe and thread live as long as the process, so that a
/// late handler never meets a closed one.
enum SignalRelay {
  private struct State: Sendable {
    var pipe: WakePipe?
    var earlier: [(signal: Int32, action: sigaction)] = []
  }

  private static let relayed = [SIGWINCH, SIGTERM, SIGHUP, SIGINT]
  private static let state = Locked(State())
  /// Apart from the state, because a handler must not wait for a lock.
  fileprivate static let writeEnd = Atomic<Int32>(-1)

  /// Catches the signals from now on, and ignores SIGPIPE, so that a lost window is an error and not the end.
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

  /// Gives every signal back to whoever had it before.
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
    // Threads that run tasks block signals, and a new thread inherits that; one at least must hear them.
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
