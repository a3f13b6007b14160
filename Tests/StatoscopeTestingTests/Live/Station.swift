import Statoscope
import StatoscopeTesting
import TestSupport

/// A scope with every kind of effect that a live plan has to do with, under a clock.
final class Station: Scope {
  enum When: Equatable {
    case type(String)
    case found(String)
    case startTicking
    case ticked
    case stop
    case delay(String, Duration)
    case came(String)
    case callThrough(Line)
    case callThroughWithin(Duration, Line)
    case retry(Flaky)
    case stream([Duration])
    case streamed(Int)
    case streamEnded
    case refuse
    case refused
    case failUnmapped
    case tap
    case waitInPlatform(Duration)
  }

  private(set) var found: [String] = []
  private(set) var ticks = 0
  private(set) var moments: [Duration] = []
  private(set) var came: [String] = []
  private(set) var taps = 0
  @Subscope var platform = Platform()

  private let clock: TestClock

  init(clock: TestClock) {
    self.clock = clock
  }

  func update(_ when: When) throws {
    switch when {
    case .type(let text):
      effectsState.enqueue(
        Answer(text: text).delay(for: .milliseconds(300), clock: clock).map(When.found),
        id: "search",
        policy: .replace
      )
    case .found(let text):
      found.append(text)
    case .startTicking:
      tick()
    case .ticked:
      ticks += 1
      moments.append(clock.now.offset)
      tick()
    case .stop:
      effectsState.cancelAllEffects()
    case .delay(let text, let duration):
      effectsState.enqueue(Answer(text: text).delay(for: duration, clock: clock).map(When.came))
    case .came(let text):
      came.append(text)
    case .callThrough(let line):
      effectsState.enqueue(line.map(When.came))
    case .callThroughWithin(let duration, let line):
      enqueue(line.timeout(after: duration, clock: clock))
    case .retry(let flaky):
      enqueue(flaky.retry(2, backoff: .constant(.seconds(1)), clock: clock))
    case .stream(let pauses):
      effectsState.enqueue(
        Pauses(pauses: pauses, clock: clock).map(When.streamed).mapEnd(to: .streamEnded)
      )
    case .streamed(let number):
      came.append("\(number)")
      moments.append(clock.now.offset)
    case .streamEnded:
      came.append("end")
    case .refuse:
      effectsState.enqueue(Answer(text: "").map { _ in .refused })
    case .refused:
      throw InvalidStateError()
    case .failUnmapped:
      effectsState.enqueue(Flaky(failures: 1).map(When.came))
    case .tap:
      taps += 1
    case .waitInPlatform(let duration):
      platform.send(.wait(duration, clock), isolation: nil)
    }
  }

  private func tick() {
    effectsState.enqueue(Answer(text: "tick").delay(for: .seconds(1), clock: clock).map { _ in .ticked })
  }

  private func enqueue(_ effect: AnyEffect<String>) {
    effectsState.enqueue(
      effect.mapToResult().map { result in
        switch result {
        case .success(let text): .came(text)
        case .failure(let error): .came("\(error)")
        }
      }
    )
  }
}

/// A child scope with an effect of its own.
final class Platform: Scope {
  enum When {
    case wait(Duration, TestClock)
    case arrived
  }

  private(set) var arrivals = 0

  func update(_ when: When) throws {
    switch when {
    case .wait(let duration, let clock):
      effectsState.enqueue(Answer(text: "train").delay(for: duration, clock: clock).map { _ in .arrived })
    case .arrived:
      arrivals += 1
    }
  }
}

/// An effect that ends at once.
struct Answer: Effect, Equatable, CustomStringConvertible {
  let text: String
  func runEffect() async throws -> String { text }
  var description: String { "Answer(\(text))" }
}

/// An effect that waits for something outside.
struct Line: Effect, Equatable, CustomStringConvertible {
  let gate: Gate<String>
  func runEffect() async throws -> String { try await gate.pass() }
  static func == (left: Line, right: Line) -> Bool { left.gate === right.gate }
  var description: String { "Line" }
}

/// An effect that fails some times.
struct Flaky: Effect, Equatable, CustomStringConvertible {
  let failures: Int
  private let attempts = Journal()

  init(failures: Int) {
    self.failures = failures
  }

  func runEffect() async throws -> String {
    attempts.note("")
    guard attempts.entries.count > failures else { throw Offline() }
    return "attempt \(attempts.entries.count)"
  }

  static func == (left: Flaky, right: Flaky) -> Bool { left.attempts === right.attempts }
  var description: String { "Flaky(\(failures))" }
}

/// A stream that counts, with a pause before each number.
struct Pauses: StreamEffect, Equatable, CustomStringConvertible {
  let pauses: [Duration]
  let clock: TestClock

  func stream() -> some AsyncSequence<Int, any Error> {
    Numbers(pauses: pauses, clock: clock)
  }

  static func == (left: Pauses, right: Pauses) -> Bool { left.pauses == right.pauses }
  var description: String { "Pauses" }

  struct Numbers: AsyncSequence, AsyncIteratorProtocol {
    let pauses: [Duration]
    let clock: TestClock
    var index = 0

    func makeAsyncIterator() -> Numbers { self }

    mutating func next() async throws -> Int? {
      guard index < pauses.count else { return nil }
      try await clock.sleep(for: pauses[index])
      defer { index += 1 }
      return index
    }
  }
}
