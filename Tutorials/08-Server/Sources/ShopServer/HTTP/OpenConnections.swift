import Logging
import Metrics
import NIOCore
import Synchronization

/// The connections of a server, how many there may be, and what was cut off.
final class OpenConnections: Sendable {
  /// The reasons for which a connection is closed before its request is answered.
  enum Fault: String, Sendable {
    case tooMany = "there are too many connections"
    case slowRequest = "a request took too long to arrive"
    case largeBody = "a body was too large"
    case slowReader = "an answer was not read"

    fileprivate var label: String {
      switch self {
      case .tooMany: "connections"
      case .slowRequest: "slow_request"
      case .largeBody: "large_body"
      case .slowReader: "slow_reader"
      }
    }
  }

  private struct State {
    var count = 0
    /// Those that no line of the log has reported yet.
    var faults: [Fault: Int] = [:]
    var nextLine = NIODeadline.uptimeNanoseconds(0)
  }

  let limits: Limits
  private let logger: Logger
  private let state = Mutex(State())

  /// The number of connections beyond the limit that may be open until they are refused.
  static let refused = 128
  /// One line each: an attack must not fill the disk.
  private static let lineInterval = TimeAmount.seconds(10)

  init(limits: Limits, logger: Logger) {
    self.limits = limits
    self.logger = logger
  }

  /// Counts one more; returns false when that is too many.
  func open() -> Bool {
    state.withLock { state in
      state.count += 1
      return state.count <= limits.connections
    }
  }

  func close() { state.withLock { $0.count -= 1 } }

  /// Counts and logs that a connection was cut off.
  func record(_ fault: Fault) {
    Counter(label: "shop_connections_cut_off_total", dimensions: [("reason", fault.label)]).increment()
    let now = NIODeadline.now()
    let (faults, count) = state.withLock { state in
      state.faults[fault, default: 0] += 1
      guard now >= state.nextLine else { return ([:] as [Fault: Int], 0) }
      defer { (state.faults, state.nextLine) = ([:], now + OpenConnections.lineInterval) }
      return (state.faults, state.count)
    }
    for (fault, times) in faults.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      logger.warning(
        "The shop has cut off connections: \(fault.rawValue).",
        metadata: ["times": "\(times)", "open": "\(count)", "limit": "\(limits.connections)"]
      )
    }
  }
}
