/// The queue of keys from the terminal to the program, for one consumer.
///
/// Keys are read in the order in which they were typed, but that of a signal precedes them: it is handled
/// however much was pasted before it. Reading an available key does not suspend, so many of them are one
/// change to observers.
public final class KeyQueue: AsyncSequence, Sendable {
  private let buffer = Locked(KeyBuffer())

  package init() {}

  package func apply(_ change: KeyBuffer.Change) {
    let delivery = buffer.withLock { $0.apply(change) }
    guard let delivery else { return }
    delivery.consumer.resume(returning: delivery.answer.key)
  }

  /// Starts reading.
  public func makeAsyncIterator() -> Iterator { Iterator(queue: self) }

  /// Reads one key after the other; nil when the terminal was restored, or the reading task is cancelled.
  public struct Iterator: AsyncIteratorProtocol, Sendable {
    let queue: KeyQueue

    /// The next key.
    public mutating func next() async -> Key? { await next(isolation: #isolation) }

    /// The next key.
    public mutating func next(isolation: isolated (any Actor)?) async -> Key? {
      let queue = queue
      if let answer = queue.buffer.withLock({ $0.next() }) { return answer.key }
      return await withTaskCancellationHandler {
        await withCheckedContinuation(isolation: isolation) { consumer in
          let answer = queue.buffer.withLock { $0.ask(consumer) }
          if let answer { consumer.resume(returning: answer.key) }
        }
      } onCancel: {
        queue.apply(.drop)
        queue.apply(.end(last: nil))
      }
    }
  }
}

extension KeyBuffer.Answer {
  fileprivate var key: Key? {
    switch self {
    case .key(let key): key
    case .end: nil
    }
  }
}
