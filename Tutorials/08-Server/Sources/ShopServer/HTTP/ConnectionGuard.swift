import Hummingbird
import NIOCore
import NIOHTTPTypes

/// Cuts off a connection that is one too many, that sends for too long or too much, or that does not read.
///
/// A connection that is silent, or whose header does not end, is closed by Hummingbird's own time limit.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let connections: OpenConnections
  /// False for a connection that is only told to go.
  private var isWelcome = true
  private var isRefused = false
  private var isAnswering = false
  private var bytes = 0
  private var requestLimit: Scheduled<Void>?
  private var readLimit: Scheduled<Void>?

  /// The time that a refused connection has to read the answer: closed at once, it might never see it.
  private static let farewell = TimeAmount.seconds(1)

  init(_ connections: OpenConnections) {
    self.connections = connections
  }

  func handlerAdded(context: ChannelHandlerContext) {
    isWelcome = connections.open()
    guard !isWelcome else { return }
    requestLimit = schedule(ConnectionGuard.farewell, context) { $0.refuse(.tooMany, $1) }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    requestLimit?.cancel()
    readLimit?.cancel()
    connections.close()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isRefused else { return }
    switch unwrapInboundIn(data) {
    case .head where !isWelcome: return refuse(.tooMany, context)
    case .head:
      bytes = 0
      requestLimit = schedule(TimeAmount(connections.limits.request), context) { $0.refuse(.slowRequest, $1) }
    case .body(let part):
      bytes += part.readableBytes
      guard bytes <= connections.limits.body else { return refuse(.largeBody, context) }
    case .end:
      requestLimit?.cancel()
      requestLimit = nil
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard !isRefused else {
      promise?.fail(ChannelError.outputClosed)
      return
    }
    switch unwrapOutboundIn(data) {
    case .head: isAnswering = true
    case .end: isAnswering = false
    case .body: break
    }
    context.write(data, promise: promise)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    readLimit?.cancel()
    readLimit = nil
    if !context.channel.isWritable {
      readLimit = schedule(TimeAmount(connections.limits.request), context) { guardian, context in
        guardian.connections.record(.slowReader)
        context.close(promise: nil)
      }
    }
    context.fireChannelWritabilityChanged()
  }

  /// Answers with the reason, unless an answer has begun, and closes the connection.
  private func refuse(_ fault: OpenConnections.Fault, _ context: ChannelHandlerContext) {
    connections.record(fault)
    requestLimit?.cancel()
    isRefused = true
    guard !isAnswering else { return context.close(promise: nil) }
    var fields: HTTPFields = [.connection: "close", .contentLength: "0"]
    if fault == .tooMany { fields[.retryAfter] = "5" }
    let head = HTTPResponse(status: status(of: fault), headerFields: fields)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    context.close(mode: .output, promise: nil)
    requestLimit = schedule(ConnectionGuard.farewell, context) { $1.close(promise: nil) }
  }

  private func status(of fault: OpenConnections.Fault) -> HTTPResponse.Status {
    switch fault {
    case .tooMany: .serviceUnavailable
    case .slowRequest, .slowReader: .requestTimeout
    case .largeBody: .contentTooLarge
    }
  }

  private func schedule(
    _ time: TimeAmount,
    _ context: ChannelHandlerContext,
    _ body: @escaping (ConnectionGuard, ChannelHandlerContext) -> Void
  ) -> Scheduled<Void> {
    context.eventLoop.assumeIsolated().scheduleTask(in: time) { body(self, context) }
  }
}
