import PlanTestSupport
import Statoscope
import StatoscopeTesting
import Testing

@Suite struct `A plan that refuses default values` {
  @Test func `fails at the step that got one, with type, scope and remedy`() throws {
    let found = try texts {
      try Weather.GIVEN { Weather() }
        .configure(defaultValues: .refused)
        .WHEN(.nothing)
        .WHEN(\.map, .draw)
        .WHEN(\.map, .draw)
        .runTest()
    }
    #expect(
      found == [
        """
        WHEN(\\.map, .draw): the scope Weather.Map at \\.map looked up Satellite, found no injected value, and got \
        Satellite.defaultValue. Inject a mock with injectObject(_:) in the closure of GIVEN. If tests may use the \
        default, declare `static let isDefaultForTests = true` in Satellite, or write .configure(defaultValues: .allowed).
        """
      ]
    )
  }

  @Test func `fails at the check that looked up a default`() throws {
    let found = try texts {
      try Weather.GIVEN { Weather() }
        .configure(defaultValues: .refused)
        .THEN(\.map.satellite.name, equals: "real")
        .runTest()
    }
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix("THEN(\\.map.satellite.name, equals: \"real\"): the scope Weather.Map at")
        == true
    )
  }

  @Test func `allows injected values, test defaults and a property's own default`() throws {
    try Weather.GIVEN { Weather().injectObject(Satellite(name: "mock")) }
      .configure(defaultValues: .refused)
      .WHEN(\.map, .draw)
      .WHEN(\.map, .label)
      .runTest()
  }

  @Test func `allows the library's own defaults`() throws {
    try Weather.GIVEN { Weather() }
      .configure(defaultValues: .refused)
      .WHEN(\.map, .readSettings)
      .THEN(\.map.mode, equals: .enqueueOnly)
      .runTest()
  }

  @Test(arguments: [DefaultValues.allowed, nil])
  func `is each exhaustive plan that does not allow them`(values: DefaultValues?) throws {
    let found = try texts {
      let plan = try Weather.GIVEN { Weather() }.configure(exhaustivity: .on)
      if let values { try plan.configure(defaultValues: values) }
      try plan.WHEN(\.map, .draw).configure(exhaustivity: .off).WHEN(\.map, .label).runTest()
    }
    #expect(found.count == (values == nil ? 1 : 0))
  }

  @Test func `reports a look-up once, also where forks repeat its steps`() throws {
    let found = try texts {
      try Weather.GIVEN { Weather() }
        .configure(defaultValues: .refused)
        .WHEN(\.map, .draw)
        .FORK(.nothing) { _ in }
        .FORK(\.map, .label) { _ in }
        .runTest()
    }
    #expect(found.count == 1)
  }

  @Test func `reports a look-up that was allowed earlier`() throws {
    let found = try texts {
      try Weather.GIVEN { Weather() }
        .configure(defaultValues: .allowed)
        .WHEN(\.map, .draw)
        .configure(defaultValues: .refused)
        .FORK(\.map, .draw) { _ in }
        .WHEN(\.map, .draw)
        .runTest()
    }
    #expect(found.count == 2)
  }

  @Test func `reports the default of a missing ancestor`() throws {
    let found = try texts {
      try Orphan.GIVEN { Orphan() }.configure(defaultValues: .refused).WHEN(.ask).runTest()
    }
    #expect(
      found.first?.contains("the scope Orphan at \\.self looked up Home, found no injected value") == true
    )
  }

  @Test func `reports what a scope looked up before it was in a tree`() throws {
    let found = try texts {
      try Airport.GIVEN { Airport().injectObject(Satellite(name: "mock")) }
        .configure(defaultValues: .refused)
        .WHEN(.openTower)
        .WHEN(.openTower)
        .FORK(.openTower) { _ in }
        .runTest()
    }
    #expect(
      found == [
        """
        WHEN(.openTower): the scope Tower looked up Satellite in `init`, before it is in a tree, and got \
        Satellite.defaultValue, whatever is injected. Look it up in the update of its first event: declare \
        `static var whenLinked: When?` for the event that it is sent when it is in a tree. Or pass the value to `init`.
        """
      ]
    )
    try Airport.GIVEN { Airport() }
      .configure(defaultValues: .allowed)
      .WHEN(.openTower)
      .runTest()
  }
}

@MainActor @Suite struct `A live plan and default values` {
  let clock = TestClock()

  @Test func `refuses defaults that its effects look up`() async throws {
    let found = try await liveTexts {
      try await Weather.GIVEN { Weather() }
        .WHEN(.measure)
        .RECEIVE(.measured("real"))
        .runTest(effects: .live(clock))
    }
    #expect(
      found == [
        """
        WHEN(.measure): the effect Measure() looked up Satellite, found no injected value, and got \
        Satellite.defaultValue. Inject a mock with injectObject(_:) in the closure of GIVEN. If tests may use the \
        default, declare `static let \
        isDefaultForTests = true` in Satellite, or write .configure(defaultValues: .allowed).
        """
      ]
    )
  }

  @Test func `allows defaults where it says so, and injected values`() async throws {
    try await Weather.GIVEN { Weather() }
      .configure(defaultValues: .allowed)
      .WHEN(.measure)
      .RECEIVE(.measured("real"))
      .runTest(effects: .live(clock))
    try await Weather.GIVEN { Weather().injectObject(Satellite(name: "mock")) }
      .WHEN(.measure)
      .RECEIVE(.measured("mock"))
      .runTest(effects: .live(clock))
  }
}

private struct Satellite: Injectable, Sendable {
  var name: String
  static let defaultValue = Satellite(name: "real")
}

private struct Font: Injectable {
  static let defaultValue = Font()
  static let isDefaultForTests = true
}

private struct Measure: Effect, Equatable {
  @InjectedForEffect var satellite: Satellite
  func runEffect() async throws -> String { satellite.name }
}

private final class Weather: Scope {
  enum When: Equatable {
    case nothing
    case measure
    case measured(String)
  }

  @Subscope var map = Map()
  private(set) var place = ""

  func update(_ when: When) throws {
    switch when {
    case .nothing: break
    case .measure: effectsState.enqueue(Measure().map(When.measured))
    case .measured(let place): self.place = place
    }
  }

  final class Map: Scope {
    enum When {
      case draw
      case label
      case readSettings
    }

    @Injected var satellite: Satellite
    @Injected var font: Font
    @Injected(default: 3) var size: Int
    @Injected var execution: EffectsExecution
    @Injected var storage: StateStorage
    private(set) var mode: EffectsExecution?

    func update(_ when: When) throws {
      switch when {
      case .draw: _ = satellite.name
      case .label: _ = (font, size)
      case .readSettings:
        _ = storage
        mode = execution
      }
    }
  }
}

private final class Home: Scope, Injectable {
  enum When { case nothing }
  static var defaultValue: Home { Home() }
  func update(_ when: When) throws {}
}

private final class Orphan: Scope {
  enum When { case ask }
  @Superscope var home: Home
  func update(_ when: When) throws { _ = home }
}

private final class Airport: Scope {
  enum When {
    case openTower
  }

  @Subscope var tower: Tower?

  func update(_ when: When) {
    tower = Tower()
  }
}

/// Looks up a value too early.
private final class Tower: Scope {
  enum When {}

  @Injected private var satellite: Satellite
  private(set) var name = ""

  override init() {
    super.init()
    name = satellite.name
  }

  func update(_ when: When) {}
}
