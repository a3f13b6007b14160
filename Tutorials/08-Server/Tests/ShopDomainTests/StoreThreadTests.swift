import Foundation
import ShopDomain
import Synchronization
import Testing

@Suite struct StoreThreadTests {
  /// Does nothing on a thread until all of its jobs have come, and returns their names in the order in which they are done.
  @available(macOS 26, *)
  private func order(of jobs: [(name: String, priority: TaskPriority)]) async throws -> [String] {
    let worker = StoreThreads.Worker(StoreThread("test"))
    let (haveAllCome, done) = (DispatchSemaphore(value: 0), Names())
    // Each is enqueued when `immediate` returns.
    let first = Task.immediate(priority: .high) { try await worker.perform { haveAllCome.wait() } }
    let tasks = jobs.map { job in
      Task.immediate(priority: job.priority) { try await worker.perform { done.add(job.name) } }
    }
    haveAllCome.signal()
    for task in [first] + tasks { try await task.value }
    return done.all
  }

  @available(macOS 26, *)
  @Test func `what a visitor waits for goes first, and the rest as it came`() async throws {
    let order = try await order(of: [
      ("page 1", .medium), ("request 1", .high), ("page 2", .medium), ("request 2", .high),
    ])
    #expect(order == ["request 1", "request 2", "page 1", "page 2"])
  }

  @available(macOS 26, *)
  @Test func `a load that never ends delays the rest, and does not stop it`() async throws {
    let requests = Array(repeating: (name: "request", priority: TaskPriority.high), count: 40)
    let order = try await order(of: [("page", .medium), ("page", .medium)] + requests)
    // The job that waited was the first of 16.
    let pages = order.indices.filter { index in order[index] == "page" }
    #expect(pages == [15, 32])
  }
}

private final class Names: Sendable {
  private let names = Mutex<[String]>([])

  var all: [String] { names.withLock { names in names } }

  func add(_ name: String) { names.withLock { names in names.append(name) } }
}
