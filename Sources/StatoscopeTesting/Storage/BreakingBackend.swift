import Foundation
import Statoscope

/// A connection that breaks before, during and after calls, at random, and loses their answers.
package final class BreakingBackend: RemoteStorageBackend {
  /// The error of a broken connection.
  package struct Broken: Error {}

  private let backend: any RemoteStorageBackend
  private let random: Locked<ChanceGenerator>
  /// The commits that were broken off in the middle.
  private let stragglers: Locked<[Task<Void, Never>]>

  package init(
    _ backend: any RemoteStorageBackend,
    seed: UInt64,
    _ stragglers: Locked<[Task<Void, Never>]>
  ) {
    self.backend = backend
    self.stragglers = stragglers
    random = Locked(ChanceGenerator(seed: seed))
  }

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

/// Numbers that a seed determines (SplitMix64).
package struct ChanceGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
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
