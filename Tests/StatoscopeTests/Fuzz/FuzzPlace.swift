import Foundation
import Statoscope
import TestSupport

/// A place that a world of scopes lives in: an actor, or none.
struct FuzzPlace: Sendable {
  let name: String
  let actor: (any Actor)?
  /// Whether the caller runs there; nil where that cannot be found out without a trap.
  let isCurrent: @Sendable () -> Bool?

  static let nowhere = FuzzPlace(name: "nowhere", actor: nil) { nil }

  // Not by the thread: a test program may serve the main queue on another than the first.
  static let main: FuzzPlace = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return FuzzPlace(name: "main", actor: MainActor.shared) { DispatchQueue.getSpecific(key: key) == true }
  }()

  /// An actor of the pool.
  static func pool() -> FuzzPlace { FuzzPlace(name: "pool", actor: PoolHome()) { nil } }

  /// An actor with a queue of its own.
  static func queue() -> FuzzPlace {
    let home = QueueHome()
    return FuzzPlace(name: "queue", actor: home) { home.executor.isCurrent }
  }
}

private actor PoolHome {}

private actor QueueHome {
  nonisolated let executor = QueueExecutor("fuzz")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
}

/// Detects two threads in one world at a time.
final class FuzzOccupancy: Sendable {
  private struct State: Sendable {
    var thread: ObjectIdentifier?
    var depth = 0
  }

  private let state = Locked(State())

  /// - Returns: whether nothing else was in the world, and how often the caller is in it now.
  func enter() -> (isAlone: Bool, depth: Int) {
    let thread = ObjectIdentifier(Thread.current)
    return state.withLock { state in
      let isAlone = state.depth == 0 || state.thread == thread
      state.thread = thread
      state.depth += 1
      return (isAlone, state.depth)
    }
  }

  /// - Returns: how often the caller is in the world still.
  func leave() -> Int {
    state.withLock { state in
      state.depth -= 1
      return state.depth
    }
  }
}
