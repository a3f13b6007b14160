#if canImport(Darwin)
  import os

  extension StatoscopeLogger {
    /// The system's log, whose entries have at most some thousand bytes.
    static let systemLog: Sink = { level, line in
      let log = Logger(subsystem: "statoscope", category: level.rawValue)
      for part in parts(of: PrintableText.escaped(line, lineBreaks: .kept), longest: 1_000) {
        if level == .errors { log.error("\(part, privacy: .public)") } else { log.notice("\(part)") }
      }
    }
  }
#endif
