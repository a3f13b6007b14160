import Foundation

/// What the script asks the walk to do.
struct WalkOptions {
  /// The command line has something that it cannot have.
  struct Failure: LocalizedError {
    let errorDescription: String?
  }

  var address = Address(host: "127.0.0.1", port: 8_080)
  var sessions = 300
  var time = Duration.seconds(30)
  /// Of each product, at first.
  var stock = 100_000
  /// Attempts to buy a second, of all sessions together.
  var rate = 20
  /// The seed of random faults; nil for the schedule that has each once.
  var seed: UInt64?

  init(_ arguments: some Sequence<String>) throws {
    var (host, port) = (address.host, address.port)
    var rest = arguments.makeIterator()
    while let name = rest.next() {
      guard let value = rest.next() else { throw Failure(errorDescription: "\(name) needs a value") }
      switch (name, Int(value)) {
      case ("--address", _): host = value
      case ("--port", let number?): port = number
      case ("--sessions", let number?): sessions = max(1, number)
      case ("--seconds", let number?): time = .seconds(max(1, number))
      case ("--stock", let number?): stock = number
      case ("--rate", let number?): rate = max(1, number)
      case ("--seed", let number?): seed = UInt64(number)
      default: throw Failure(errorDescription: "\(name) \(value) is no option of the walk")
      }
    }
    address = Address(host: host, port: port)
  }

  /// Between two attempts of a session to buy.
  var pause: Duration { .seconds(1) * (Double(sessions) / Double(rate)) }

  var schedule: Schedule { seed.map { .random(seed: $0, in: time) } ?? .once(in: time) }
}
