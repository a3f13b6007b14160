import Statoscope
import StatoscopeTesting
import Testing

/// Keeps the names of one page apart from those of others.
enum EffectsArticle {
  struct Library: Injectable, Sendable {
    var find: @Sendable (_ text: String) async throws -> [String]
    static let defaultValue = Library { text in [text] }
  }

  struct Find: Effect, Equatable {
    let text: String
    @InjectedForEffect var library: Library

    func runEffect() async throws -> [String] {
      try await library.find(text)
    }
  }

  struct Arrivals: StreamEffect {
    func stream() -> AsyncStream<String> {
      AsyncStream { continuation in
        continuation.yield("a new book")
        continuation.finish()
      }
    }
  }

  struct Save: Effect, Equatable {
    let books: [String]

    func runEffect() async throws {}
  }

  final class Shelf: Scope {
    enum When {
      case userTyped(String)
      case found(Result<[String], any Error>)
      case userTappedCancel
      case userOpenedTheShop
      case arrived(String)
      case shopClosed
      case userStartedReading
      case read(seconds: Int)
      case userStartedACountdown
      case secondsLeft(Int)
      case userClosedTheShelf
    }

    var clock: any Clock<Duration> = ContinuousClock()
    private(set) var books: [String] = []
    private(set) var hasFailed = false
    private(set) var secondsOfReading = 0
    private(set) var secondsLeft = 0

    func update(_ when: When) throws {
      switch when {
      case .userTyped(let text):
        effectsState.enqueue(
          Find(text: text)
            .timeout(after: .seconds(5), clock: clock)
            .retry(2, backoff: .exponential(.milliseconds(100)), clock: clock)
            .delay(for: .milliseconds(300), clock: clock)
            .mapToResult()
            .map(When.found),
          id: "find",
          policy: .replace
        )
      case .found(.success(let books)):
        self.books = books
      case .found(.failure):
        hasFailed = true
      case .userTappedCancel:
        effectsState.cancelEffect(id: "find")
      case .userOpenedTheShop:
        effectsState.enqueue(Arrivals().map(When.arrived).mapEnd(to: .shopClosed))
      case .arrived(let book):
        books.append(book)
      case .shopClosed:
        effectsState.cancelAllEffects()
      case .userStartedReading:
        effectsState.enqueue(TimerEffect(every: .seconds(1), clock: clock).map(When.read), id: "reading")
      case .read(let seconds):
        secondsOfReading = seconds
      case .userStartedACountdown:
        let clock = clock
        effectsState.enqueue(
          RunEffect("countdown") { send in
            for seconds in [2, 1] {
              await send(.secondsLeft(seconds))
              try await clock.sleep(for: .seconds(1))
            }
          },
          id: "countdown",
          policy: .replace
        )
      case .secondsLeft(let seconds):
        secondsLeft = seconds
      case .userClosedTheShelf:
        effectsState.enqueue(Save(books: books).fireAndForget())
      }
    }
  }

  /// What the article on effects and policies shows.
  @Suite struct EffectsArticleTests {
    @Test func `a newer search replaces the older one`() throws {
      try Shelf.GIVEN { Shelf() }
        .WHEN(.userTyped("sw"))
        .WHEN(.userTyped("swift"))
        .THEN_EnqueuedEffect(Find(text: "swift"))
        .FORK(.userTappedCancel) { sut in
          try sut.THEN_NoEffects()
        }
        .FORK_EffectFails(Find.self, with: EffectTimeoutError(effect: "Find", duration: .seconds(5))) { sut in
          try sut.THEN(\.hasFailed, equals: true)
        }
        .WHEN_EffectCompletes(Find.self, with: ["Swift by hand"])
        .THEN(\.books, equals: ["Swift by hand"])
        .THEN_NoEffects()
        .runTest()
    }

    @Test func `a stream yields and ends`() throws {
      try Shelf.GIVEN { Shelf() }
        .WHEN(.userOpenedTheShop)
        .WHEN_StreamYields(Arrivals.self, "a new book")
        .THEN(\.books, equals: ["a new book"])
        .runTest()
    }

    @Test func `a countdown sends several events`() async throws {
      try Shelf.GIVEN { Shelf() }
        .WHEN(.userStartedACountdown)
        .WHEN_StreamYields(RunEffect<Shelf.When>.self, .secondsLeft(2))
        .THEN(\.secondsLeft, equals: 2)
        .WHEN_EffectCompletes(RunEffect<Shelf.When>.self)
        .THEN_NoEffects()
        .runTest()
      let clock = TestClock()
      try await Shelf.GIVEN { Shelf().set(\.clock, clock) }
        .WHEN(.userStartedACountdown)
        .RECEIVE(.secondsLeft(2))
        .ADVANCE(by: .seconds(1))
        .RECEIVE(.secondsLeft(1))
        .ADVANCE(by: .seconds(1))
        .THEN_NoEffects()
        .runTest(effects: .live(clock))
    }

    @Test func `an effect that is fired and forgotten ends in no event`() throws {
      try Shelf.GIVEN { Shelf() }
        .WHEN(.userClosedTheShelf)
        .THEN_EnqueuedEffect(Save(books: []))
        .WHEN_EffectCompletes(Save.self, with: ())
        .THEN_NoEffects()
        .runTest()
    }

    @MainActor @Test func `perform waits for the result`() async {
      let shelf = Shelf()
      let books = await shelf.perform(.userOpenedTheShop).books
      #expect(books == ["a new book"])
    }

    @Test func `a timer ticks on the test's clock`() async throws {
      let clock = TestClock()
      try await Shelf.GIVEN { Shelf().set(\.clock, clock) }
        .WHEN(.userStartedReading)
        .ADVANCE(by: .seconds(2))
        .RECEIVE(.read(seconds: 1))
        .RECEIVE(.read(seconds: 2))
        .THEN(\.secondsOfReading, equals: 2)
        .WHEN(.shopClosed)
        .runTest(effects: .live(clock))
    }
  }
}
