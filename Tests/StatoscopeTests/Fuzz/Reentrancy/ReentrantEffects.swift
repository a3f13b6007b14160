import Statoscope

/// One effect with all that is known of it: how far it is, and what it waits for.
///
/// It changes on the threads that run it; the world that lives on its home commands it.
final class ReentrantOrder: Sendable {
  enum Kind: CaseIterable { case task, stream, timer }

  enum Command { case finish, fail, element }

  private struct State: Sendable {
    var begins = 0
    var ends = 0
    var isCommanded = false
    var isCancelled = false
    var waiter: CheckedContinuation<Command?, Never>?
    var elements: AsyncStream<Int>.Continuation?
  }

  let number: Int
  let kind: Kind
  /// The number of the scope that enqueued it.
  let owner: Int
  private let report: FuzzReport
  private let state = Locked(State())

  init(number: Int, kind: Kind, owner: Int, report: FuzzReport) {
    self.owner = owner
    self.number = number
    self.kind = kind
    self.report = report
    report.orderIsMade()
  }

  deinit {
    let (begins, ends) = state.withLock { ($0.begins, $0.ends) }
    if begins > 1 { report.violation("effect \(number) ran \(begins) times") }
    // A timer that is cancelled while its event is handled is not asked again.
    if kind != .timer, begins != ends {
      report.violation("effect \(number) began \(begins) times and ended \(ends) times")
    }
    ReentrantWorld.appRuns(at: .effectDeinit)
    report.orderIsReleased()
  }

  // MARK: Its run

  func begins() {
    state.withLock { $0.begins += 1 }
    ReentrantWorld.appRuns(at: .effectStart)
    report.effectsChanged.raise()
  }

  func ends() {
    state.withLock { state in
      state.ends += 1
      state.isCommanded = false
    }
    report.effectsChanged.raise()
  }

  /// Waits for the next command; nil when it is cancelled.
  nonisolated(nonsending) func wait() async -> Command? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isCancelled = state.withLock { state in
          state.isCommanded = false
          if !state.isCancelled { state.waiter = continuation }
          return state.isCancelled
        }
        if isCancelled { continuation.resume(returning: nil) }
        report.effectsChanged.raise()
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.isCancelled = true
        return state.waiter.take()
      }
      ReentrantWorld.appRuns(at: .cancellationHandler)
      waiter?.resume(returning: nil)
    }
  }

  /// Begins a stream that yields what it is commanded to.
  func stream() -> AsyncStream<Int> {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    continuation.onTermination = { [self] _ in
      ReentrantWorld.appRuns(at: .streamTermination)
      ends()
    }
    state.withLock { $0.elements = continuation }
    begins()
    return stream
  }

  /// An element has become an event.
  func elementIsMapped() {
    guard kind != .task else { return }
    state.withLock { $0.isCommanded = false }
    report.effectsChanged.raise()
  }

  // MARK: Its world

  /// Indicates whether it runs until it is commanded or cancelled.
  var isWaiting: Bool {
    state.withLock { state in
      guard state.begins > state.ends, !state.isCommanded, !state.isCancelled else { return false }
      return kind == .stream || state.waiter != nil
    }
  }

  /// Indicates whether it has begun and neither waits nor has ended.
  var isBusy: Bool {
    guard kind != .timer else { return state.withLock { $0.isCommanded } }
    let isRunning = state.withLock { $0.begins > $0.ends }
    return isRunning && !isWaiting
  }

  var hasBegun: Bool { state.withLock { $0.begins > 0 } }

  func command(_ command: Command) {
    let (waiter, elements) = state.withLock { state in
      state.isCommanded = true
      return (state.waiter.take(), state.elements)
    }
    waiter?.resume(returning: command)
    guard let elements else { return }
    if command == .element { elements.yield(number) } else { elements.finish() }
  }
}

/// An effect that a world finds in a list of effects.
protocol ReentrantEffect: Effect, CustomStringConvertible {
  var order: ReentrantOrder { get }
}

extension ReentrantEffect {
  var description: String {
    ReentrantWorld.appRuns(at: .effectText)
    return "effect \(order.number)"
  }
}

/// An effect with one result.
struct ReentrantTask: ReentrantEffect {
  let order: ReentrantOrder

  func runEffect() async throws -> Int {
    order.begins()
    defer { order.ends() }
    switch await order.wait() {
    case .finish, .element: return order.number
    case .fail: throw ReentrantFailure()
    case nil: throw CancellationError()
    }
  }
}

/// An effect with several results, whose end is code of the app.
struct ReentrantStream: ReentrantEffect, StreamEffect {
  let order: ReentrantOrder

  func stream() -> AsyncStream<Int> { order.stream() }
}

/// A clock on which time passes when an effect is commanded to continue.
struct ReentrantClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  let order: ReentrantOrder
  var now: Instant {
    if !order.hasBegun { order.begins() }
    return Instant(offset: .zero)
  }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    switch await order.wait() {
    case .finish, .element: return
    case .fail:
      order.ends()
      throw ReentrantFailure()
    case nil:
      order.ends()
      throw CancellationError()
    }
  }
}

extension ReentrantScope {
  /// Enqueues an effect during an update.
  func enqueue(_ order: ReentrantOrder, id: ReentrantID?, _ policy: EffectPolicy, isMapped: Bool) {
    switch order.kind {
    case .task: enqueue(ReentrantTask(order: order), order, id, policy, isMapped)
    case .stream: enqueue(ReentrantStream(order: order), order, id, policy, isMapped)
    case .timer:
      // The interval says which effect it is.
      let timer = TimerEffect(every: .seconds(order.number), clock: ReentrantClock(order: order))
      enqueue(timer, order, id, policy, isMapped)
    }
  }

  private func enqueue<E: Effect>(
    _ effect: E,
    _ order: ReentrantOrder,
    _ id: ReentrantID?,
    _ policy: EffectPolicy,
    _ isMapped: Bool
  ) where E.ResultType == Int {
    let event = ReentrantEvent(number: world.nextNumber(), order: order)
    let mapped =
      isMapped
      ? effect.mapToResult().map { _ in
        order.elementIsMapped()
        ReentrantWorld.appRuns(at: .effectMap)
        return event
      }
      : effect.map { _ in
        order.elementIsMapped()
        return event
      }
    if id == nil {
      effectsState.enqueue(mapped, policy: policy)
    } else {
      effectsState.enqueue(mapped, id: id, policy: policy)
    }
  }
}

extension ReentrantWorld {
  /// The number of the effect's order; nil for an effect of another kind.
  static func number(of effect: any Effect) -> Int? {
    if let timer = effect as? TimerEffect { return Int(timer.interval.components.seconds) }
    return (effect as? any ReentrantEffect)?.order.number
  }
}
