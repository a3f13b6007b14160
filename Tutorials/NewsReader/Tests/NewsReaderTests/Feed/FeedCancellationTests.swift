import Foundation
import NewsReader
import Testing

@Suite("Cancelling a load")
struct FeedCancellationTests {
  @Test
  func `cancelling the task ends the transfer`() async throws {
    let server = try LoopbackServer(["/feed": .silent()])
    defer { server.stop() }
    let source = try FeedSource.remote(server.url("/feed"))
    let task = Task { try await FeedLoader.patientlyLoad(source) }
    await server.arrival(of: "/feed")
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    // The server has seen the client hang up; otherwise this would wait for ever.
    await server.departure(of: "/feed")
  }

  @Test
  func `a task that is cancelled before it begins sends no request`() async throws {
    let server = try LoopbackServer(["/feed": .respond(body: Data("hello".utf8))])
    defer { server.stop() }
    let source = try FeedSource.remote(server.url("/feed"))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await FeedLoader.patientlyLoad(source)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(server.requests.isEmpty)
  }

  @Test
  func `cancelling at any time ends in an answer or a cancellation`() async throws {
    let server = try LoopbackServer([
      "/feed": .respond(status: 302, headers: ["Location": "/next"]),
      "/next": .respond(body: Data("hello".utf8)),
    ])
    defer { server.stop() }
    let source = try FeedSource.remote(server.url("/feed"))
    for pauses in 0..<60 {
      let task = Task { try await FeedLoader.patientlyLoad(source) }
      for _ in 0..<pauses * 20 { await Task.yield() }
      task.cancel()
      switch await task.result {
      case .success(let data): #expect(data == Data("hello".utf8))
      case .failure(let error): #expect(error is CancellationError)
      }
    }
  }
}
