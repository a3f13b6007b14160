/// A stream of 1, 2, 3 and so on, one element for each interval that has passed.
///
/// ```swift
/// effectsState.enqueue(TimerEffect(every: .seconds(1), clock: clock).map(When.ticked), id: "timer")
/// ```
/// It does not drift: each element is due a whole number of intervals after the start, so a late element does
/// not delay those that follow. Overdue elements arrive one after the other, each when the event of the last
/// one has run. The stream ends when it is cancelled.
///
/// Timers with the same interval are equal, whatever their clocks.
public struct TimerEffect: StreamEffect {
  /// The time between two elements.
  public let interval: Duration

  private let clock: any Clock<Duration>

  /// Creates a timer that starts when it is enqueued.
  ///
  /// - Parameters:
  ///   - interval: the time before the first element and between elements. A negative one counts as zero,
  ///     which yields as fast as the events are handled; the longest is a century.
  ///   - clock: the clock that measures the interval.
  public init(every interval: Duration, clock: any Clock<Duration> = ContinuousClock()) {
    self.interval = min(max(interval, .zero), .longestWait)
    self.clock = clock
  }

  /// Returns the elements, due from the moment of this call on.
  public func stream() -> some AsyncSequence<Int, any Error> {
    TimerElements(wait: waiting(on: clock))
  }

  private func waiting(on clock: some Clock<Duration>) -> TimerElements.Wait {
    let start = clock.now
    return { [interval] number in
      EffectObservation.observer?.effectWaits(on: clock)
      try await clock.sleep(until: start.advanced(by: interval * number), tolerance: nil)
    }
  }
}

extension TimerEffect: Hashable {
  /// Returns true if two timers have the same interval.
  public static func == (one: TimerEffect, other: TimerEffect) -> Bool { one.interval == other.interval }

  /// Hashes the interval.
  public func hash(into hasher: inout Hasher) { hasher.combine(interval) }
}

extension TimerEffect: CustomStringConvertible {
  /// The initializer call of the timer, without its clock.
  public var description: String { "TimerEffect(every: \(interval))" }
}

private struct TimerElements: AsyncSequence, Sendable {
  typealias Wait = @Sendable (_ number: Int) async throws -> Void

  let wait: Wait

  struct Iterator: AsyncIteratorProtocol {
    let wait: Wait
    private var number = 0

    init(wait: @escaping Wait) {
      self.wait = wait
    }

    mutating func next(isolation: isolated (any Actor)?) async throws -> Int? {
      number += 1
      try await wait(number)
      return number
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(wait: wait) }
}
