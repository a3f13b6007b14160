import Foundation
import PlanTestSupport
import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import TestSupport
import Testing

extension NeighbourReports {
  @Test(
    .bug(id: "pointfreeco/swift-composable-architecture#1160"),
    .bug(id: "krzysztofzablocki/Difference#41"),
    arguments: Ledger.When.allCases
  )
  func `a change that no step asserts fails, whatever its type prints`(_ when: Ledger.When) throws {
    let found = try texts {
      try Ledger.GIVEN { Ledger() }.configure(exhaustivity: .on).WHEN(when).runTest()
    }
    #expect(found.count == 1)
    #expect(found.first?.contains("unasserted state changes") == true)
  }

  @Test func `a value with pipes and new lines is one step of a Gherkin scenario`() throws {
    let reported = try ReportedFlow {
      try Ledger.GIVEN { Ledger() }.THEN(\.note, equals: "| a | b |\n| 1 | 2 |").runTest()
    }
    let lines = try reported.folder.read("flows.feature").split(separator: "\n")
    #expect(lines.count == 5)
    #expect(lines.last == "    Then note is “| a | b | | 1 | 2 |”")
    #expect(reported.failures.isEmpty)
  }

  @Test(.bug(id: "johnpatrickmorgan/TCACoordinators#12"))
  func `a step whose comparison looks at the id only covers nothing else`() throws {
    let found = try texts {
      try Ledger.GIVEN { Ledger() }
        .configure(exhaustivity: .on)
        .WHEN(.renameEntry)
        .THEN(\.entry, equals: Entry(id: 1, name: "old"))
        .runTest()
    }
    #expect(found.count == 1)
    #expect(found.first?.contains(#""new""#) == true)
  }

  @Test(.bug(id: "swiftlang/swift#62003"))
  func `a metatype is state like any other`() throws {
    let ledger = Ledger().send(.chooseType)
    #expect(ledger.debugDescription.contains("String.self"))
    try Ledger.GIVEN { Ledger() }
      .configure(exhaustivity: .on)
      .WHEN(.chooseType)
      .THEN(shows: ledger.debugDescription)
      .runTest()
  }

  @Test(.bug(id: "pointfreeco/swift-custom-dump#48"), .bug(id: "assertj/assertj#854"))
  func `values that print alike are told apart`() throws {
    let found = try texts {
      try Ledger.GIVEN { Ledger() }
        .WHEN(.storeSmallNumber)
        .THEN(shows: Ledger().send(.storeNumber).debugDescription)
        .runTest()
    }
    #expect(found.count == 1)
    #expect(found.first?.contains("Int8") == true)
  }

  @Test(.bug(id: "HypothesisWorks/hypothesis#4673"))
  func `an update that depends on chance is found and named`() throws {
    let error = try #require(
      #expect(throws: ExplorationError.self) {
        try Ledger.EXPLORE { Ledger() }.EVENTS { _ in [.rollDie] }.run(depth: 4)
      }
    )
    #expect(error.description.contains("die"))
  }

  @Test func `an unchanged NaN is no change`() throws {
    try Ledger.GIVEN { Ledger().set(\.rate, .nan) }
      .configure(exhaustivity: .on)
      .WHEN(.nothing)
      .runTest()
  }

  @Test func `an invariant holds before the first step, too`() throws {
    let found = try texts {
      try Ledger.GIVEN { Ledger() }.INVARIANT { _ in throw Offline() }.runTest()
    }
    #expect(found.first?.hasPrefix("INVARIANT { }: invariant violated after the steps before it") == true)
  }
}

struct Entry: Equatable, Sendable {
  var id: Int
  var name: String
  static func == (left: Entry, right: Entry) -> Bool { left.id == right.id }
}

/// Prints whole euros.
struct Euros: CustomStringConvertible, Sendable {
  var cents: Int
  var description: String { "\(cents / 100) €" }
}

final class Ledger: Scope {
  enum When: String, CaseIterable, Sendable {
    case addCent
    case changeByte
    case moveDate
    case renameEntry
    case chooseType
    case storeNumber
    case storeSmallNumber
    case rollDie
    case nothing

    static var allCases: [When] {
      [.addCent, .changeByte, .moveDate, .renameEntry, .chooseType, .storeSmallNumber]
    }
  }

  let note = "| a | b |\n| 1 | 2 |"
  private(set) var balance = Euros(cents: 100)
  private(set) var bytes = Data([1, 2, 3])
  private(set) var date = Date(timeIntervalSinceReferenceDate: 0)
  private(set) var entry = Entry(id: 1, name: "old")
  private(set) var type: Any.Type = Int.self
  private(set) var number: any Sendable = 0
  private(set) var die = 0
  var rate = 1.0

  func update(_ when: When) {
    switch when {
    case .addCent: balance.cents += 1
    case .changeByte: bytes[1] = 9
    case .moveDate: date += 0.25
    case .renameEntry: entry.name = "new"
    case .chooseType: type = String.self
    case .storeNumber: number = 1
    case .storeSmallNumber: number = Int8(1)
    case .rollDie: die = Int.random(in: 1...6)
    case .nothing: break
    }
  }
}
