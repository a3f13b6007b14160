import NIOCore
import NIOPosix

/// A connection that sends what it likes, for tests of what a server does about it.
final class RawConnection: Sendable {
  /// What the server sends, until either side closes the connection.
  let texts: AsyncStream<String>
  private let channel: any Channel

  init(port: Int) async throws {
    let (texts, continuation) = AsyncStream.makeStream(of: String.self)
    self.texts = texts
    channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(TextHandler(continuation))
        }
      }
      .connect(host: "127.0.0.1", port: port)
      .get()
  }

  deinit { close() }

  func send(_ text: String) async throws {
    try await channel.writeAndFlush(ByteBuffer(string: text))
  }

  /// Sends a text again and again until the connection is closed.
  func sendForever(_ text: String) async {
    while (try? await send(text)) != nil {}
  }

  /// All that the server has sent, once it has closed the connection.
  func textUntilClosed() async -> String {
    await texts.reduce(into: "") { $0 += $1 }
  }

  func close() { channel.close(promise: nil) }
}

private final class TextHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let texts: AsyncStream<String>.Continuation

  init(_ texts: AsyncStream<String>.Continuation) { self.texts = texts }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    texts.yield(String(buffer: unwrapInboundIn(data)))
  }

  // What came before a connection was reset is an answer, too.
  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
  func handlerRemoved(context: ChannelHandlerContext) { texts.finish() }
}
