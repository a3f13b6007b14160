/// One kind of line that the library can log.
public enum LogLevel: String, Sendable, Hashable, CaseIterable {
  /// Errors: an update that threw, an effect whose error was not mapped, an effect that could not start.
  case errors
  /// Every event, before its update.
  case when
  /// Every effect that is enqueued, starts, ends or is cancelled.
  case effects
  /// The changes of the scope's state with each update, as `-` and `+` lines.
  case stateDiff
  /// The scope's whole state before and after each update, as an indented tree.
  case state
  /// Every injected value, and every look-up that fell back to a default deliberately; any other fallback is
  /// an error.
  case injection

  /// The bit of this level in a set of levels that is read without a lock.
  var bit: UInt8 {
    switch self {
    case .errors: 1
    case .when: 2
    case .effects: 4
    case .injection: 8
    case .stateDiff: 16
    case .state: 32
    }
  }
}

extension Set<LogLevel> {
  /// Errors and events.
  public static var basic: Set<LogLevel> { [.errors, .when] }

  /// All levels but ``state``, which repeats what has not changed.
  public static var verbose: Set<LogLevel> { all.subtracting([.state]) }

  /// All levels.
  public static var all: Set<LogLevel> { Set(LogLevel.allCases) }
}
