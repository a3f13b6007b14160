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
      if arguments.isCheck { return print(try await OpenStore.audit(arguments)) }
      // What a visitor waits for goes before the pages of other windows: see ``StoreThread``.
      try await Task(priority: .high) { try await run(arguments) }.value
    } catch {
      let text = (error as? any LocalizedError)?.errorDescription ?? "\(error)"
      FileHandle.standardError.write(Data("shop: \(text)\n".utf8))
      exit(1)
    }
  }

  private static func run(_ arguments: Arguments) async throws {
    let metrics = MetricsMemory()
    MetricsSystem.bootstrap(metrics)
    LoggingSystem.bootstrap(
      { label, provider in
        LineLogHandler(
          label: label,
          level: arguments.logLevel,
          format: arguments.logFormat,
          provider: provider
        )
      },
      metadataProvider: RequestID.provider
    )
    let logger = Logger(label: "shop")
    StatoscopeLogger.sink = { [logger] _, line in logger.error("\(line)") }

    let store = try await OpenStore.open(arguments)
    let shop = store.shop
    try await shop.open(
      with: Dictionary(uniqueKeysWithValues: shop.catalogue.products.map { ($0.id, arguments.stock) })
    )

    let seal = try await SessionSeal(storage: shop.storage)
    var deployment = arguments.deployment
    deployment.limits.connections = min(deployment.limits.connections, OpenFiles.raiseLimit())

    var services: [any Service] = []
    if arguments.hasScopes {
      let sessions = InProcessSessions(shop, limit: deployment.limits.sessions)
      services.append(self.shop(sessions, shop, seal, deployment, arguments, store.probe, logger))
      if let port = arguments.operatorPort {
        let page = OperatorApplication(sessions: sessions, metrics: { metrics.text }, logger: logger)
        services.append(
          page.service(port: port) { announce("The operator's page is http://127.0.0.1:\($0)/") }
        )
      }
      // The last one is shut down first: it ends the open streams, which the server would wait for.
      services.append(sessions)
    } else {
      services.append(self.shop(PlainSessions(shop), shop, seal, deployment, arguments, store.probe, logger))
    }
    services.append(ClosingLimit(logger: logger))
    var configuration = ServiceGroupConfiguration(
      services: services,
      gracefulShutdownSignals: [.sigterm, .sigint],
      logger: logger
    )
    configuration.maximumGracefulShutdownDuration = .seconds(3)
    try await ServiceGroup(configuration: configuration).run()
    do { try await shop.store.stored(within: .seconds(1)) } catch {
      // Their visitors were told so. The library would wait for the store for longer than the shop may take to end.
      logger.error(
        "The shop is closed, and its store has not answered: changes that were not confirmed may be lost."
      )
      _exit(0)
    }
    logger.info("The shop is closed.")
  }

  private static func shop(
    _ sessions: some SessionDirectory,
    _ shop: Shop,
    _ seal: SessionSeal,
    _ deployment: Deployment,
    _ arguments: Arguments,
    _ probe: StoreProbe,
    _ logger: Logger
  ) -> any Service {
    ShopApplication(
      sessions: sessions,
      catalogue: shop.catalogue,
      seal: seal,
      deployment: deployment,
      proxies: arguments.proxies,
      readiness: { await probe.answer() },
      logger: logger
    )
    .service(host: arguments.host, port: arguments.port) { port in
      announce("The shop is open at \(Deployment.address(host: arguments.host, port: port))")
    }
  }

  /// Prints a line at once, also into a pipe.
  private static func announce(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }
}
