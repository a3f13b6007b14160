import Foundation

/// The terminals that are in use, for what no `defer` sees: signals and `exit`.
enum LiveSessions {
  private struct State: Sendable {
    var sessions: [ObjectIdentifier: TerminalSession] = [:]
    var isRegistered = false
  }

  private static let state = Locked(State())

  static func add(_ session: TerminalSession) throws(TerminalError) {
    try state.withLock { state throws(TerminalError) in
      try SignalRelay.begin { receive($0) }
      if !state.isRegistered {
        state.isRegistered = true
        atexit { for session in LiveSessions.all { session.close() } }
      }
      state.sessions[ObjectIdentifier(session)] = session
    }
  }

  static func remove(_ session: TerminalSession) {
    state.withLock { state in
      let removed = state.sessions.removeValue(forKey: ObjectIdentifier(session))
      if removed != nil, state.sessions.isEmpty { SignalRelay.end() }
    }
  }

  private static func receive(_ signal: Int32) {
    let sessions = all
    switch signal {
    case SIGTSTP:
      for session in sessions { session.suspend() }
      letGo(sessions) { raise(SIGTSTP) }
    case SIGCONT:
      // After SIGSTOP, which no program can prepare for. After SIGTSTP the relay does not see this signal.
      letGo(sessions) {}
    default:
      for session in sessions { session.receive(signal) }
    }
  }

  /// Leaves the process to its shell, and takes the terminals back when that continues it in the foreground.
  ///
  /// Meanwhile signals have their default actions: nothing needs to be restored, and SIGTERM must end even a
  /// process that the shell continues in the background, where taking a terminal back stops it again.
  private static func letGo(_ sessions: [TerminalSession], _ stop: () -> Void) {
    SignalRelay.withEarlierActions {
      stop()
      for session in sessions { session.waitForForeground() }
    }
    for session in sessions { session.resume() }
  }

  private static var all: [TerminalSession] {
    state.withLock { Array($0.sessions.values) }
  }
}
