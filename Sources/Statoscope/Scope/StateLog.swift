/// A scope's state after an update, in the log: the whole of it, or what changed.
struct StateLog {
  private let scope: ScopeNode
  private let before: [String]

  /// Nil when the levels of the state are off: then nothing is formatted.
  init?(of scope: ScopeNode) {
    guard StatoscopeLogger.isEnabled(.state) || StatoscopeLogger.isEnabled(.stateDiff) else { return nil }
    self.scope = scope
    before = StatoscopeLogger.isEnabled(.stateDiff) ? StateText(scope, strings: .onOneLine).lines : []
  }

  /// Logs the state as it is now.
  func write() {
    let after = StateText(scope, strings: .onOneLine).lines
    StatoscopeLogger.log(.stateDiff) {
      let diff = LineDiff(from: before, to: after).lines
      return diff.isEmpty ? "\(scope.typeName) has not changed" : LogLine(lines: diff)
    }
    StatoscopeLogger.log(.state) { LogLine(lines: after) }
  }
}
