import Hummingbird
import NIOCore
import NIOHTTPTypes

/// Sends a comment on a stream of events that was silent for some time.
///
/// A browser that is gone without notice is found by that, and proxies on the way keep the connection. In the
/// channel and not in the stream, it costs a stream no task.
final class Heartbeat: ChannelOutboundHandler, RemovableChannelHandler {
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let interval: TimeAmount
  private var lastWrite = NIODeadline.now()
  private var next: Scheduled<Void>?

  init(every interval: Duration) {
    self.interval = TimeAmount(interval)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    next?.cancel()
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(let head) where head.headerFields[.contentType] == "text/event-stream":
      lastWrite = .now()
      schedule(at: lastWrite + interval, context)
    case .body where next != nil: lastWrite = .now()
    case .end:
      next?.cancel()
      next = nil
    case .head, .body: break
    }
    context.write(data, promise: promise)
  }

  private func schedule(at deadline: NIODeadline, _ context: ChannelHandlerContext) {
    next = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) { self.beat(context) }
  }

  private func beat(_ context: ChannelHandlerContext) {
    let now = NIODeadline.now()
    if now >= lastWrite + interval {
      // A browser that does not read gets no more of it.
      if context.channel.isWritable {
        context.writeAndFlush(wrapOutboundOut(.body(ByteBuffer(string: ":\n\n"))), promise: nil)
      }
      lastWrite = now
    }
    schedule(at: lastWrite + interval, context)
  }
}
