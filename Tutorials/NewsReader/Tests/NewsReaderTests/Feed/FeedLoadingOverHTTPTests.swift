import Foundation
import NewsReader
import Testing

@Suite("Loading a feed over HTTP")
struct FeedLoadingOverHTTPTests {
  @Test
  func `the loader returns the server's bytes`() async throws {
    let server = try LoopbackServer(["/feed": .respond(body: Data("hello".utf8))])
    defer { server.stop() }
    #expect(try await FeedLoader.patientlyLoad(.remote(server.url("/feed"))) == Data("hello".utf8))
    #expect(server.requests == ["/feed"])
  }

  @Test(arguments: [301, 404, 500])
  func `a status other than 2xx is named`(_ status: Int) async throws {
    let server = try LoopbackServer(["/feed": .respond(status: status, body: Data("<rss>".utf8))])
    defer { server.stop() }
    let url = try server.url("/feed")
    await #expect(throws: FeedError.httpStatus(url: url, status: status)) {
      try await FeedLoader.patientlyLoad(.remote(url))
    }
  }

  @Test
  func `a refused connection says so in plain words`() async throws {
    let socket = try LoopbackSocket.refusing()
    defer { socket.close() }
    let url = try #require(URL(string: "http://127.0.0.1:\(socket.port)/feed"))
    let refusal = FeedError.connectionFailed(url: url, reason: "no server accepts connections there")
    await #expect(throws: refusal) { try await FeedLoader.patientlyLoad(.remote(url)) }
  }

  @Test
  func `an endless body is cut off after 16 MiB`() async throws {
    let server = try LoopbackServer(["/feed": .endless])
    defer { server.stop() }
    let url = try server.url("/feed")
    await #expect(throws: FeedError.tooLarge(source: .remote(url), limitBytes: 16 * 1024 * 1024)) {
      try await FeedLoader.patientlyLoad(.remote(url))
    }
    await server.departure(of: "/feed")
  }

  @Test
  func `a body that is declared too large is refused at once`() async throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n"
    let server = try LoopbackServer(["/feed": .silent(after: head)])
    defer { server.stop() }
    let url = try server.url("/feed")
    await #expect(throws: FeedError.tooLarge(source: .remote(url), limitBytes: FeedLoader.limitBytes)) {
      try await FeedLoader.patientlyLoad(.remote(url))
    }
    await server.departure(of: "/feed")
  }

  @Test
  func `a server that never answers fails after a timeout`() async throws {
    let server = try LoopbackServer(["/feed": .silent()])
    defer { server.stop() }
    let url = try server.url("/feed")
    await #expect(throws: FeedError.connectionFailed(url: url, reason: "the server did not answer in time")) {
      try await FeedLoader.load(.remote(url), timeLimit: .milliseconds(100))
    }
  }

  @Test
  func `a body that stops half-way fails after a timeout`() async throws {
    let server = try LoopbackServer([
      "/feed": .silent(after: "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n<rss>")
    ])
    defer { server.stop() }
    let url = try server.url("/feed")
    await #expect(throws: FeedError.connectionFailed(url: url, reason: "the server did not answer in time")) {
      try await FeedLoader.load(.remote(url), timeLimit: .milliseconds(100))
    }
  }

  @Test(arguments: ["", "\r\n\r\n", "HTTP/1.1 abc\r\n", "SSH-2.0\r\n"]
  )
  func `a response that is not HTTP is an error`(_ answer: String) async throws {
    let server = try LoopbackServer(["/feed": .raw(answer)])
    defer { server.stop() }
    let source = try FeedSource.remote(server.url("/feed"))
    await #expect(throws: FeedError.self) {
      try await FeedLoader.feed(from: source, timeLimit: .seconds(86_400))
    }
  }
}
