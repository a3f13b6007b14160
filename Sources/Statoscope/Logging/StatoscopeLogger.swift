import Foundation
import Synchronization

/// The library's log: the levels that are logged, and the sink that receives the lines.
///
/// By default only ``LogLevel/errors`` are logged: to the system's log (`os.Logger`) on Apple platforms, elsewhere to
/// standard error. Both settings may be changed from any
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

  /// The receiver of each line; by default the system's log or standard error, with all control characters escaped.
  ///
  /// In the log of Apple's systems the subsystem is `statoscope` and the category the level. Errors are public; other
  /// lines show state, so a device hides them unless a debugger is attached.
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
    #if canImport(Darwin)
      var sink: Sink = systemLog
    #else
      var sink: Sink = standardError
    #endif
  }

  private static let settings = Locked(Settings())

  package static let standardError: Sink = { level, line in
    let printable = PrintableText.escaped(line, lineBreaks: .kept)
    StandardError.write("statoscope \(level.rawValue): \(printable)\n")
  }

  /// Returns a text of several lines in parts of whole lines, for a log that cuts off what is longer.
  package static func parts(of text: String, longest: Int) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).reduce(into: []) { parts, line in
      if let last = parts.last, last.utf8.count + line.utf8.count < longest {
        parts[parts.count - 1] = last + "\n" + line
      } else {
        parts.append(String(line))
      }
    }
  }
}

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

/// An entry of the log, one line or several; interpolated values cannot add lines to it.
///
/// Values, errors and names come from the app and from its users: their control characters and line breaks
/// are escaped, so no value can forge a line or control a terminal.
struct LogLine: ExpressibleByStringInterpolation {
  let text: String

  init(stringLiteral value: String) { text = value }

  init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

  /// - Parameter lines: lines composed by the library, with escaped values.
  init(lines: [String]) { text = lines.joined(separator: "\n") }

  struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    mutating func appendLiteral(_ literal: String) { text += literal }

    mutating func appendInterpolation<Value>(_ value: Value) {
      text += PrintableText.escaped("\(value)", lineBreaks: value is any MultilineText ? .kept : .escaped)
    }
  }
}

/// An error of the library whose text has several lines, each composed by the library.
protocol MultilineText: Error {}

/// Standard error, for messages to people while a program or a test runs.
package enum StandardError {
  package static func write(_ text: String) {
    // Standard error may be closed; there is no other place to report that.
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
