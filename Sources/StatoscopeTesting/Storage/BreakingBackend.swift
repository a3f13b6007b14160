import Foundation
import Statoscope

/// A connection that breaks before, during and after calls, at random, and loses their answers.
package final class BreakingBackend: RemoteStorageBackend {
  /// The error of a broken connection.
  package struct Broken: Error {}

  private let backend: any RemoteStorageBackend
  private let random: Locked<SeededGenerator>
  /// The commits that were broken off in the middle.
  private let stragglers: Locked<[Task<Void, Never>]>

  private init(
    _ backend: any RemoteStorageBackend,
    seed: UInt64,
    _ stragglers: Locked<[Task<Void, Never>]>
  ) {
    self.backend = backend
    self.stragglers = stragglers
    random = Locked(SeededGenerator(seed: seed))
  }

  /// Runs three writers concurrently, each with a connection of its own, and waits for all that they have sent.
  ///
  /// - Parameters:
  ///   - open: opens a connection that does not break by itself.
  ///   - write: the changes of one writer, which a seed of its own determines.
  package static func withWriters(
    seed: UInt64,
    _ open: @Sendable () async throws -> any RemoteStorageBackend,
    _ write: @escaping @Sendable (_ backend: BreakingBackend, _ seed: UInt64) async throws -> Void
  ) async throws {
    let stragglers = Locked<[Task<Void, Never>]>([])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<writers {
        let seed = seed &* 31 &+ UInt64(writer)
        let backend = BreakingBackend(try await open(), seed: seed, stragglers)
        group.addTask { try await write(backend, seed) }
      }
      try await group.waitForAll()
    }
    // What was broken off in the middle may still be made.
    for straggler in stragglers.withLock({ $0 }) { await straggler.value }
  }

  /// The number of concurrent writers.
  package static let writers = 3

  /// Repeats what a broken connection has ended before anything was made.
  package static func persistently<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
    for _ in 1..<mostTries {
      do { return try await body() } catch { await Task.yield() }
    }
    return try await body()
  }

  /// The limit of attempts: beyond it, the back end itself is away.
  private static let mostTries = 1_000

  package var place: String { backend.place }
  package var format: StorageFormat { backend.format }

  package func values(of keys: Set<String>) async throws -> [String: Data] {
    if breaks(of: 8) { throw Broken() }
    let found = try await backend.values(of: keys)
    if breaks(of: 8) { throw Broken() }
    return found
  }

  package func commit(_ commit: StorageCommit) async throws -> Bool {
    if breaks(of: 4) { throw Broken() }
    if breaks(of: 4) {
      let straggler = Task { [backend] in _ = try? await backend.commit(commit) }
      stragglers.withLock { $0.append(straggler) }
      if breaks(of: 2) { await Task.yield() }
      throw Broken()
    }
    let isMade = try await backend.commit(commit)
    if breaks(of: 4) { throw Broken() }
    return isMade
  }

  package func observe(_ onChange: @escaping @Sendable (_ keys: Set<String>?) -> Void) async throws {
    if breaks(of: 4) { throw Broken() }
    try await backend.observe(onChange)
    if breaks(of: 4) { throw Broken() }
  }

  /// True once in so many times.
  private func breaks(of chance: Int) -> Bool {
    random.withLock { Int.random(in: 0..<chance, using: &$0) == 0 }
  }
}

/// A clock that lets others run instead of waiting.
package struct ImpatientClock: Clock {
  package init() {}

  package var now: ContinuousClock.Instant { .now }
  package var minimumResolution: Duration { .zero }

  package func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    await Task.yield()
    try Task.checkCancellation()
  }
}
