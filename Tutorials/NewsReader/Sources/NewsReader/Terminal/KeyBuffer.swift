/// The unread keys, as a value that decides which is read next; ``KeyQueue`` acts on it.
package struct KeyBuffer: Sendable {
  typealias Consumer = CheckedContinuation<Key?, Never>

  package enum Change: Sendable {
    case typed([Key])
    /// A key that precedes all typed ones; while it waits, the same key is not added again.
    case urgent(Key)
    /// Drops the unread and all further typed keys, but not the end of the keys.
    case drop
    /// Ends the keys, after the typed ones, with one last key; only the first end counts.
    case end(last: Key?)
  }

  enum Answer: Sendable {
    case key(Key)
    case end
  }

  /// A waiting consumer, and its result.
  struct Delivery: Sendable {
    let consumer: Consumer
    let answer: Answer
  }

  private var urgent: [Key] = []
  private var typed: [Key] = []
  /// The number of typed keys that have been read: removing the first element of the array would move all
  /// others.
  private var readCount = 0
  private var dropsTyped = false
  private var hasEnded = false
  /// Apart from the typed keys, so that dropping them cannot lose the end, in whatever order both arrive.
  private var last: Key?
  private var consumer: Consumer?

  mutating func apply(_ change: Change) -> Delivery? {
    guard !isOver else { return nil }
    switch change {
    case .typed(let keys): if !dropsTyped, !hasEnded { typed += keys }
    case .urgent(let key): if !urgent.contains(key) { urgent.append(key) }
    case .drop:
      dropsTyped = true
      typed = []
      readCount = 0
    case .end(let last):
      if !hasEnded { self.last = last }
      hasEnded = true
    }
    guard let consumer, let answer = next() else { return nil }
    self.consumer = nil
    return Delivery(consumer: consumer, answer: answer)
  }

  /// Returns the answer for a consumer; if it has to wait, stores the consumer and returns nil.
  mutating func ask(_ consumer: Consumer) -> Answer? {
    let answer = next()
    if answer == nil { self.consumer = consumer }
    return answer
  }

  /// Returns the next key or the end; nil if there is neither.
  mutating func next() -> Answer? {
    if !urgent.isEmpty { return .key(urgent.removeFirst()) }
    guard readCount < typed.count else {
      defer { last = nil }
      return last.map(Answer.key) ?? (hasEnded ? .end : nil)
    }
    defer {
      readCount += 1
      if readCount == typed.count {
        typed.removeAll(keepingCapacity: true)
        readCount = 0
      }
    }
    return .key(typed[readCount])
  }

  /// Indicates whether only the end is left.
  private var isOver: Bool { hasEnded && last == nil && urgent.isEmpty && typed.isEmpty }
}
