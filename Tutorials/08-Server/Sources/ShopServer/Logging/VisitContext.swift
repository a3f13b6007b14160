import Hummingbird
import Logging
import NIOCore

/// What belongs to one request besides the request: its logger, and the other end of its connection.
struct VisitContext: RequestContext, RemoteAddressRequestContext {
  var coreContext: CoreRequestContextStorage
  let remoteAddress: SocketAddress?

  init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    remoteAddress = source.channel.remoteAddress
  }
}
