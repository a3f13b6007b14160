import Foundation
import Logging
import ShopStore

/// What the command line asks for.
struct Arguments {
  var host = "127.0.0.1"
  var port = 8_080
  var data = URL(filePath: "shop.sqlite")
  var stock = 100
  var bankDelay = Duration.milliseconds(300)
  var durability = SQLiteBackend.Durability.power
  var logLevel = Logger.Level.info
  var operatorPort: Int?
  var hasScopes = true
  var isHelp = false

  static let help = """
    shop: a shop as an HTTP server; ends with SIGTERM or Control-C.

      --host ADDRESS       listens there; 127.0.0.1 unless given
      --port NUMBER        listens there; 8080 unless given, 0 for any free port
      --data FILE          the SQLite database; shop.sqlite unless given
      --durability WHAT    what an order outlives: power (a power cut; the default), process (a crash)
      --stock NUMBER       of each product, in a shop that opens for the first time; 100 unless given
      --bank MILLISECONDS  how long the bank of this rehearsal takes to answer; 300 unless given
      --operator PORT      also shows the operator's page, at this port of 127.0.0.1
      --scopes yes|no      no runs the same shop as a plain actor with a dictionary, to compare with
      --log LEVEL          trace, debug, info, notice, warning, error or critical; info unless given
    """

  init(_ arguments: some Sequence<String>) throws {
    var rest = arguments.makeIterator()
    while let name = rest.next() {
      if name == "--help" || name == "-h" {
        isHelp = true
        continue
      }
      guard let value = rest.next() else { throw ArgumentError(name, "needs a value") }
      switch name {
      case "--host": host = value
      case "--port": port = try Arguments.number(value, of: name, in: 0...65_535)
      case "--data": data = URL(filePath: value)
      case "--stock": stock = try Arguments.number(value, of: name, in: 0...1_000_000_000)
      case "--bank": bankDelay = .milliseconds(try Arguments.number(value, of: name, in: 0...3_600_000))
      case "--operator": operatorPort = try Arguments.number(value, of: name, in: 0...65_535)
      case "--scopes":
        guard ["yes", "no"].contains(value) else { throw ArgumentError(name, "is yes or no") }
        hasScopes = value == "yes"
      case "--durability":
        guard ["power", "process"].contains(value) else { throw ArgumentError(name, "is power or process") }
        durability = value == "power" ? .power : .process
      case "--log":
        guard let level = Logger.Level(rawValue: value) else {
          throw ArgumentError(name, "has no level \(value)")
        }
        logLevel = level
      default: throw ArgumentError(name, "is no option")
      }
    }
  }

  private static func number(_ text: String, of name: String, in range: ClosedRange<Int>) throws -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw ArgumentError(name, "is a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}

/// The command line asks for something that there is not.
struct ArgumentError: LocalizedError {
  let errorDescription: String?

  init(_ name: String, _ reason: String) {
    errorDescription = "\(name) \(reason). See shop --help."
  }
}
