import Foundation
import Statoscope
import TestSupport

/// A scope whose effect ends on another thread while the scope's own thread does not let anything in.
final class BlockedScope: Scope {
  enum When {
    case goElsewhere
    case finishItWhileUpdating
    case cancelAll
    case ended
  }

  private(set) var received = 0
  /// How many effects were listed at the beginning and at the end of an update in which one ended.
  private(set) var counts: [Int] = []
  private let work = BlockedWork()
  private let other = Gate<When>()
  private var watcher: CheckedContinuation<Void, Never>?

  func update(_ when: When) throws {
    switch when {
    case .goElsewhere: effectsState.enqueue(BlockedEffect(work: work).map { When.ended })
    case .finishItWhileUpdating:
      counts.append(effectsState.effects.count)
      finishIt()
      effectsState.enqueue(PassGate(other))
      counts.append(effectsState.effects.count)
    case .cancelAll: effectsState.cancelAllEffects()
    case .ended:
      received += 1
      watcher?.resume()
      watcher = nil
    }
  }

  /// Lets the effect's work end, and holds this thread until it has.
  func finishIt() {
    work.mayEnd.signal()
    work.hasEnded.wait()
  }

  /// Waits until the effect is on another thread, where it needs nothing of this one until it ends.
  @MainActor func hasLeft() async {
    await work.hasLeft.arrived()
    await work.hasLeft.open(())
  }

  @MainActor func letTheOtherEnd() async { await other.open(.ended) }

  @MainActor func receives() async {
    if received == 0 { await withCheckedContinuation { watcher = $0 } }
  }
}

private struct BlockedWork: Sendable {
  let hasLeft = Gate<Void>()
  let mayEnd = DispatchSemaphore(value: 0)
  let hasEnded = DispatchSemaphore(value: 0)
}

private struct BlockedEffect: Effect {
  let work: BlockedWork

  @concurrent func runEffect() async throws {
    try await work.hasLeft.pass()
    finish()
  }

  private func finish() {
    work.mayEnd.wait()
    work.hasEnded.signal()
  }
}
