import Configuration
import Foundation
import Logging

/// What the command line and the environment ask for.
struct Arguments {
  static let help = """
    shop: a shop as an HTTP server; ends with SIGTERM or Control-C.

      --host ADDRESS         listens there; 127.0.0.1 unless given
      --port NUMBER          listens there; 8080 unless given, 0 for any free port
      --data FILE            the SQLite database; shop.sqlite unless given
      --data postgresql://…  the database of a PostgreSQL server; give an address with a password in it as SHOP_DATA: others
                             see the command line
      --create yes|no        no refuses to open a database that is missing or empty; yes unless given
      --durability WHAT      what an order outlives: power (a power cut; the default), process (a crash); with PostgreSQL, its
                             server says so
      --patience MILLISECONDS  how long a commit waits for a lock of another process, or a request for PostgreSQL; 2000 unless
                             given
      --stock NUMBER         of each product, in a shop that opens for the first time; 100 unless given
      --bank MILLISECONDS    how long the bank of this rehearsal takes to answer; 300 unless given
      --tls yes|no           yes where visitors come by HTTPS, through a proxy that ends TLS; no unless given
      --connections NUMBER   may be open; 8192 unless given, or as many as the system lets the shop open
      --sessions NUMBER      may be alive; 20000 unless given
      --idle MILLISECONDS    a connection may be silent; 30000 unless given
      --heartbeat MILLISECONDS  between signs of life on a silent stream; 15000 unless given
      --log LEVEL            trace, debug, info, notice, warning, error or critical; info unless given

    Each option may be set in the environment, too: SHOP_PORT for --port. The command line wins.
    """

  let host: String
  let port: Int
  /// A file, or a connection string, which may have a password in it.
  let data: String
  let creates: Bool
  let stock: Int
  let bankDelay: Duration
  let durability: SQLiteBackend.Durability
  let patience: Duration
  let logLevel: Logger.Level
  let isBehindTLS: Bool
  private(set) var limits = Limits()

  /// - Parameters:
  ///   - arguments: the command line, without the program's name.
  ///   - environment: the variables that it is started with.
  /// - Throws: ``ArgumentError`` when something has a value that it cannot have.
  init(
    _ arguments: some Sequence<String>,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws {
    var given: [String: String] = [:]
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      guard argument.hasPrefix("--"), Arguments.help.contains("  \(argument) ") else {
        throw ArgumentError(argument, "is no option")
      }
      guard let value = rest.next() else { throw ArgumentError(argument, "needs a value") }
      given[String(argument.dropFirst(2))] = value
    }
    let options = Options(given: given, environment: environment)
    host = options.text("host") ?? "127.0.0.1"
    port = try options.number("port", in: 0...65_535) ?? 8_080
    data = options.text("data") ?? "shop.sqlite"
    creates = try options.choice("create", ["yes": true, "no": false]) ?? true
    durability = try options.choice("durability", ["power": .power, "process": .process]) ?? .power
    patience = try options.time("patience") ?? .seconds(2)
    stock = try options.number("stock", in: 0...1_000_000_000) ?? 100
    bankDelay = try options.time("bank") ?? .milliseconds(300)
    let levels = Dictionary(uniqueKeysWithValues: Logger.Level.allCases.map { ($0.rawValue, $0) })
    logLevel = try options.choice("log", levels) ?? .info
    isBehindTLS = try options.choice("tls", ["yes": true, "no": false]) ?? false
    limits.connections = try options.number("connections", in: 1...1_000_000) ?? limits.connections
    limits.sessions = try options.number("sessions", in: 1...10_000_000) ?? limits.sessions
    limits.idle = try options.time("idle") ?? limits.idle
    limits.heartbeat = try options.time("heartbeat") ?? limits.heartbeat
  }
}

/// The values of options, from the command line or else from the environment.
private struct Options {
  private let given: Set<String>
  private let config: ConfigReader

  init(given: [String: String], environment: [String: String]) {
    self.given = Set(given.keys)
    config = ConfigReader(providers: [
      CommandLineArgumentsProvider(arguments: ["shop"] + given.map { "--\($0.key)=\($0.value)" }),
      EnvironmentVariablesProvider(environmentVariables: environment).prefixKeys(with: "shop"),
    ])
  }

  func text(_ name: String) -> String? {
    // The reader takes a value with commas for a list.
    let text = config.stringArray(forKey: ConfigKey([name]))?.joined(separator: ",") ?? ""
    return text.isEmpty ? nil : text
  }

  func number(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
    guard let text = text(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw ArgumentError(source(of: name), "is a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  private func source(of name: String) -> String {
    given.contains(name) ? "--\(name)" : "SHOP_\(name.uppercased())"
  }

  func time(_ name: String) throws -> Duration? {
    try number(name, in: 1...3_600_000).map { .milliseconds($0) }
  }

  func choice<Value>(_ name: String, _ choices: [String: Value]) throws -> Value? {
    guard let text = text(name) else { return nil }
    guard let choice = choices[text] else {
      throw ArgumentError(source(of: name), "is one of \(choices.keys.sorted().joined(separator: ", "))")
    }
    return choice
  }
}

/// The command line, or the environment, asks for something that there is not.
struct ArgumentError: LocalizedError {
  let errorDescription: String?

  init(_ name: String, _ reason: String) {
    errorDescription = "\(name) \(reason). See shop --help."
  }
}
