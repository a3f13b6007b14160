import Foundation
import PlanTestSupport
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing
import XCTest

/// How steps read for people who do not program.
@Suite struct SentenceTests {
  @Test func `identifiers become words, with acronyms, numbers and values`() throws {
    let reported = try ReportedFlow {
      try Turnstile.GIVEN { Turnstile() }
        .WHEN(.userTapped3Times)
        .WHEN(.loadURLAgain)
        .WHEN(.page2Loaded("hall"))
        .WHEN(.page2Loaded(nil))
        .WHEN(.userMoved(by: -2, isFast: true))
        .WHEN(.keysChanged(["b": 2, "a": 1]))
        .WHEN(.gateChanged(.ajar(width: 5)))
        .WHEN_Throws(.gateChanged(.ajar(width: 5)))
        .runTest()
    }
    #expect(
      try reported.documents.first?.sentences.dropFirst() == [
        "When user tapped 3 times",
        "When load URL again",
        "When page 2 loaded “hall”",
        "When page 2 loaded nothing",
        "When user moved by -2, is fast true",
        "When keys changed “a”: 1, “b”: 2",
        "When gate changed ajar width 5",
        "When gate changed ajar width 5, which is refused",
      ]
    )
  }

  @Test func `a key that is a text is quoted`() throws {
    let reported = try ReportedFlow {
      try Market.GIVEN { Market() }
        .WHEN(.addGuard("north gate"))
        .THEN(\.guards["north gate"]?.name, equals: "north gate")
        .runTest()
    }
    #expect(try reported.documents.first?.sentences.last == "Then guards “north gate” name is “north gate”")
  }

  @Test func `a number with the capital behind it is one word`() throws {
    let reported = try ReportedFlow {
      try Projector.GIVEN { Projector() }.WHEN(.show3DModel).WHEN(.show3Times).WHEN(.play4K).runTest()
    }
    #expect(
      try reported.documents.first?.sentences.dropFirst() == [
        "When show 3D model", "When show 3 times", "When play 4K",
      ]
    )
  }

  @Test func `structures are their parts, two levels deep, and lists of them a number`() throws {
    let (one, other) = (Reel(length: 1), Reel(length: 2))
    let reported = try ReportedFlow {
      try Projector.GIVEN { Projector() }
        .WHEN(.loaded(reels: [one, other]))
        .WHEN(.loaded(reels: [one]))
        .WHEN(.loaded(reels: []))
        .WHEN(.mounted(one))
        .WHEN(.stored(Shelf(top: one, note: nil)))
        .runTest()
    }
    #expect(
      try reported.documents.first?.sentences.dropFirst() == [
        "When loaded 2 reels", "When loaded 1 reel", "When loaded reels none", "When mounted reel (length 1)",
        "When stored shelf (top reel)",
      ]
    )
  }

  @Test func `the scope in a case is named by its type, and a set is a sorted list`() throws {
    let reported = try ReportedFlow {
      try Booth.GIVEN { Booth() }
        .WHEN(\.screen, as: Beacon.self, .switchedOn)
        .THEN(\.colours, equals: ["red", "blue"])
        .runTest()
    }
    let steps = try #require(reported.documents.first).steps.dropFirst()
    #expect(steps.map(\.text) == ["switched on", "colours are “blue”, “red”"])
    #expect(steps.map(\.target) == ["screen › beacon", nil])
  }

  @Test func `in a list of sentences, the steps of a branch are below its first one`() throws {
    let reported = try ReportedFlow {
      try Beacon.GIVEN { Beacon() }.FORK(.switchedOn) { sut in try sut.THEN(\.isLit, equals: true) }.runTest()
    }
    #expect(try reported.markdown.contains("\n- **Or when** switched on\n  - **Then** it is lit\n"))
  }

  @Test func `checks are sentences about the state`() throws {
    let reported = try ReportedFlow {
      try Turnstile.GIVEN { Turnstile() }
        .THEN(\.isReady, equals: false)
        .THEN(\.lamp.isLit, equals: false)
        .THEN(\.gate, equals: .wideOpen)
        .THEN_Nil(\.userID)
        .THEN(\.text, equals: "")
        .THEN("no user is there") { $0.userID == nil }
        .THEN_Not("a user is there") { $0.userID != nil }
        .THEN(\.text) { #expect($0 == "") }
        .THEN(\.text, changes: { $0 = "" })
        .THEN(\.text, shows: #""""#)
        .THEN(shows: "\(ValueNode(Turnstile()).lines.joined(separator: "\n"))")
        .INVARIANT { #expect($0.text.count < 5) }
        .runTest()
    }
    #expect(
      try reported.documents.first?.sentences.dropFirst() == [
        "Then it is not ready",
        "Then lamp is not lit",
        "Then gate is wide open",
        "Then there is no user ID",
        "Then text is “”",
        "Then no user is there",
        "Then it is false that a user is there",
        "Then a check of text passes",
        "Then text changes as expected",
        "Then everything in text is as expected",
        "Then everything in the turnstile is as expected",
        "Always a check of turnstile passes",
      ]
    )
  }

  @Test func `ends of effects are sentences about their results`() throws {
    let reported = try ReportedFlow {
      try Shop.GIVEN { Shop() }
        .WHEN(.loadPrices)
        .THEN_EnqueuedEffect(LoadPrices(page: 1))
        .THEN_EnqueuedEffect(parameter: \LoadPrices.page, equals: 1)
        .THEN_NoEnqueuedEffect(OtherEffect.self)
        .FORK_EffectFails(LoadPrices.self, with: Offline()) { _ in }
        .WHEN_OldestEffectCompletes(with: [7])
        .WHEN(.loadPrices)
        .WHEN_OldestEffectCompletes(number: 1)
        .runTest()
    }
    let steps = try #require(reported.documents.first).steps
    #expect(
      steps.dropFirst(2).map { "\($0.verb) \($0.text)" } == [
        "Then LoadPrices(page: 1) is in flight",
        "Then load prices whose page is 1 is in flight",
        "Then no other effect is in flight",
        "Or when load prices fails: offline",
        "When the oldest effect completes: 7",
        "When load prices",
        "When an effect (number 1) completes",
      ]
    )
  }

  @Test func `the title of a scenario is the name of its test`() throws {
    let reported = try ReportedFlow { try Turnstile.GIVEN { Turnstile() }.runTest() }
    #expect(try reported.documents.map(\.title) == ["the title of a scenario is the name of its test"])
  }
}

private final class Projector: Scope {
  enum When {
    case show3DModel, show3Times, play4K
    case loaded(reels: [Reel])
    case mounted(Reel)
    case stored(Shelf)
  }

  func update(_ when: When) throws {}
}

private enum Display: ScopeEnum {
  case showing(Beacon)
}

private final class Booth: Scope {
  enum When {}
  @Subscope var screen = Display.showing(Beacon())
  let colours: Set = ["red", "blue"]
  func update(_ when: When) throws {}
}

private struct Reel {
  let length: Int
}

private struct Shelf {
  let top: Reel
  let note: String?
}

/// The same where XCTest runs the test and does not say which.
final class SentenceInXCTestTests: XCTestCase {
  func testAScenarioIsNamedAfterTheMethodThatRunsIt() throws {
    let reported = try ReportedFlow { try Turnstile.GIVEN { Turnstile() }.runTest() }
    let document = try reported.documents.first
    XCTAssertEqual(document?.title, "a scenario is named after the method that runs it")
    XCTAssertEqual(document?.group, "Sentence")
    XCTAssertEqual(document?.result, .passed)
  }
}
