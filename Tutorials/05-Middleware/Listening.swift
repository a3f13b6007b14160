import Statoscope

/// Writes what happens in every tree of the process.
func listen() {
  StatoscopeLogger.logLevel = [.errors, .when, .stateDiff, .effects]
  StatoscopeLogger.sink = { level, line in print("\(level): \(line)") }
}
