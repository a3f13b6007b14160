import ServiceLifecycle
import Statoscope
import Synchronization

/// The sessions of one process, each with an actor of its own.
///
/// A session that was not used for some time, and has no open window, is forgotten: what it stored stays, and the next
/// request restores it.
final class Sessions: Service {
  private struct Entry {
    let session: Session
    var lastUse: Duration
  }

  private struct State {
    var entries: [SessionID: Entry] = [:]
    var isClosing = false

    /// The session that is alive, which is used now.
    mutating func use(_ id: SessionID, at time: Duration) throws(ShopError) -> Session? {
      guard !isClosing else { throw .closing }
      entries[id]?.lastUse = time
      return entries[id]?.session
    }
  }

  private let shop: Shop
  private let shelves: Shelves
  private let limit: Int
  private let counters: ShopCounters
  private let state = Mutex(State())
  /// The time on the shop's clock since the directory was made.
  private let now: @Sendable () -> Duration

  /// A session that is idle for longer is forgotten.
  static let longestIdle = Duration.seconds(30 * 60)
  private static let sweepInterval = Duration.seconds(60)
  /// One part of so many is forgotten when there is no room for another session.
  private static let roomShare = 64
  /// How long the end of the shop waits for payments.
  private static let closingTime = Duration.seconds(2)
  /// How long it then waits for orders that are being placed.
  private static let placingTime = Duration.milliseconds(500)

  /// - Parameters:
  ///   - shop: what the sessions share.
  ///   - limit: how many sessions are alive; beyond that, those that were idle for the longest time end.
  ///   - counters: what is counted of them.
  init(_ shop: Shop, limit: Int = Limits().sessions, counters: ShopCounters = ShopCounters()) {
    self.shop = shop
    self.limit = limit
    shelves = Shelves(shop.storage)
    self.counters = counters
    now = shop.clock.clock.stopwatch()
  }

  /// The session of a visitor: the one that is alive, or one that is restored from the store.
  ///
  /// - Throws: ``ShopError/closing`` while the shop is being shut down, ``ShopError/full`` when there are too many sessions,
  ///   ``ShopError/hasLeft`` when its visitor has left.
  func session(_ id: SessionID) async throws -> Session {
    if let refusal = shop.refusal() { throw refusal }
    let time = now()
    if let known = try state.withLock({ state in try state.use(id, at: time) }) { return known }
    try await shop.load(id)
    guard try !hasLeft(id) else { throw ShopError.hasLeft }
    if state.withLock({ $0.entries.count >= limit }) {
      await forget(max(limit / Sessions.roomShare, 1), idleFor: .zero)
    }
    let session = Session(id, in: shop, counters: counters)
    return try state.withLock { state in
      // Another request of the same visitor may have been faster.
      if let known = try state.use(id, at: time) { return known }
      guard state.entries.count < limit else { throw ShopError.full }
      state.entries[id] = Entry(session: session, lastUse: time)
      counters.sessions(state.entries.count)
      return session
    }
  }

  private func hasLeft(_ id: SessionID) throws -> Bool {
    do { return try shop.storage.read(Bool.self, forKey: StoredKey.hasLeft(id)) ?? false } catch {
      throw ShopError.notStored
    }
  }

  /// Ends a session for good, because its visitor leaves: no one can go on with it.
  func leave(_ id: SessionID) async throws {
    try await session(id).perform(.leave)
    state.withLock { state in
      state.entries[id] = nil
      counters.sessions(state.entries.count)
    }
  }

  /// The page of a visitor who has not done anything yet; it makes no session.
  func page() throws -> Page {
    if let refusal = shop.refusal() { throw refusal }
    return shelves.page
  }

  /// The number of sessions that are alive.
  var count: Int { state.withLock { $0.entries.count } }

  /// Forgets sessions that are idle until the service is shut down, and then ends all of them.
  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      while true {
        try await self.shop.clock.clock.sleep(for: Sessions.sweepInterval)
        await self.sweep()
      }
    }
    await close()
  }

  /// Forgets the sessions that were idle for too long.
  func sweep() async { await forget(Int.max, idleFor: Sessions.longestIdle) }

  /// Forgets some of the sessions that are not in use, first those that were idle for the longest time.
  private func forget(_ count: Int, idleFor time: Duration) async {
    let (end, entries) = (now() - time, state.withLock { $0.entries })
    var count = count
    for (id, entry) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse })
    where count > 0 && entry.lastUse <= end {
      if await discard(entry, id) { count -= 1 }
    }
  }

  /// Forgets a session that is not in use; returns false for one that is.
  private func discard(_ entry: Entry, _ id: SessionID) async -> Bool {
    let isInUse = await entry.session.isInUse
    let time = now()
    let isDiscarded = state.withLock { state in
      // It may have been used meanwhile.
      guard let current = state.entries[id], current.lastUse == entry.lastUse else { return false }
      guard !isInUse else {
        // It is not one of the oldest.
        state.entries[id]?.lastUse = time
        return false
      }
      state.entries[id] = nil
      counters.sessions(state.entries.count)
      return true
    }
    if isDiscarded { await entry.session.end(after: .zero, placing: .zero) }
    return isDiscarded
  }

  /// Ends all sessions, with some patience for payments; from now on there are none.
  func close() async {
    let sessions = state.withLock { state in
      state.isClosing = true
      return state.entries.values.map(\.session)
    }
    await withTaskGroup(of: Void.self) { group in
      for session in sessions {
        group.addTask { await session.end(after: Sessions.closingTime, placing: Sessions.placingTime) }
      }
    }
  }
}
