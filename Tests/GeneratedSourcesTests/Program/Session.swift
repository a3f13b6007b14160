import Foundation
import Statoscope

// This file is compiled into the tests, and again with the flows that they generate.

/// A scope whose effects end when a test says so.
final class Session: Scope {
  enum When: Sendable {
    case load(Int)
    case loadOnly(Int)
    case replace(Int)
    case line(Int)
    case save(Int)
    case loaded(Int, Result<String, any Error>)
    case watch
    case tick(UInt8)
    case stop
    case stopAll
    case hold(Signals)
  }

  let signals: Signals
  private(set) var log: [String] = []

  init(signals: Signals = Signals()) {
    self.signals = signals
  }

  func update(_ when: When) throws {
    switch when {
    case .load(let id): enqueue(id)
    case .loadOnly(let id):
      effectsState.enqueue(Fetch(id: id, signals: signals).map { .loaded(id, .success($0)) })
    case .replace(let id): enqueue(id, "one", .replace)
    case .line(let id): enqueue(id, "line", .queue)
    case .save(let id):
      effectsState.enqueue(Fetch(id: id, signals: signals).fireAndForget(), id: "save", policy: .ignore)
    case .loaded(_, .success("refused")): throw InvalidStateError()
    case .loaded(let id, .success(let text)): log.append("\(id): \(text)")
    case .loaded(let id, .failure(let error)): log.append("\(id) failed: \(error)")
    case .watch: effectsState.enqueue(Ticks(signals: signals).map(When.tick), id: "ticks", policy: .ignore)
    case .tick(let number): log.append("tick \(number)")
    case .stop: effectsState.cancelEffect { $0 is Ticks }
    case .stopAll: effectsState.cancelAllEffects()
    case .hold: log.append("held")
    }
  }

  private func enqueue(_ id: Int, _ name: String? = nil, _ policy: EffectPolicy = .all) {
    let effect = Fetch(id: id, signals: signals).mapToResult().map { When.loaded(id, $0) }
    if let name {
      effectsState.enqueue(effect, id: name, policy: policy)
    } else {
      effectsState.enqueue(effect)
    }
  }
}

struct Offline: Error, Equatable { let code: UInt8 }

struct Fetch: Effect {
  let id: Int
  let signals: Signals

  func runEffect() async throws -> String {
    for await result in signals.results[id].stream { return try result.get() }
    throw CancellationError()
  }
}

struct Ticks: StreamEffect {
  let signals: Signals

  func stream() -> AsyncStream<UInt8> { signals.ticks.stream }
}

/// What the effects of a session wait for.
final class Signals: Sendable, CustomReflectable {
  let results = (0..<8).map { _ in AsyncStream<Result<String, any Error>>.makeStream() }
  let ticks = AsyncStream<UInt8>.makeStream()

  func end(_ id: Int, _ result: Result<String, any Error>) { results[id].continuation.yield(result) }

  var customMirror: Mirror { Mirror(self, children: [], displayStyle: .class) }
}

/// A scope whose events carry values of many kinds, with children by their identifiers.
final class Board: Scope {
  enum When: Sendable {
    case write(String)
    case mark([UUID: Date])
    case open(id: Int??)
    case `init`
    case send
    case sent(Result<URL, any Error>)
  }

  private(set) var text = ""
  private(set) var steps = 0
  @Subscope var cards: [UUID: Card] = [firstCard: Card()]

  func update(_ when: When) throws {
    switch (when, steps) {
    case (.write(let text), 0): self.text = text
    case (.mark([firstCard: Date(timeIntervalSinceReferenceDate: 1.5)]), 1): break
    case (.open(id: .some(.none)), 2), (.`init`, 3): break
    case (.send, 4): effectsState.enqueue(Send().mapToResult().map(When.sent))
    case (.sent(.failure(let error as URLError)), 5) where error.code == .timedOut: break
    case (.sent(.success(let url)), 5) where url.baseURL != nil && url.relativeString == "x": steps += 1
    default: throw InvalidStateError()
    }
    steps += 1
  }

  /// Indicates whether the last step was taken.
  var isDone: Bool { steps >= 6 }
}

final class Card: Scope {
  enum When: Sendable { case flip }
  private(set) var isFlipped = false
  func update(_ when: When) throws { isFlipped = true }
}

struct Send: Effect {
  func runEffect() async throws -> URL { throw Offline(code: 1) }
}

let firstCard = UUID(uuidString: "00000000-0000-0000-0000-00000000000B") ?? UUID()

func makeBoard() -> Board { Board() }

func hasCard(_ board: Board) -> Bool { board.cards.values.contains { $0.isFlipped } }
