import Synchronization

/// The library's log: the levels that are logged, and the sink that receives the lines.
///
/// By default only ``LogLevel/errors`` are logged, to standard error. Both settings may be changed from any
/// thread; a line whose level is off is never formatted.
///
/// ```swift
/// StatoscopeLogger.logLevel = .basic
/// StatoscopeLogger.sink = { level, line in print("[\(level)] \(line)") }
/// ```
public enum StatoscopeLogger {
  /// A receiver of lines, called on the thread that logs, while no lock is held.
  public typealias Sink = @Sendable (_ level: LogLevel, _ line: String) -> Void

  /// The levels that are logged; `[.errors]` by default.
  public static var logLevel: Set<LogLevel> {
    get {
      let bits = enabledBits.load(ordering: .relaxed)
      return Set(LogLevel.allCases.filter { bits & $0.bit != 0 })
    }
    set { enabledBits.store(newValue.reduce(0) { $0 | $1.bit }, ordering: .relaxed) }
  }

  /// The receiver of each line; by default standard error, with all control characters escaped.
  ///
  /// Control characters and line breaks in values and errors are escaped before any sink receives them; a
  /// state has several lines. The former sink is released after it has been replaced, and may use the log
  /// then.
  public static var sink: Sink {
    get { settings.withLock { $0.sink } }
    set { settings.update { $0.sink = newValue } }
  }

  static func log(_ level: LogLevel, _ line: () -> LogLine) {
    guard isEnabled(level) else { return }
    sink(level, line().text)
  }

  static func isEnabled(_ level: LogLevel) -> Bool {
    enabledBits.load(ordering: .relaxed) & level.bit != 0
  }

  /// Indicates whether events, or the changes they cause, are logged.
  static var followsEvents: Bool {
    enabledBits.load(ordering: .relaxed) & followingBits != 0
  }

  private static let followingBits = LogLevel.when.bit | LogLevel.state.bit | LogLevel.stateDiff.bit
  private static let enabledBits = Atomic<UInt8>(LogLevel.errors.bit)

  /// Not the closure itself: a generic type that holds a function wraps it again at each access in place.
  private struct Settings: Sendable {
    var sink: Sink = { level, line in
      let printable = PrintableText.escaped(line, lineBreaks: .kept)
      StandardError.write("statoscope \(level.rawValue): \(printable)\n")
    }
  }

  private static let settings = Locked(Settings())
}
