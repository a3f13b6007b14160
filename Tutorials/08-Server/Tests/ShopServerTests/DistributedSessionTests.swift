import Distributed
import ShopDomain
import ShopServer
import Statoscope
import StatoscopeTesting
import Synchronization
import Testing

/// Sessions that are owned by distributed actors, on the toolchain's own system for tests.
@Suite(.timeLimit(.minutes(1))) struct DistributedSessionTests {
  @Test func `a session is found by its id, and its owner is a distributed actor`() async throws {
    let cluster = try await Cluster()
    let id = SessionID.random()
    try await cluster.session(id).perform(.add("lamp"))
    #expect(try await cluster.session(id).page().cart == ["lamp": 1])
    #expect(try await cluster.session(.random()).page().cart.isEmpty)
    await #expect(throws: ShopError.unknownProduct("crown")) {
      try await cluster.session(id).perform(.add("crown"))
    }
  }

  @Test func `windows follow a session that another node may own`() async throws {
    let cluster = try await Cluster()
    let (one, other) = (try await cluster.session(.random()), try await cluster.session(.random()))
    let (window, third) = (try await one.pages(), try await other.pages())
    var pages = window.pages.makeAsyncIterator()
    #expect(await pages.next()?.cart == [:])
    for action: VisitorAction in [.add("lamp"), .openCheckout, .pay(Card(number: "4242424242424242"))] {
      try await one.perform(action)
    }
    while let page = await pages.next(), page.orders.isEmpty {}
    for await page in third.pages where page.stock == ["lamp": 4] { break }
    window.end()
    // A newer page may have waited.
    while await pages.next() != nil {}
  }
}

/// A directory that finds the owners in a cluster; here all of them are on one node.
private final class Cluster: SessionDirectory {
  private let system = LocalTestingDistributedActorSystem()
  private let local: InProcessSessions
  private let owners = Mutex<[SessionID: DistributedSession<LocalTestingDistributedActorSystem>.ID]>([:])

  init() async throws {
    let shop = Shop(storage: .inMemory())
    try await shop.open(with: ["lamp": 5])
    local = InProcessSessions(shop)
  }

  /// Resolves the owner by its name in the cluster, as a node would that does not own it.
  func session(_ id: SessionID) async throws -> ClusterOwner<LocalTestingDistributedActorSystem> {
    if let name = owners.withLock({ $0[id] }) {
      return ClusterOwner(try DistributedSession.resolve(id: name, using: system))
    }
    let owner = DistributedSession(try await local.session(id), actorSystem: system)
    owners.withLock { $0[id] = owner.id }
    return ClusterOwner(owner)
  }

  func leave(_ id: SessionID) async throws {
    try await local.leave(id)
    owners.withLock { $0[id] = nil }
  }

  func page() throws -> Page { try local.page() }
}
