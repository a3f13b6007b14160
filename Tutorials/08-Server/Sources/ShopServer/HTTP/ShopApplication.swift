import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
import ShopDomain
import ShopStore

/// The shop as an HTTP server.
///
/// It knows sessions only through their directory.
package struct ShopApplication<Directory: SessionDirectory>: Sendable {
  private let sessions: Directory
  private let catalogue: Catalogue
  private let seal: SessionSeal
  private let deployment: Deployment
  private let proxies: TrustedProxies
  private let readiness: @Sendable () async -> StoreProbe.Answer
  private let logger: Logger

  /// - Parameters:
  ///   - sessions: where sessions are found.
  ///   - catalogue: what the shop sells.
  ///   - seal: signs the ids of sessions.
  ///   - deployment: how visitors reach the shop.
  ///   - proxies: those whose `X-Forwarded-For` and `X-Request-Id` count.
  ///   - readiness: says whether the store answers; it does unless given.
  ///   - logger: logs requests, and what goes wrong.
  package init(
    sessions: Directory,
    catalogue: Catalogue,
    seal: SessionSeal,
    deployment: Deployment,
    proxies: TrustedProxies = TrustedProxies(),
    readiness: @escaping @Sendable () async -> StoreProbe.Answer = { .ready },
    logger: Logger
  ) {
    self.sessions = sessions
    self.catalogue = catalogue
    self.seal = seal
    self.deployment = deployment
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
    let limits = deployment.limits
    let router = Router(context: VisitContext.self)
    router.add(middleware: AccessLog(proxies: proxies))
    router.add(middleware: RequestMetrics())
    router.add(middleware: Refusals())
    router.add(middleware: SameOriginOnly(isBehindTLS: deployment.isBehindTLS))
    let routes = ShopRoutes(
      sessions: sessions,
      catalogue: catalogue,
      cookie: SessionCookie(seal: seal, isBehindTLS: deployment.isBehindTLS),
      limits: limits,
      readiness: readiness
    )
    routes.add(to: router)
    let connections = OpenConnections(limits: limits, logger: logger)
    return Application(
      router: router,
      server: .http1(
        configuration: HTTP1Channel.Configuration(
          additionalChannelHandlers: [ConnectionGuard(connections), Heartbeat(every: limits.heartbeat)],
          idleTimeout: TimeAmount(limits.idle),
          httpDecoderConfiguration: .init(
            maxHeaderFieldSize: 16_384,
            maxHeaderListSize: 16_384,
            maxHeaderFieldCount: 100
          )
        )
      ),
      configuration: ApplicationConfiguration(
        address: .hostname(host, port: port),
        serverName: "shop",
        backlog: 4_096,
        // Those beyond the limit are open for as long as it takes to refuse them; even more of them wait.
        availableConnectionsDelegate: MaximumAvailableConnections(
          limits.connections + OpenConnections.refused,
          logger: logger
        )
      ),
      onServerRunning: { channel in await onListening(channel.localAddress?.port ?? port) },
      logger: logger
    )
  }
}
