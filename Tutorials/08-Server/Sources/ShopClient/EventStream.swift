import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A window that follows a session over server-sent events, and connects again when it has lost the server.
package final class EventStream: Sendable {
  private struct State {
    var latest = ""
    /// All of them, where they are kept.
    var all: [String] = []
    var count = 0
    /// Comments, by which the server shows that it is there.
    var heartbeats = 0
    var connections = 0
    var channel: (any Channel)?
    var isClosed = false
    var waiting: [Waiting] = []

    var waitingCount = 0

    struct Waiting {
      let number: Int
      let isExpected: @Sendable (State) -> Bool
      let resume: CheckedContinuation<Void, Never>
    }
  }

  private let address: String
  private let port: Int
  private let path: String
  private let session: String
  private let keepsAll: Bool
  private let onEvent: @Sendable (String) -> Void
  private let loop: any EventLoop
  private let state = Mutex(State())

  /// Begins to connect.
  ///
  /// - Parameter onEvent: is called with the data of each event, as it comes.
  package init(
    address: String = "127.0.0.1",
    port: Int,
    path: String = "/events",
    session: String,
    keepsAll: Bool = false,
    group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
    onEvent: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.address = address
    self.onEvent = onEvent
    self.port = port
    self.path = path
    self.session = session
    self.keepsAll = keepsAll
    loop = group.next()
    connect()
  }

  /// The data of the newest event.
  package var latest: String { state.withLock { $0.latest } }
  /// The data of all events, where they are kept.
  package var all: [String] { state.withLock { $0.all } }
  /// How many events have come.
  package var count: Int { state.withLock { $0.count } }
  /// How many connections the server has answered.
  package var connections: Int { state.withLock { $0.connections } }

  /// Returns when the newest event is one that is expected, or when the task is cancelled.
  ///
  /// - Parameter isExpected: is asked about the newest event and the number of connections, now and after each event.
  package func wait(until isExpected: @escaping @Sendable (String, _ connections: Int) -> Bool) async {
    await wait { isExpected($0.latest, $0.connections) }
  }

  /// Returns when so many comments have come.
  package func waitForHeartbeats(_ count: Int) async {
    await wait { $0.heartbeats >= count }
  }

  private func wait(for isExpected: @escaping @Sendable (State) -> Bool) async {
    let number = state.withLock { state in
      state.waitingCount += 1
      return state.waitingCount
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { resume in
        let isThere = state.withLock { state in
          if isExpected(state) || Task.isCancelled { return true }
          state.waiting.append(State.Waiting(number: number, isExpected: isExpected, resume: resume))
          return false
        }
        if isThere { resume.resume() }
      }
    } onCancel: {
      let resume = state.withLock { state in
        let index = state.waiting.firstIndex { $0.number == number }
        return index.map { state.waiting.remove(at: $0).resume }
      }
      resume?.resume()
    }
  }

  /// Closes the window.
  package func close() {
    let channel = state.withLock { state in
      state.isClosed = true
      return state.channel
    }
    channel?.close(promise: nil)
  }

  private func connect() {
    guard !state.withLock({ $0.isClosed }) else { return }
    ClientBootstrap(group: loop)
      .channelInitializer { [self] channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHTTPClientHandlers()
          try channel.pipeline.syncOperations.addHandler(EventHandler(self))
        }
      }
      .connect(host: address, port: port)
      .whenComplete { [self] result in
        guard case .success(let channel) = result else { return reconnect() }
        let isClosed = state.withLock { state in
          state.channel = channel
          return state.isClosed
        }
        guard !isClosed else { return channel.close(promise: nil) }
        channel.closeFuture.whenComplete { [self] _ in reconnect() }
        let headers: HTTPHeaders = [
          "Host": "localhost", "Accept": "text/event-stream", "Cookie": "session=\(session)",
        ]
        let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: path, headers: headers)
        channel.write(HTTPClientRequestPart.head(head), promise: nil)
        channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
      }
  }

  /// Tries again after a moment, as browsers do.
  private func reconnect() {
    loop.scheduleTask(in: .milliseconds(100)) { [weak self] in self?.connect() }
  }

  fileprivate func answered() { state.withLock { $0.connections += 1 } }

  fileprivate func receiveHeartbeat() {
    change { $0.heartbeats += 1 }
  }

  fileprivate func receive(_ event: String) {
    change { state in
      state.latest = event
      state.count += 1
      if keepsAll { state.all.append(event) }
    }
    onEvent(event)
  }

  private func change(_ body: @Sendable (inout State) -> Void) {
    let resumed = state.withLock { state in
      body(&state)
      let (expected, others) = state.waiting.partitioned { $0.isExpected(state) }
      state.waiting = others
      return expected.map(\.resume)
    }
    for waiting in resumed { waiting.resume() }
  }
}

/// Cuts what the server sends into events.
private final class EventHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart

  private let stream: EventStream
  private var rest = ""

  init(_ stream: EventStream) {
    self.stream = stream
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head) where head.status == .ok:
      stream.answered()
    case .body(let bytes):
      rest += String(buffer: bytes)
      while let end = rest.range(of: "\n\n") {
        let event = rest[..<end.lowerBound]
        if event.hasPrefix(":") { stream.receiveHeartbeat() }
        if event.hasPrefix("data: ") { stream.receive(String(event.dropFirst("data: ".count))) }
        rest.removeSubrange(..<end.upperBound)
      }
    case .head, .end:
      // The server does not have it now, or has ended it.
      context.close(promise: nil)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}

extension Array {
  /// The elements that meet a condition, and the others.
  fileprivate func partitioned(_ isFirst: (Element) -> Bool) -> ([Element], [Element]) {
    isEmpty ? ([], []) : (filter(isFirst), filter { !isFirst($0) })
  }
}
