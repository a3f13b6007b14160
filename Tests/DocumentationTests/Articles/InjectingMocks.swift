import Statoscope
import StatoscopeTesting
import Testing

/// Keeps the names of one page apart from those of others.
enum InjectingMocksArticle {
  struct Weather: Injectable, Sendable {
    var forecast: @Sendable (_ city: String) async throws -> String
    static let defaultValue = Weather { city in "no forecast for \(city)" }
  }

  struct LoadForecast: Effect, Equatable {
    let city: String
    @InjectedForEffect var weather: Weather

    func runEffect() async throws -> String {
      try await weather.forecast(city)
    }
  }

  protocol Clerk {
    var name: String { get }
  }

  struct FakeClerk: Clerk {
    let name = "Fay"
  }

  final class Atlas: Scope {
    enum When { case userAddedCity }
    @Subscope var cities: [City] = []

    func update(_ when: When) throws {
      switch when {
      case .userAddedCity: cities.append(City())
      }
    }
  }

  final class City: Scope {
    enum When {
      case userOpened
      case loaded(String)
    }

    @Injected var greeting: Greeting
    private(set) var text = ""

    func update(_ when: When) throws {
      switch when {
      case .userOpened:
        text = greeting.words
        effectsState.enqueue(LoadForecast(city: "Oslo").map(When.loaded))
      case .loaded(let text):
        self.text = text
      }
    }
  }

  struct Greeting: Injectable, Sendable {
    var words: String
    static let defaultValue = Greeting(words: "Good day")
  }

  /// What the article on injecting mocks shows.
  @MainActor @Suite struct InjectingMocksArticleTests {
    @Test func `a value is injected at the root`() async throws {
      let atlas = Atlas()
        .injectObject(Weather { _ in "rain" })
        .injectObject(Greeting(words: "Hello"))
      atlas.send(.userAddedCity)
      let city = atlas.cities[0]
      city.send(.userOpened)
      #expect(city.text == "Hello")
      for await text in city.changes(of: \.text) where text == "rain" { break }
      #expect(city.text == "rain")
    }

    @Test func `the nearest value is found`() throws {
      let atlas = Atlas().injectObject(Greeting(words: "Hello"))
      atlas.send(.userAddedCity).send(.userAddedCity)
      atlas.cities[1].injectObject(Greeting(words: "Hei"))
      #expect(atlas.cities.map(\.greeting.words) == ["Hello", "Hei"])
      atlas.cities[0].greeting = Greeting(words: "Ahoy")
      #expect(atlas.cities[0].greeting.words == "Ahoy")
    }

    @Test func `a protocol is a key`() throws {
      let atlas = Atlas()
      atlas.injectObject(FakeClerk(), as: (any Clerk).self)
      #expect(try atlas.resolve((any Clerk).self).name == "Fay")
    }

    @Test func `an override ends with its token`() throws {
      let atlas = Atlas().send(.userAddedCity)
      let override = atlas.override(Greeting(words: "Sssh"))
      #expect(atlas.cities[0].greeting.words == "Sssh")
      override.cancel()
      #expect(atlas.cities[0].greeting.words == "Good day")
    }

    @Test func `a plan injects the values that it needs`() throws {
      try Atlas.GIVEN { Atlas().injectObject(Greeting(words: "Hello")) }
        .WHEN(.userAddedCity)
        .WITH(\.cities[ifThere: 0])
        .WHEN(.userOpened)
        .THEN(\.text, equals: "Hello")
        .WHEN_EffectCompletes(LoadForecast.self, with: "snow")
        .THEN(\.text, equals: "snow")
        .POP()
        .runTest()
    }
  }
}
