import Statoscope

/// Logs the events of every tree of the process.
func listen() {
  StatoscopeLogger.logLevel = [.errors, .when, .stateDiff, .effects]
  StatoscopeLogger.sink = { level, line in print("\(level): \(line)") }
}
