/// A scope's state in the log: the whole of it before and after an update, and what changed.
struct StateLog {
  private let scope: ScopeNode
  private let before: [String]

  /// Logs the state as it is before the update; nil when the levels of the state are off: then nothing is formatted.
  init?(of scope: ScopeNode) {
    guard StatoscopeLogger.isEnabled(.state) || StatoscopeLogger.isEnabled(.stateDiff) else { return nil }
    self.scope = scope
    let lines = StateText(scope, strings: .onOneLine).lines
    before = lines
    StatoscopeLogger.log(.state) { LogLine(lines: ["\(scope.logName) before:"] + lines) }
  }

  /// Logs the state as it is now.
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
