/// The keys that have not been read yet, as a value that decides what is read next; ``KeyQueue`` acts on it.
package struct KeyBuffer: Sendable {
  typealias Consumer = CheckedContinuation<Key?, Never>

  package enum Change: Sendable {
    case typed([Key])
    /// The next key to be read, before all that were typed; while it waits, the same key is not added again.
    case urgent(Key)
    /// Drops what was typed and not read yet, and what is typed from now on; not that the input has ended.
    case drop
    /// Nothing comes any more but one last key, unless that was said before.
    case end(last: Key?)
  }

  enum Answer: Sendable {
    case key(Key)
    case end
  }

  /// A consumer that waited, and what it gets.
  struct Delivery: Sendable {
    let consumer: Consumer
    let answer: Answer
  }

  private var urgent: [Key] = []
  private var typed: [Key] = []
  /// How many of the typed keys have been read: taking the first out of the array would move all the others.
  private var readCount = 0
  private var dropsTyped = false
  private var hasEnded = false
  private var consumer: Consumer?

  mutating func apply(_ change: Change) -> Delivery? {
    guard !isOver else { return nil }
    switch change {
    case .typed(let keys): if !dropsTyped { typed += keys }
    case .urgent(let key): if !urgent.contains(key) { urgent.append(key) }
    case .drop:
      dropsTyped = true
      typed = typed[readCount...].filter { $0 == .endOfInput }
      readCount = 0
    case .end(let last):
      if let last, !hasEnded { urgent.append(last) }
      hasEnded = true
    }
    guard let consumer, let answer = next() else { return nil }
    self.consumer = nil
    return Delivery(consumer: consumer, answer: answer)
  }

  /// The answer for a consumer, or nil when it has to wait; then it is kept.
  mutating func ask(_ consumer: Consumer) -> Answer? {
    let answer = next()
    if answer == nil { self.consumer = consumer }
    return answer
  }

  /// The next key or the end; nil when neither has come.
  mutating func next() -> Answer? {
    if !urgent.isEmpty { return .key(urgent.removeFirst()) }
    guard readCount < typed.count else { return hasEnded ? .end : nil }
    defer {
      readCount += 1
      if readCount == typed.count {
        typed.removeAll(keepingCapacity: true)
        readCount = 0
      }
    }
    return .key(typed[readCount])
  }

  /// Whether the end is all that is left.
  private var isOver: Bool { hasEnded && urgent.isEmpty && typed.isEmpty }
}
