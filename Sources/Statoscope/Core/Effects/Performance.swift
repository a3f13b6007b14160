import Foundation
import Synchronization

/// The effects that one `perform` waits for.
///
/// An effect takes part from when it is enqueued until its last event was handled, or it was cancelled, discarded or
/// refused: its ``Participation`` ends with its release at the latest, so that no way of ending can be forgotten.
final class Performance: Sendable {
  /// The part of one effect; it ends when the object is released.
  final class Participation: Sendable {
    fileprivate let performance: Performance
    private let number: UInt64

    fileprivate init(_ performance: Performance, _ number: UInt64) {
      (self.performance, self.number) = (performance, number)
    }

    deinit {
      performance.remove(number)
    }
  }

  private struct Participant: Sendable {
    weak var effect: RunningEffect?
  }

  private struct State: Sendable {
    var participants: [UInt64: Participant] = [:]
    var lastNumber: UInt64 = 0
    var isCancelled = false
    var isAbandoned = false
    var firstError: (any Error)?
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state = Locked(State())

  /// The first error of an effect that no map turned into an event.
  var firstError: (any Error)? { state.withLock { $0.firstError } }

  /// Indicates whether the caller was cancelled while effects took part, once it has finished.
  var isAbandoned: Bool { state.withLock { $0.isAbandoned } }

  fileprivate func add(_ effect: RunningEffect) -> Participation {
    let number = state.withLock { state in
      state.lastNumber += 1
      state.participants[state.lastNumber] = Participant(effect: effect)
      return state.lastNumber
    }
    return Participation(self, number)
  }

  private func remove(_ number: UInt64) {
    let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
      state.participants[number] = nil
      return state.participants.isEmpty ? state.waiting.take() : nil
    }
    waiting?.resume()
  }

  fileprivate func record(_ error: any Error) {
    state.withLock { state in state.firstError = state.firstError ?? error }
  }

  /// Waits for the end of all effects, or for the cancellation of the current task.
  ///
  /// - Returns: the effects to cancel, oldest first: those that no one else waits for.
  nonisolated(nonsending) func finish() async -> [RunningEffect] {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if state.participants.isEmpty || state.isCancelled { return true }
          state.waiting = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      let waiting = state.withLock { state in
        state.isCancelled = true
        return state.waiting.take()
      }
      waiting?.resume()
    }
    let left = state.withLock { state in
      state.isAbandoned = !state.participants.isEmpty
      return state.participants.sorted { $0.key < $1.key }.compactMap(\.value.effect)
    }
    return left.filter { $0.participations?.leave(self) ?? false }
  }

  // MARK: Whose event is running

  /// The call of an event: what is enqueued before it returns belongs to the performances.
  ///
  /// A task inherits the value of the one that has started it, so only the thread of the call counts, until it returns.
  private final class Call: Sendable {
    let performances: [Performance]
    private let thread = ObjectIdentifier(Thread.current)
    private let isOver = Atomic(false)

    init(_ performances: [Performance]) {
      self.performances = performances
    }

    var isHere: Bool { !isOver.load(ordering: .acquiring) && thread == ObjectIdentifier(Thread.current) }

    func end() { isOver.store(true, ordering: .releasing) }

    @TaskLocal static var current: Call?
  }

  /// The performances whose event is running here.
  static var current: [Performance] {
    guard let call = Call.current, call.isHere else { return [] }
    return call.performances
  }

  /// Runs an event of this performance.
  func run<Result>(_ event: () throws -> Result) rethrows -> Result {
    try Performance.run([self], event)
  }

  /// Runs an event of some performances.
  fileprivate static func run<Result>(_ performances: [Performance], _ event: () throws -> Result) rethrows
    -> Result
  {
    let call = Call(performances)
    defer { call.end() }
    return try Call.$current.withValue(call, operation: event)
  }
}

/// The performances that wait for one effect.
final class Participations: Sendable {
  /// Indicates whether an event of a performance has enqueued the effect, which no one needs without its callers.
  private let isOwned: Bool
  private let list: Locked<[Performance.Participation]>

  /// - Parameter owners: the performances whose event enqueues the effect.
  init(_ owners: [Performance], of effect: RunningEffect) {
    isOwned = !owners.isEmpty
    list = Locked([])
    join(owners, effect)
  }

  /// Lets performances wait for the effect, too.
  func join(_ performances: [Performance], _ effect: RunningEffect) {
    guard !performances.isEmpty else { return }
    let waiting = Set(list.withLock { $0 }.map { ObjectIdentifier($0.performance) })
    let added = performances.filter { !waiting.contains(ObjectIdentifier($0)) }.map { $0.add(effect) }
    list.withLock { $0 += added }
  }

  /// The performances that wait.
  var performances: [Performance] { list.withLock { $0 }.map(\.performance) }

  /// Ends the wait of a caller that was cancelled, if others wait.
  ///
  /// - Returns: whether the effect is to be cancelled.
  fileprivate func leave(_ performance: Performance) -> Bool {
    let (isLast, left) = list.withLock { list in
      let others = list.filter { $0.performance !== performance }
      guard !others.isEmpty else { return (true, [Performance.Participation]()) }
      defer { list = others }
      return (false, list.filter { $0.performance === performance })
    }
    // Released outside of the lock.
    return withExtendedLifetime(left) { isOwned && isLast }
  }

  /// Runs an event of the effect, which belongs to those who wait for it.
  func run(_ event: () -> Void) { Performance.run(performances, event) }

  /// Records an error of the effect.
  func record(_ error: any Error) {
    for performance in performances { performance.record(error) }
  }

  /// Ends all waits.
  func end() {
    // Released outside of the lock, because that may resume the one who waits.
    withExtendedLifetime(list.exchange([])) {}
  }
}
