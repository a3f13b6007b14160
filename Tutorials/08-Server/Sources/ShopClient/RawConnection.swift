import NIOCore
import NIOPosix

/// A connection that sends what it likes, for tests of what a server does about it.
package final class RawConnection: Sendable {
  private let channel: any Channel
  private let text: EventLoopFuture<String>

  package init(port: Int, group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton) async throws {
    let loop = group.next()
    let promise = loop.makePromise(of: String.self)
    text = promise.futureResult
    do {
      channel = try await ClientBootstrap(group: loop)
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(TextHandler(promise))
          }
        }
        .connect(host: "127.0.0.1", port: port)
        .get()
    } catch {
      promise.fail(error)
      throw error
    }
  }

  package func send(_ text: String) async throws {
    try await channel.writeAndFlush(ByteBuffer(string: text))
  }

  /// Sends a text again and again until the connection is closed.
  package func sendForever(_ text: String) async {
    while (try? await send(text)) != nil {}
  }

  /// All that the server has sent, once it has closed the connection.
  package func textUntilClosed() async throws -> String {
    try await withTaskCancellationHandler {
      try await text.get()
    } onCancel: {
      close()
    }
  }

  package func close() {
    channel.close(promise: nil)
  }
}

/// Collects what comes until the server ends it.
private final class TextHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let promise: EventLoopPromise<String>
  private var text = ""

  init(_ promise: EventLoopPromise<String>) {
    self.promise = promise
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    text += String(buffer: unwrapInboundIn(data))
  }

  func channelInactive(context: ChannelHandlerContext) {
    promise.succeed(text)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // What came before a connection was reset is an answer, too.
    context.close(promise: nil)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    promise.succeed(text)
  }
}
