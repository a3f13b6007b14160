import Foundation
import Testing

/// Runs a test on a queue beside the shared pool, one such test at a time between two of its suspensions.
///
/// The shared pool has one thread for each core, and all tests are in its queue from the start. An actor with an
/// executor of its own is no way around it: a continuation comes back through the pool.
public struct OwnQueue: TestTrait, SuiteTrait, TestScoping {
  private let executor: QueueTaskExecutor

  fileprivate static let programs = OwnQueue(executor: QueueTaskExecutor("programs"))
  fileprivate static let computations = OwnQueue(executor: QueueTaskExecutor("computations"))

  /// A suite gives it to each of its tests.
  public var isRecursive: Bool { true }

  /// Runs the test with the queue as the place of all that names no actor.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(executor) { try await function() }
  }
}

extension Trait where Self == OwnQueue {
  /// For tests that wait for programs, and for tests of how the process ends.
  ///
  /// On the pool they would wait for their turn when a program ends. Meanwhile one that is to be killed runs on, and
  /// the testing library looks for ended programs without a pause.
  public static var waitsForPrograms: Self { .programs }

  /// For tests that compute for seconds: on the pool they would hold up all others.
  public static var computes: Self { .computations }
}

private final class QueueTaskExecutor: TaskExecutor {
  private let queue: DispatchQueue

  init(_ name: String) { queue = DispatchQueue(label: name) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
