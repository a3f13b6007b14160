import Statoscope
import StatoscopeTesting
import Testing
import XCTest

/// Keeps the names of one page apart from those of others.
enum PlansArticle {
  struct Boil: Effect, Equatable {
    func runEffect() async throws {}
  }

  final class Kettle: Scope {
    enum When: Equatable {
      case userSwitchedOn
      case boiled
    }

    private let clock: any Clock<Duration>
    private(set) var isOn = false
    private(set) var cups = 0

    init(clock: any Clock<Duration> = ContinuousClock()) {
      self.clock = clock
    }

    func update(_ when: When) throws {
      switch when {
      case .userSwitchedOn:
        isOn = true
        effectsState.enqueue(Boil().delay(for: .seconds(90), clock: clock).map { .boiled })
      case .boiled:
        isOn = false
        cups += 4
      }
    }
  }

  /// What the article on exhaustive and live plans shows.
  @Suite struct PlansArticleTests {
    @Test func `an exhaustive plan asserts every change`() throws {
      try Kettle.GIVEN { Kettle() }
        .configure(exhaustivity: .on)
        .WHEN(.userSwitchedOn)
        .THEN(\.isOn, equals: true)
        .THEN_EnqueuedEffect(Boil())
        .WHEN_EffectCompletes(Boil.self, with: ())
        .THEN(\.isOn, equals: false)
        .THEN(\.cups, equals: 4)
        .runTest()
    }

    @Suite(.flowSettings(.strict)) struct KettleTests {
      @Test func `four cups boil`() throws {
        try Kettle.GIVEN { Kettle() }
          .WHEN(.userSwitchedOn)
          .THEN(\.isOn, equals: true)
          .WHEN_EffectCompletes(Boil.self, with: ())
          .THEN(\.isOn, equals: false)
          .THEN(\.cups, equals: 4)
          .runTest()
      }
    }

    @Test func `a live plan advances its clock`() async throws {
      let clock = TestClock()
      try await Kettle.GIVEN { Kettle(clock: clock) }
        .WHEN(.userSwitchedOn)
        .ADVANCE(by: .seconds(89))
        .THEN(\.isOn, equals: true)
        .ADVANCE(by: .seconds(1))
        .RECEIVE(.boiled)
        .THEN(\.isOn, equals: false)
        .runTest(effects: .live(clock))
    }
  }
}

/// The same settings in XCTest, which finds no nested classes.
final class KettleCase: XCTestCase {
  override func invokeTest() {
    withFlowSettings(.strict) { super.invokeTest() }
  }

  func testFourCupsBoil() throws {
    try PlansArticle.Kettle.GIVEN { PlansArticle.Kettle() }
      .WHEN(.userSwitchedOn)
      .THEN(\.isOn, equals: true)
      .WHEN_EffectCompletes(PlansArticle.Boil.self, with: ())
      .THEN(\.isOn, equals: false)
      .THEN(\.cups, equals: 4)
      .runTest()
  }
}
