import Foundation
import Logging
import Metrics
import ServiceLifecycle
import ShopDomain
import ShopServer
import ShopStore
import Statoscope

/// Runs the shop until SIGTERM or SIGINT.
@main
struct ShopCommand {
  static func main() async {
    do {
      let arguments = try Arguments(CommandLine.arguments.dropFirst())
      if arguments.isHelp { return print(Arguments.help) }
      try await run(arguments)
    } catch {
      let text = (error as? any LocalizedError)?.errorDescription ?? "\(error)"
      FileHandle.standardError.write(Data("shop: \(text)\n".utf8))
      exit(1)
    }
  }

  private static func run(_ arguments: Arguments) async throws {
    let metrics = MetricsMemory()
    MetricsSystem.bootstrap(metrics)
    var logger = Logger(label: "shop")
    logger.logLevel = arguments.logLevel
    StatoscopeLogger.sink = { [logger] _, line in logger.error("\(line)") }

    let backend = SQLiteBackend(file: arguments.data, durability: arguments.durability)
    do { try backend.check() } catch let error as StorageError { throw error } catch {
      throw ArgumentError("--data", "names \(arguments.data.path), which cannot be opened: \(error)")
    }
    let shop = Shop(
      storage: .custom(backend),
      gateway: .rehearsal(answeringAfter: arguments.bankDelay)
    )
    try shop.open(
      with: Dictionary(uniqueKeysWithValues: shop.catalogue.products.map { ($0.id, arguments.stock) })
    )

    var services: [any Service] = []
    if arguments.hasScopes {
      let sessions = InProcessSessions(shop)
      services.append(self.shop(sessions, shop, arguments, logger))
      if let port = arguments.operatorPort {
        let page = OperatorApplication(sessions: sessions, metrics: { metrics.text }, logger: logger)
        services.append(
          page.service(port: port) { announce("The operator's page is http://127.0.0.1:\($0)/") }
        )
      }
      // The last one is shut down first: it ends the open streams, which the server would wait for.
      services.append(sessions)
    } else {
      services.append(self.shop(PlainSessions(shop), shop, arguments, logger))
    }
    var configuration = ServiceGroupConfiguration(
      services: services,
      gracefulShutdownSignals: [.sigterm, .sigint],
      logger: logger
    )
    configuration.maximumGracefulShutdownDuration = .seconds(3)
    try await ServiceGroup(configuration: configuration).run()
    logger.info("The shop is closed.")
  }

  private static func shop(
    _ sessions: some SessionDirectory,
    _ shop: Shop,
    _ arguments: Arguments,
    _ logger: Logger
  ) -> any Service {
    ShopApplication(sessions: sessions, catalogue: shop.catalogue, logger: logger)
      .service(host: arguments.host, port: arguments.port) { port in
        announce("The shop is open at http://\(arguments.host):\(port)/")
      }
  }

  /// Prints a line at once, also into a pipe.
  private static func announce(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }
}
