import Foundation
import Statoscope

#if canImport(Combine)
  import Combine
#endif

/// The actor that one world lives on, with a queue of its own.
actor ReentrantHome {
  nonisolated let executor = ReentrantExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
}

/// An executor through which code on its queue finds the world that lives there.
final class ReentrantExecutor: SerialExecutor {
  fileprivate static let key = DispatchSpecificKey<ReentrantResident>()
  private let queue = DispatchQueue(label: "reentrancy")

  /// The world of the queue.
  let resident = ReentrantResident()

  init() { queue.setSpecific(key: ReentrantExecutor.key, value: resident) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

/// The world that lives on a queue.
///
/// Unchecked and sound: it is used on that queue only.
final class ReentrantResident: @unchecked Sendable {
  var world: ReentrantWorld?
}

extension ReentrantWorld {
  /// The world of the caller; nil on the threads of the pool, where nothing may use it.
  static var current: ReentrantWorld? { DispatchQueue.getSpecific(key: ReentrantExecutor.key)?.world }

  /// Performs an operation at a point where code of the app runs, if that is where a world lives.
  static func appRuns(at point: ReentrantPoint) { current?.appRuns(at: point) }
}

/// A kind of place in the library, or in Swift, that calls code of the app.
enum ReentrantPoint: String, CaseIterable {
  case scopeDeinit, valueDeinit, effectDeinit, closureDeinit
  case cancellationHandler, streamTermination, effectStart, effectMap
  case objectWillChange, trackingOnChange, readClosure
  case customMirror, caseScope, changeInPlace
  case idEqual, idHash, keyEqual, keyHash, stateEqual, stateCoding
  case eventText, effectText, keyText, stateText
  case update, middleware, subscriber, unhandledError
  case defaultValue, logSink, effectMatch
  case storageRead, storageCommit, storageUpdate
}
