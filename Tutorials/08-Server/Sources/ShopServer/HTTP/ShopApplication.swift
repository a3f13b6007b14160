import Hummingbird
import Logging
import ServiceLifecycle
import ShopDomain
import ShopStore

/// The shop as an HTTP server.
///
/// It knows sessions only through their directory.
package struct ShopApplication<Directory: SessionDirectory>: Sendable {
  private let sessions: Directory
  private let catalogue: Catalogue
  private let proxies: TrustedProxies
  private let readiness: @Sendable () async -> StoreProbe.Answer
  private let logger: Logger

  /// - Parameters:
  ///   - sessions: where sessions are found.
  ///   - catalogue: what is sold.
  ///   - proxies: those whose `X-Forwarded-For` and `X-Request-Id` count.
  ///   - readiness: says whether the store answers; it does unless given.
  ///   - logger: logs requests, and what goes wrong.
  package init(
    sessions: Directory,
    catalogue: Catalogue,
    proxies: TrustedProxies = TrustedProxies(),
    readiness: @escaping @Sendable () async -> StoreProbe.Answer = { .ready },
    logger: Logger
  ) {
    self.sessions = sessions
    self.catalogue = catalogue
    self.proxies = proxies
    self.readiness = readiness
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
    let router = Router(context: VisitContext.self)
    router.add(middleware: AccessLog(proxies: proxies))
    router.add(middleware: MetricsMiddleware())
    ShopRoutes(sessions: sessions, catalogue: catalogue, readiness: readiness).add(to: router)
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
