/// A scope's state in the log: the whole state before and after an update, and the difference.
struct StateLog {
  private let scope: ScopeNode
  private let before: [String]

  /// Logs the state before the update; nil, without formatting anything, when the levels of the state are
  /// off.
  init?(of scope: ScopeNode) {
    guard StatoscopeLogger.isEnabled(.state) || StatoscopeLogger.isEnabled(.stateDiff) else { return nil }
    self.scope = scope
    let lines = StateText(scope, strings: .onOneLine).lines
    before = lines
    StatoscopeLogger.log(.state) { LogLine(lines: ["\(scope.logName) before:"] + lines) }
  }

  /// Logs the current state.
  func write() {
    let after = StateText(scope, strings: .onOneLine).lines
    StatoscopeLogger.log(.state) { LogLine(lines: ["\(scope.logName) after:"] + after) }
    StatoscopeLogger.log(.stateDiff) {
      let diff = LineDiff(from: before, to: after).lines
      return diff.isEmpty
        ? "\(scope.logName) has not changed" : LogLine(lines: ["\(scope.logName):"] + diff)
    }
  }
}
