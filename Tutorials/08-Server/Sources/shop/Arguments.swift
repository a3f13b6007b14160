import Configuration
import Foundation
import Logging
import PostgresStorage
import ShopServer
import ShopStore

/// What the command line and the environment ask for.
struct Arguments {
  var host = "127.0.0.1"
  var port = 8_080
  var data = Data.file(URL(filePath: "shop.sqlite"))
  var creates = true
  var stock = 100
  var bankDelay = Duration.milliseconds(300)
  var durability = SQLiteBackend.Durability.power
  var patience = SQLiteBackend.patience
  var logLevel = Logger.Level.info
  var logFormat = LineLogHandler.Format.text
  var proxies = TrustedProxies()
  var operatorPort: Int?
  var hasScopes = true
  var deployment = Deployment()
  var isCheck = false
  var isHelp = false

  /// The place of what is kept.
  enum Data {
    case file(URL)
    /// A connection string, which may have a password in it.
    case server(String)

    init(_ text: String) {
      let isServer = ["postgresql://", "postgres://"].contains { text.hasPrefix($0) }
      self = isServer ? .server(text) : .file(URL(filePath: text))
    }
  }

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
      --operator PORT        also shows the operator's page, at this port of 127.0.0.1
      --trusted-proxies LIST addresses and networks whose X-Forwarded-For counts, such as 127.0.0.1,10.0.0.0/8
      --scopes yes|no        no runs the same shop as a plain actor with a dictionary, to compare with
      --tls yes|no           yes where visitors come by HTTPS, through a proxy that ends TLS; no unless given
      --connections NUMBER   may be open; 8192 unless given, or as many as the system lets the shop open
      --sessions NUMBER      may be alive; 20000 unless given
      --idle MILLISECONDS    a connection may be silent; 30000 unless given
      --request MILLISECONDS  a request may take to arrive; 20000 unless given
      --heartbeat MILLISECONDS  between signs of life on a silent stream; 15000 unless given
      --log LEVEL            trace, debug, info, notice, warning, error or critical; info unless given
      --log-format FORMAT    text, or json for one object a line; text unless given
      --check                looks for damage in the database, says what it finds, and ends

    Each option may be set in the environment, too: SHOP_PORT for --port, SHOP_LOG_FORMAT for --log-format. The command
    line wins.
    """

  /// The options that have a value.
  private static let names: Set<String> = [
    "host", "port", "data", "create", "durability", "patience", "stock", "bank", "operator",
    "trusted-proxies", "scopes", "tls", "connections", "sessions", "idle", "request", "heartbeat", "log",
    "log-format",
  ]

  /// - Parameters:
  ///   - arguments: the command line, without the program's name.
  ///   - environment: the variables that it is started with.
  /// - Throws: ``ArgumentError`` when something has a value that it cannot have.
  init(
    _ arguments: some Sequence<String>,
    environment: [String: String] = ProcessInfo.processInfo.environment
  )
    throws
  {
    var given: [String: String] = [:]
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      switch argument {
      case "--help", "-h": isHelp = true
      case "--check": isCheck = true
      default:
        let name = String(argument.dropFirst(2))
        guard argument.hasPrefix("--"), Arguments.names.contains(name) else {
          throw ArgumentError(argument, "is no option")
        }
        guard let value = rest.next() else { throw ArgumentError(argument, "needs a value") }
        given[name] = value
      }
    }
    try read(Options(given: given, environment: environment))
  }

  private mutating func read(_ options: Options) throws {
    host = try options.text("host") ?? host
    port = try options.number("port", in: 0...65_535) ?? port
    data = try options.text("data").map { Data($0) } ?? data
    creates = try options.choice("create", [("yes", true), ("no", false)]) ?? creates
    durability = try options.choice("durability", [("power", .power), ("process", .process)]) ?? durability
    patience = try options.number("patience", in: 0...3_600_000).map { .milliseconds($0) } ?? patience
    stock = try options.number("stock", in: 0...1_000_000_000) ?? stock
    bankDelay = try options.number("bank", in: 0...3_600_000).map { .milliseconds($0) } ?? bankDelay
    operatorPort = try options.number("operator", in: 0...65_535)
    hasScopes = try options.choice("scopes", [("yes", true), ("no", false)]) ?? hasScopes
    logLevel =
      try options.choice("log", Logger.Level.allCases.map { ($0.rawValue, $0) }) ?? logLevel
    logFormat = try options.choice("log-format", [("text", .text), ("json", .json)]) ?? logFormat
    proxies = TrustedProxies(try options.networks("trusted-proxies"))
    try Arguments.read(&deployment, options)
  }

  private static func read(_ deployment: inout Deployment, _ options: Options) throws {
    deployment.isBehindTLS =
      try options.choice("tls", [("yes", true), ("no", false)]) ?? deployment.isBehindTLS
    let limits = deployment.limits
    deployment.limits.connections = try options.number("connections", in: 1...1_000_000) ?? limits.connections
    deployment.limits.sessions = try options.number("sessions", in: 1...10_000_000) ?? limits.sessions
    deployment.limits.idle = try options.time("idle") ?? limits.idle
    deployment.limits.request = try options.time("request") ?? limits.request
    deployment.limits.heartbeat = try options.time("heartbeat") ?? limits.heartbeat
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

  func text(_ name: String) throws -> String? {
    let text = list(name).joined(separator: ",")
    return text.isEmpty ? nil : text
  }

  func number(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
    guard let text = try text(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw error(name, "is a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  func time(_ name: String) throws -> Duration? {
    try number(name, in: 1...3_600_000).map { .milliseconds($0) }
  }

  func choice<Value>(_ name: String, _ choices: [(String, Value)]) throws -> Value? {
    guard let text = try text(name) else { return nil }
    guard let choice = choices.first(where: { $0.0 == text }) else {
      let names = choices.map(\.0)
      throw error(name, "is \(names.dropLast().joined(separator: ", ")) or \(names.last ?? "")")
    }
    return choice.1
  }

  func networks(_ name: String) throws -> [IPNetwork] {
    try list(name).map { $0.filter { !$0.isWhitespace } }.filter { !$0.isEmpty }.map { text in
      guard let network = IPNetwork(text) else {
        throw error(name, "has an address or network that is none: \(text)")
      }
      return network
    }
  }

  private func list(_ name: String) -> [String] {
    config.stringArray(forKey: ConfigKey([name])) ?? []
  }

  private func error(_ name: String, _ reason: String) -> ArgumentError {
    let variable = "SHOP_" + name.uppercased().replacing("-", with: "_")
    return ArgumentError(given.contains(name) ? "--\(name)" : variable, reason)
  }
}

/// The command line asks for something that there is not.
struct ArgumentError: LocalizedError {
  let errorDescription: String?

  init(_ name: String, _ reason: String) {
    errorDescription = "\(name) \(reason). See shop --help."
  }
}
