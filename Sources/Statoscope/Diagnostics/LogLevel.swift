/// One kind of line that the library can log.
public enum LogLevel: String, Sendable, Hashable, CaseIterable {
  /// What went wrong: an update that threw, an effect whose error nobody mapped, an effect that could not start.
  case errors
  /// Every event, before its update.
  case when
  /// Every effect that is enqueued, starts, ends or is cancelled.
  case effects
  /// Every look-up of an injected value or an ancestor that fell back to a default.
  case injection

  /// This level's place in a set of levels that is read without a lock.
  var bit: UInt8 {
    switch self {
    case .errors: 1
    case .when: 2
    case .effects: 4
    case .injection: 8
    }
  }
}

extension Set<LogLevel> {
  /// What goes wrong and every event.
  public static var basic: Set<LogLevel> { [.errors, .when] }

  /// Every kind of line.
  public static var all: Set<LogLevel> { Set(LogLevel.allCases) }
}
