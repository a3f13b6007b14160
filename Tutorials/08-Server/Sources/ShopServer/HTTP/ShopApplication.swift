import Hummingbird
import Logging
import ServiceLifecycle
import ShopDomain

/// The shop as an HTTP server.
///
/// It knows sessions only through their directory.
package struct ShopApplication<Directory: SessionDirectory>: Sendable {
  private let sessions: Directory
  private let catalogue: Catalogue
  private let logger: Logger

  package init(sessions: Directory, catalogue: Catalogue, logger: Logger) {
    self.sessions = sessions
    self.catalogue = catalogue
    self.logger = logger
  }

  /// The service that answers requests.
  ///
  /// - Parameters:
  ///   - host: the address that it listens at.
  ///   - port: the port; 0 for any that is free.
  ///   - onListening: is called with the port once it listens.
  package func service(
    host: String,
    port: Int,
    onListening: @escaping @Sendable (Int) async -> Void
  ) -> any Service {
    let router = Router()
    router.add(middleware: MetricsMiddleware())
    // Without headers and bodies: these have the session and the card.
    router.add(middleware: LogRequestsMiddleware(.debug))
    ShopRoutes(sessions: sessions, catalogue: catalogue).add(to: router)
    return Application(
      router: router,
      configuration: ApplicationConfiguration(
        address: .hostname(host, port: port),
        serverName: "shop",
        backlog: 4_096
      ),
      onServerRunning: { channel in await onListening(channel.localAddress?.port ?? port) },
      logger: logger
    )
  }
}
