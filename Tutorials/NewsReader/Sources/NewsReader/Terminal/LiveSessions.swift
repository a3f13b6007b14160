import Foundation

/// The terminals that still have to be restored, for the two exits without a `defer`: signals and `exit`.
enum LiveSessions {
  private struct State: Sendable {
    var sessions: [ObjectIdentifier: TerminalSession] = [:]
    var isRegistered = false
  }

  private static let state = Locked(State())

  static func add(_ session: TerminalSession) throws(TerminalError) {
    try state.withLock { state throws(TerminalError) in
      try SignalRelay.begin { signal in
        for session in all { session.receive(signal) }
      }
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

  private static var all: [TerminalSession] {
    state.withLock { Array($0.sessions.values) }
  }
}
