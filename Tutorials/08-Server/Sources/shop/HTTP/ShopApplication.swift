import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle

/// The shop as an HTTP server.
struct ShopApplication: Sendable {
  let shop: Shop
  let sessions: Sessions
  let seal: SessionSeal
  let limits: Limits
  /// True when visitors come by HTTPS, through a proxy that ends TLS.
  let isBehindTLS: Bool
  let logger: Logger

  /// The service that answers requests.
  ///
  /// - Parameters:
  ///   - host: the address that it listens at.
  ///   - port: the port; 0 for any that is free.
  ///   - onListening: is called with the port once it listens.
  func service(
    host: String,
    port: Int,
    onListening: @escaping @Sendable (Int) async -> Void
  ) -> any Service {
    let router = Router()
    router.add(middleware: LogRequestsMiddleware(.info))
    router.add(middleware: MetricsMiddleware())
    router.add(middleware: Refusals())
    router.add(middleware: SameOriginOnly(isBehindTLS: isBehindTLS))
    let cookie = SessionCookie(seal: seal, isBehindTLS: isBehindTLS)
    ShopRoutes(shop: shop, sessions: sessions, cookie: cookie, limits: limits).add(to: router)
    return Application(
      router: router,
      server: .http1(
        configuration: HTTP1Channel.Configuration(
          additionalChannelHandlers: [Heartbeat(every: limits.heartbeat)],
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
        availableConnectionsDelegate: MaximumAvailableConnections(limits.connections, logger: logger)
      ),
      onServerRunning: { channel in await onListening(channel.localAddress?.port ?? port) },
      logger: logger
    )
  }
}
