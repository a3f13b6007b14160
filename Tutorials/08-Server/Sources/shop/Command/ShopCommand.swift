import Foundation
import Logging
import ServiceLifecycle
import Statoscope

/// Runs the shop until SIGTERM or SIGINT.
@main
struct ShopCommand {
  static func main() async {
    do {
      if ["--help", "-h"].contains(CommandLine.arguments.dropFirst().first) { return print(Arguments.help) }
      try await run(try Arguments(CommandLine.arguments.dropFirst()))
    } catch {
      let text = (error as? any LocalizedError)?.errorDescription ?? "\(error)"
      FileHandle.standardError.write(Data("shop: \(text)\n".utf8))
      exit(1)
    }
  }

  private static func run(_ arguments: Arguments) async throws {
    LoggingSystem.bootstrap { label in
      var handler = StreamLogHandler.standardError(label: label)
      handler.logLevel = arguments.logLevel
      return handler
    }
    let logger = Logger(label: "shop")
    StatoscopeLogger.sink = { [logger] _, line in logger.error("\(line)") }

    let shop = try await Shop.open(arguments)
    try await shop.open(
      with: Dictionary(uniqueKeysWithValues: shop.catalogue.products.map { ($0.id, arguments.stock) })
    )

    let seal = try await SessionSeal(storage: shop.storage)
    var limits = arguments.limits
    limits.connections = min(limits.connections, OpenFiles.raiseLimit())

    let sessions = Sessions(shop, limit: limits.sessions)
    let server = ShopApplication(
      shop: shop,
      sessions: sessions,
      seal: seal,
      limits: limits,
      isBehindTLS: arguments.isBehindTLS,
      logger: logger
    )
    .service(host: arguments.host, port: arguments.port) { port in
      announce("The shop is open at http://\(arguments.host):\(port)/")
    }
    var configuration = ServiceGroupConfiguration(
      // The last ones are shut down first: the end of the sessions ends the open streams, which the server would wait for.
      services: [server, sessions],
      gracefulShutdownSignals: [.sigterm, .sigint],
      logger: logger
    )
    configuration.maximumGracefulShutdownDuration = .seconds(3)
    // It ends as by a crash then: what was committed is in the database, and nothing is half done.
    configuration.maximumCancellationDuration = .seconds(2)
    try await ServiceGroup(configuration: configuration).run()
    do { try await shop.stored(within: .seconds(1)) } catch {
      // Their visitors were told so. The library would wait for the store for longer than the shop may take to end.
      logger.error(
        "The shop is closed, and its store has not answered: changes that were not confirmed may be lost."
      )
      _exit(0)
    }
    logger.info("The shop is closed.")
  }

  /// Prints a line at once, also into a pipe.
  private static func announce(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }
}
