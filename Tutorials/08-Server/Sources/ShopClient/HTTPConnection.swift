import NIOCore
import NIOHTTP1
import NIOPosix

/// A connection that asks one thing after the other, as a browser's does.
package final class HTTPConnection: Sendable {
  private let channel: any Channel

  package init(
    address: String = "127.0.0.1",
    port: Int,
    group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton
  ) async throws {
    channel = try await ClientBootstrap(group: group)
      .channelOption(.socketOption(.tcp_nodelay), value: 1)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHTTPClientHandlers()
          try channel.pipeline.syncOperations.addHandler(AnswerHandler())
        }
      }
      .connect(host: address, port: port)
      .get()
  }

  /// Asks for a page.
  package func get(
    _ path: String,
    session: String? = nil,
    host: String = "localhost",
    headers: [String: String] = [:]
  ) async throws -> HTTPAnswer {
    try await ask(.GET, path, session: session, host: host, headers: headers, form: nil)
  }

  /// Asks for the head of a page.
  package func head(_ path: String, session: String? = nil) async throws -> HTTPAnswer {
    try await ask(.HEAD, path, session: session, host: "localhost", headers: [:], form: nil)
  }

  /// Sends a form, as the page's script does.
  package func post(
    _ path: String,
    session: String?,
    form: String = "",
    headers: [String: String] = [:]
  ) async throws -> HTTPAnswer {
    try await ask(.POST, path, session: session, host: "localhost", headers: headers, form: form)
  }

  /// Looks at the shop as a new visitor, and returns the cookie of that visit.
  package func visit() async throws -> String {
    let answer = try await get("/")
    guard let session = answer.session else { throw NoSession(answer: answer) }
    return session
  }

  /// The server has given a visitor no session.
  package struct NoSession: Error {
    package let answer: HTTPAnswer
  }

  /// False once either side has closed it.
  package var isOpen: Bool { channel.isActive }

  package func close() async {
    try? await channel.close()
  }

  private func ask(
    _ method: HTTPMethod,
    _ path: String,
    session: String?,
    host: String,
    headers others: [String: String],
    form: String?
  ) async throws -> HTTPAnswer {
    var headers: HTTPHeaders = ["Host": host, "Accept": "application/json"]
    for (name, value) in others { headers.replaceOrAdd(name: name, value: value) }
    if let session { headers.add(name: "Cookie", value: "session=\(session)") }
    if let form {
      headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
      headers.add(name: "Content-Length", value: "\(form.utf8.count)")
    }
    let answer = channel.eventLoop.makePromise(of: HTTPAnswer.self)
    let head = HTTPRequestHead(version: .http1_1, method: method, uri: path, headers: headers)
    let question = Question(head: head, body: form ?? "", answer: answer)
    channel.writeAndFlush(question).cascadeFailure(to: answer)
    return try await withTaskCancellationHandler {
      try await answer.futureResult.get()
    } onCancel: {
      // A test whose time is over is not to wait for an answer that may never end.
      channel.close(promise: nil)
    }
  }
}

/// A request, and where its answer goes.
private struct Question: Sendable {
  let head: HTTPRequestHead
  let body: String
  let answer: EventLoopPromise<HTTPAnswer>
}

/// Writes requests, and collects the answer of each.
private final class AnswerHandler: ChannelDuplexHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias OutboundIn = Question
  typealias OutboundOut = HTTPClientRequestPart

  private var asked: [EventLoopPromise<HTTPAnswer>] = []
  private var answer = HTTPAnswer()

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    let question = unwrapOutboundIn(data)
    asked.append(question.answer)
    context.write(wrapOutboundOut(.head(question.head)), promise: nil)
    if !question.body.isEmpty {
      context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: question.body)))), promise: nil)
    }
    context.write(wrapOutboundOut(.end(nil)), promise: promise)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      answer = HTTPAnswer(status: Int(head.status.code))
      answer.headers = head.headers.map { ($0.name, $0.value) }
      if let cookie = head.headers.first(name: "Set-Cookie")?.split(separator: ";").first,
        cookie.hasPrefix("session="), cookie != "session="
      {
        answer.session = String(cookie.dropFirst("session=".count))
      }
    case .body(let bytes):
      answer.body += String(buffer: bytes)
    case .end:
      if !asked.isEmpty { asked.removeFirst().succeed(answer) }
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    for promise in asked { promise.fail(ChannelError.eof) }
    asked = []
    context.fireChannelInactive()
  }
}
