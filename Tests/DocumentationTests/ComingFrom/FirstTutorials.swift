import Foundation
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

#if canImport(Combine)
  import Combine
#endif
#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// The tutorials 01 to 05 of the first Statoscope, as they are written here: what the page for those who come from there
// shows below "After". Each is an enum, to keep its names apart from those of the others.

enum StateAndWhenAfter {
  final class Counter: Scope, ObservableObject {
    @Published private(set) var viewDisplaysTotalCount = 0

    enum When {
      case userTappedIncrementButton
      case userTappedDecrementButton
    }

    func update(_ when: When) throws {
      switch when {
      case .userTappedIncrementButton: viewDisplaysTotalCount += 1
      case .userTappedDecrementButton: viewDisplaysTotalCount = max(0, viewDisplaysTotalCount - 1)
      }
    }
  }

  @Suite struct `Tutorial 01 of the first Statoscope` {
    @Test func `a counter stops at zero`() throws {
      try Counter.GIVEN { Counter() }
        .THEN(\.viewDisplaysTotalCount, equals: 0)
        .WHEN(.userTappedIncrementButton)
        .THEN(\.viewDisplaysTotalCount, equals: 1)
        .WHEN(.userTappedDecrementButton)
        .WHEN(.userTappedDecrementButton)
        .THEN(\.viewDisplaysTotalCount, equals: 0)
        .runTest()
    }
  }
}

enum EffectsAfter {
  struct DTO: Codable, Equatable {
    let count: Int
  }

  struct PostCount: Effect, Equatable {
    let count: Int

    @concurrent func runEffect() async throws -> DTO {
      guard let url = URL(string: "https://statoscope.example/count") else { throw URLError(.badURL) }
      var request = URLRequest(url: url)
      request.httpMethod = "POST"
      request.httpBody = try JSONEncoder().encode(DTO(count: count))
      return try JSONDecoder().decode(DTO.self, from: try await URLSession.shared.data(for: request).0)
    }
  }

  final class CloudCounter: Scope {
    private(set) var viewDisplaysTotalCount = 0
    private(set) var viewShowsLoading = false

    enum When {
      case userTappedIncrementButton
      case networkPostCompleted(DTO)
    }

    func update(_ when: When) throws {
      switch when {
      case .userTappedIncrementButton:
        viewDisplaysTotalCount += 1
        viewShowsLoading = true
        effectsState.enqueue(
          PostCount(count: viewDisplaysTotalCount).map(When.networkPostCompleted),
          id: "post",
          policy: .replace
        )
      case .networkPostCompleted(let remote):
        viewShowsLoading = false
        viewDisplaysTotalCount = remote.count
      }
    }
  }

  @Suite struct `Tutorial 02 of the first Statoscope` {
    @Test func `a later post replaces the one in flight`() throws {
      try CloudCounter.GIVEN { CloudCounter() }
        .WHEN(.userTappedIncrementButton)
        .THEN(\.viewShowsLoading, equals: true)
        .WHEN(.userTappedIncrementButton)
        .THEN_EnqueuedEffect(PostCount(count: 2))
        .WHEN_EffectCompletes(PostCount.self, with: DTO(count: 2))
        .THEN(\.viewDisplaysTotalCount, equals: 2)
        .THEN(\.viewShowsLoading, equals: false)
        .runTest(assertNoPendingEffects: true)
    }
  }
}

enum MiddlewareAfter {
  final class Counter: Scope {
    private(set) var count = 0

    enum When {
      case userTappedIncrementButton
      case errorCase
    }

    func update(_ when: When) throws {
      switch when {
      case .userTappedIncrementButton: count += 1
      case .errorCase: throw InvalidStateError()
      }
    }
  }

  @Suite struct `Tutorial 03 of the first Statoscope` {
    @Test func `a middleware reports crashes and passes events on`() throws {
      let reports = Journal()
      try Counter.GIVEN {
        Counter().addMiddleware { _, when, next in
          do { try next(when) } catch {
            reports.note("\(when)")
            throw error
          }
        }
      }
      .WHEN(.userTappedIncrementButton)
      .THEN(\.count, equals: 1)
      .WHEN_Throws(.errorCase, error: InvalidStateError())
      .runTest()
      #expect(reports.entries == ["errorCase"])
    }
  }
}

enum InjectionAfter {
  struct Favorite: Codable, Equatable {
    let id: String
    let dateAdded: Date
  }

  struct DateProvider: Injectable, Sendable {
    var currentDate: @Sendable () -> Date
    static let defaultValue = DateProvider { Date() }
  }

  struct Network: Injectable, Sendable {
    var fetchTitles: @Sendable () async throws -> [String]
    static let defaultValue = Network { [] }
  }

  struct FetchTitles: Effect, Equatable {
    @InjectedForEffect var network: Network
    func runEffect() async throws -> [String] { try await network.fetchTitles() }
  }

  final class NewsFeedList: Scope {
    private(set) var titles: [String]?
    private(set) var favorites: [Favorite] = []
    @Injected var date: DateProvider

    enum When {
      case systemLoadedScope
      case networkDidFinish([String])
      case favorite(id: String)
    }

    func update(_ when: When) throws {
      switch when {
      case .systemLoadedScope: effectsState.enqueue(FetchTitles().map(When.networkDidFinish))
      case .networkDidFinish(let titles): self.titles = titles
      case .favorite(let id): favorites.append(Favorite(id: id, dateAdded: date.currentDate()))
      }
    }
  }

  @Suite struct `Tutorial 04 of the first Statoscope` {
    let day = Date(timeIntervalSince1970: 1000)

    @Test func `a mock is injected where the scope is made`() throws {
      try NewsFeedList.GIVEN { [day] in
        NewsFeedList().injectObject(DateProvider { day })
      }
      .WHEN(.systemLoadedScope)
      .WHEN_EffectCompletes(FetchTitles.self, with: ["One", "Two"])
      .THEN(\.titles, equals: ["One", "Two"])
      .WHEN(.favorite(id: "1"))
      .THEN(\.favorites, equals: [Favorite(id: "1", dateAdded: day)])
      .runTest(assertNoPendingEffects: true)
    }

    @Test func `an effect finds its mock`() async throws {
      try await NewsFeedList.GIVEN { NewsFeedList().injectObject(Network { ["One"] }) }
        .WHEN(.systemLoadedScope)
        .RECEIVE(.networkDidFinish(["One"]))
        .THEN(\.titles, equals: ["One"])
        .runTest(effects: .live())
    }
  }
}

enum ScopesAfter {
  final class NewsFeed: Scope, ObservableObject, SubscopeMiddleware {
    @Published private(set) var favorites: Set<String> = []
    @Subscope var atList: NewsFeedList?

    enum When { case togglesLoaded(favoritesEnabled: Bool) }

    func update(_ when: When) throws {
      switch when {
      case .togglesLoaded(let favoritesEnabled): atList = NewsFeedList(favoritesEnabled: favoritesEnabled)
      }
    }

    func updateSubscope(_ event: ScopeEvent, _ next: () throws -> Void) throws {
      switch event.when {
      case NewsFeedList.When.favorite(let id), NewsFeedArticle.When.favorite(let id):
        favorites.formSymmetricDifference([id])
      default:
        try next()
      }
    }
  }

  final class NewsFeedList: Scope, ObservableObject {
    let favoritesEnabled: Bool
    @Subscope var readingArticle: NewsFeedArticle?
    @Superscope(observed: true) var newsFeed: NewsFeed?

    enum When {
      case userOpenedArticle(id: String)
      case favorite(id: String)
    }

    init(favoritesEnabled: Bool) { self.favoritesEnabled = favoritesEnabled }

    func update(_ when: When) throws {
      switch when {
      case .userOpenedArticle(let id): readingArticle = NewsFeedArticle(id: id)
      case .favorite: break
      }
    }
  }

  final class NewsFeedArticle: Scope, ObservableObject {
    let id: String
    @Superscope(observed: true) var newsFeed: NewsFeed?
    var isFavorite: Bool { newsFeed?.favorites.contains(id) ?? false }

    enum When { case favorite(id: String) }

    init(id: String) { self.id = id }

    func update(_ when: When) throws {}
  }

  @Suite struct `Tutorial 05 of the first Statoscope` {
    @Test func `the root owns the favourites of the whole tree`() throws {
      try NewsFeed.GIVEN { NewsFeed() }
        .THEN_Nil(\.atList)
        .WHEN(.togglesLoaded(favoritesEnabled: true))
        .THEN(\.atList?.favoritesEnabled, equals: true)
        .WITH(\.atList)
        .WHEN(.userOpenedArticle(id: "1"))
        .WHEN(\.readingArticle, .favorite(id: "1"))
        .THEN(\.readingArticle?.isFavorite, equals: true)
        .WHEN(.favorite(id: "1"))
        .POP()
        .THEN(\.favorites, equals: [])
        .runTest()
    }
  }
}

/// What macros of the first Statoscope wrote, written by hand.
enum MacrosByHand {
  /// An effect of a function's parameters: `@EffectStruct`.
  struct FetchPage: Effect, Equatable {
    let url: URL
    @InjectedForEffect var network: InjectionAfter.Network
    func runEffect() async throws -> [String] { try await network.fetchTitles() }
  }

  enum When {
    case loaded([String])
    case failed
  }

  final class Page: Scope {
    private(set) var titles: [String] = []

    func update(_ when: When) throws {
      if let loaded = when.loaded { titles = loaded }
    }
  }

  @Suite struct `Macros of the first Statoscope, by hand` {
    @Test func `a value of a case is read`() throws {
      try Page.GIVEN { Page() }
        .WHEN(.loaded(["One"]))
        .WHEN(.failed)
        .THEN(\.titles, equals: ["One"])
        .runTest()
    }

    @Test func `a copy has one property changed`() {
      let dto = EffectsAfter.DTO(count: 1)
      #expect(dto.copy { $0 = EffectsAfter.DTO(count: $0.count + 1) } == EffectsAfter.DTO(count: 2))
    }

    @Test func `effects are equal when their parameters are`() {
      let url = URL(fileURLWithPath: "/page")
      #expect(FetchPage(url: url) == FetchPage(url: url))
    }
  }
}

extension MacrosByHand.When {
  var loaded: [String]? {
    if case .loaded(let titles) = self { titles } else { nil }
  }
}

extension EffectsAfter.DTO {
  func copy(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }
}
