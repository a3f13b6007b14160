/// A part of an effect that produces elements in a task of its own, on the actor of their consumer.
///
/// In a live plan it is a part of the effect's task, so that the plan knows what the effect waits for.
final class EffectProducer<Element: Sendable>: Sendable {
  /// Produces elements, and returns one more at its end if there is one.
  typealias Body =
    nonisolated(nonsending) (_ exchange: Exchange<Element>) async throws -> Element?

  let exchange = Exchange<Element>()
  private let whole = EffectTask.running
  private let part: EffectTask?
  private let task: Task<Void, Never>

  /// Starts to produce on an actor.
  init(_ body: @escaping Body, isolation: isolated (any Actor)?) {
    let (exchange, part) = (exchange, whole?.makePart())
    self.part = part
    task = Task {
      // Using the parameter isolates the closure to it; a task with a preferred executor would not be
      // isolated.
      _ = isolation
      await EffectTask.run(as: part) {
        do {
          exchange.finish(.success(.last(try await body(exchange))))
        } catch {
          exchange.finish(.failure(error))
        }
      }
    }
  }

  /// The executor of the effect's tasks in a live plan.
  var executor: (any TaskExecutor)? { whole?.executor }

  /// Returns one more part of the effect's task in a live plan.
  func makePart() -> EffectTask? { whole?.makePart() }

  /// Announces that the consumer waits for the producer, or for another part of the effect.
  func wait(with other: EffectTask? = nil) {
    whole?.wait(for: [part, other].compactMap { $0 })
  }

  /// Waits for the next step, which ends the wait that was announced.
  ///
  /// - Throws: the error of the producer, or `CancellationError` when the consumer's task is cancelled.
  nonisolated(nonsending) func next() async throws -> Exchange<Element>.Step {
    defer { whole?.join() }
    return try await withTaskCancellationHandler {
      try await exchange.next()
    } onCancel: {
      exchange.finish(.failure(CancellationError()))
      // Here, and not only when the consumer has been resumed: the producer may run before that.
      task.cancel()
    }
  }

  /// Lets the sender of the last element continue.
  func resume() { exchange.resumeProducer() }

  /// Cancels the producer; what it still sends is discarded.
  func end() {
    exchange.close()
    task.cancel()
  }
}

/// The exchange between producers of elements and one consumer; what comes too late is discarded.
final class Exchange<Element: Sendable>: Sendable {
  enum Step: Sendable {
    case element(Element)
    case last(Element?)
  }

  private typealias Producer = CheckedContinuation<Void, any Error>
  private typealias Consumer = CheckedContinuation<Step, any Error>
  /// A consumer and the step that it waits for.
  private typealias Ready = (consumer: Consumer, step: Result<Step, any Error>)

  private struct State: Sendable {
    /// The elements that the consumer has not taken, oldest first, with their producers.
    var queue: [(element: Element, producer: Producer)] = []
    /// The end, until the consumer takes it.
    var end: Result<Step, any Error>?
    var consumer: Consumer?
    /// The producer of the element that the consumer has taken, until it may continue.
    var producer: Producer?
    /// The number of steps that the consumer has taken.
    var stepCount = 0
    /// Indicates whether no further step is accepted.
    var isClosed = false

    /// Removes the next step; nil if there is none yet.
    mutating func takeStep() -> Result<Step, any Error>? {
      guard !queue.isEmpty || end != nil else { return nil }
      stepCount += 1
      guard !queue.isEmpty else { return end.take() }
      let first = queue.removeFirst()
      producer = first.producer
      return .success(.element(first.element))
    }

    /// Removes the consumer and the step that it waits for.
    mutating func takeConsumer() -> Ready? {
      guard let waiting = consumer, let step = takeStep() else { return nil }
      consumer = nil
      return (waiting, step)
    }
  }

  private let state = Locked(State())

  /// Sends an element to the consumer, and returns when the consumer has handled it.
  ///
  /// - Throws: `CancellationError` when no further element is wanted.
  nonisolated(nonsending) func send(_ element: Element) async throws {
    try await withCheckedThrowingContinuation { producer in
      let (isClosed, next) = state.withLock { state -> (Bool, Ready?) in
        guard !state.isClosed else { return (true, nil) }
        state.queue.append((element, producer))
        return (false, state.takeConsumer())
      }
      if isClosed { producer.resume(throwing: CancellationError()) }
      if let next { next.consumer.resume(with: next.step) }
    }
  }

  /// Lets the producer of the last element continue.
  func resumeProducer() {
    state.withLock { $0.producer.take() }?.resume()
  }

  /// The number of steps that the consumer has taken.
  var stepCount: Int { state.withLock { $0.stepCount } }

  /// Ends the exchange after the elements that were sent.
  ///
  /// - Parameter number: the number of steps after which it is too late, as it is when an element was sent.
  func finish(_ end: Result<Step, any Error>, unlessAfter number: Int? = nil) {
    let next = state.withLock {
      state -> Ready? in
      guard !state.isClosed else { return nil }
      if let number, state.stepCount > number || !state.queue.isEmpty { return nil }
      state.isClosed = true
      state.end = end
      return state.takeConsumer()
    }
    if let next { next.consumer.resume(with: next.step) }
  }

  /// Discards all elements that the consumer has not taken.
  func close() {
    let producers = state.withLock { state in
      state.isClosed = true
      let queued = state.queue.map(\.producer)
      state.queue = []
      return queued + [state.producer.take()].compactMap { $0 }
    }
    for producer in producers { producer.resume(throwing: CancellationError()) }
  }

  /// Waits for the next step; for one consumer.
  nonisolated(nonsending) func next() async throws -> Step {
    try await withCheckedThrowingContinuation { consumer in
      let step = state.withLock { state -> Result<Step, any Error>? in
        guard let step = state.takeStep() else {
          state.consumer = consumer
          return nil
        }
        return step
      }
      if let step { consumer.resume(with: step) }
    }
  }
}
