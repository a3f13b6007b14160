/// The way on which visitors reach the shop, and the limits of what each of them may use.
package struct Deployment: Sendable {
  /// True when visitors come by HTTPS, through a proxy that ends TLS.
  package var isBehindTLS = false
  package var limits = Limits()

  package init() {}

  /// The address to open in a browser of this machine.
  ///
  /// - Parameters:
  ///   - host: the address that the shop listens at, such as `::`, which is none to open.
  ///   - port: the port.
  package static func address(host: String, port: Int) -> String {
    switch host {
    case "0.0.0.0", "": "http://127.0.0.1:\(port)/"
    case "::": "http://[::1]:\(port)/"
    case _ where host.contains(":"): "http://[\(host)]:\(port)/"
    default: "http://\(host):\(port)/"
    }
  }
}

/// The limits of what the shop spends on visitors, so that no client can take all of it.
package struct Limits: Sendable {
  /// The number of connections that are open; further ones are answered with 503.
  package var connections = 8_192
  /// The number of sessions that are alive; beyond that, those that were idle for the longest time end.
  package var sessions = 20_000
  /// The time that a connection may be silent, also in the middle of a header.
  package var idle = Duration.seconds(30)
  /// The time that a request may take to arrive, and a visitor to read some of an answer.
  package var request = Duration.seconds(20)
  /// The bytes of a request's body; a form has less than a hundred.
  package var body = 16_384
  /// The time that a stream of events is silent, before a comment finds out whether the browser is there.
  package var heartbeat = Duration.seconds(15)
  /// The time between two pages of a window, at least; only the newest is sent then.
  ///
  /// Without it, a thousand windows that change all the time keep every thread busy, and all other requests wait.
  package var pagePause = Duration.milliseconds(200)

  package init() {}
}
