import Foundation
import NewsReader
import Testing

@Suite("Following a feed that has moved")
struct FeedRedirectTests {
  @Test(arguments: ["/new/feed", "feed", "../new/feed?"])
  func `a redirect is followed, relative or not`(_ location: String) async throws {
    let server = try LoopbackServer([
      "/old": .respond(status: 301, headers: ["Location": "/new/old"]),
      "/new/old": .respond(status: 302, headers: ["Location": location]),
      "/new/feed": .respond(body: Data("here".utf8)),
      "/new/feed?": .respond(body: Data("here".utf8)),
    ])
    defer { server.stop() }
    #expect(try await FeedLoader.patientlyLoad(.remote(server.url("/old"))) == Data("here".utf8))
  }

  @Test(arguments: ["ftp://127.0.0.1/feed", "file:///etc/passwd", "javascript:alert(1)", "http://", ""]
  )
  func `a redirect to another scheme is refused`(_ location: String) async throws {
    let server = try LoopbackServer(["/feed": .respond(status: 302, headers: ["Location": location])])
    defer { server.stop() }
    let source = try FeedSource.remote(server.url("/feed"))
    await #expect(throws: FeedError.self) { try await FeedLoader.patientlyLoad(source) }
    #expect(server.requests == ["/feed"])
  }

  @Test
  func `a cycle of redirects ends`() async throws {
    let server = try LoopbackServer(["/feed": .respond(status: 302, headers: ["Location": "/feed"])])
    defer { server.stop() }
    let url = try server.url("/feed")
    await #expect(throws: FeedError.connectionFailed(url: url, reason: "it redirects more than 10 times")) {
      try await FeedLoader.patientlyLoad(.remote(url))
    }
  }

  @Test
  func `a redirect that never ends fails after a timeout`() async throws {
    let head = "HTTP/1.1 302 Found\r\nLocation: /next\r\nContent-Length: 99\r\n\r\n"
    let server = try LoopbackServer(["/feed": .silent(after: head)])
    defer { server.stop() }
    let url = try server.url("/feed")
    await #expect(throws: FeedError.connectionFailed(url: url, reason: "the server did not answer in time")) {
      try await FeedLoader.load(.remote(url), timeLimit: .milliseconds(100))
    }
  }
}
