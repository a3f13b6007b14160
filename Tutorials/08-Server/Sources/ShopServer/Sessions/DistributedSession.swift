import Distributed
import ShopDomain

/// The owner of a session in a cluster of distributed actors, on whichever node that is.
package distributed actor DistributedSession<System: DistributedActorSystem<any Codable>> {
  package typealias ActorSystem = System

  private let session: Session

  package init(_ session: Session, actorSystem: System) {
    self.session = session
    self.actorSystem = actorSystem
  }

  package distributed func perform(_ action: VisitorAction) async throws {
    try await session.perform(action)
  }

  package distributed func page() async throws -> Page {
    await session.page()
  }

  /// Waits for a page that is another than one that is known; nil when the session has ended.
  package distributed func page(after known: Page) async throws -> Page? {
    let stream = await session.pages()
    defer { stream.end() }
    for await page in stream.pages where page != known { return page }
    return nil
  }
}

/// A session as any node of the cluster uses it.
package struct ClusterOwner<System: DistributedActorSystem<any Codable>>: SessionOwner {
  package let session: DistributedSession<System>

  package init(_ session: DistributedSession<System>) {
    self.session = session
  }

  package func perform(_ action: VisitorAction) async throws { try await session.perform(action) }

  package func page() async throws -> Page { try await session.page() }

  /// A stream cannot cross nodes; a page that is asked for and comes when there is one can.
  package func pages() async throws -> PageStream {
    let (pages, continuation) = AsyncStream.makeStream(of: Page.self, bufferingPolicy: .bufferingNewest(1))
    let asking = Task {
      defer { continuation.finish() }
      var page = try await session.page()
      continuation.yield(page)
      while let next = try await session.page(after: page) {
        page = next
        continuation.yield(page)
      }
    }
    continuation.onTermination = { _ in asking.cancel() }
    return PageStream(pages: pages) { continuation.finish() }
  }
}
