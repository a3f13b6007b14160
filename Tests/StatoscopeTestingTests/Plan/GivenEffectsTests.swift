import PlanTestSupport
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing
import XCTest

/// A closure of `GIVEN` that sends events means the same wherever it runs: effects do not start in it.
@Suite struct GivenEffectsTests {
  @Test func `in a synchronous test its effects are in flight`() throws {
    try runPlan()
  }

  @Test func `in an asynchronous test its effects are in flight`() async throws {
    await Task.yield()
    try runPlan()
  }

  @Test @MainActor func `on the main actor its effects are in flight, and never start`() async throws {
    let journal = Journal()
    let parcel = Parcel(journal: journal).injectObject(EffectsExecution.live)
    try Parcel.GIVEN { parcel.send(.order) }
      .THEN_EnqueuedEffect(Order(journal: journal))
      .THEN_Enqueued(\.label, effect: Order(journal: journal))
      .runTest()
    for _ in 0..<100 { await Task.yield() }
    #expect(journal.entries.isEmpty)
    #expect(parcel.effects.count == 1)
  }

  @Test func `on another actor its effects are in flight, and never start`() async throws {
    let journal = Journal()
    try await Depot(journal: journal).check()
    #expect(journal.entries.isEmpty)
  }

  @Test func `each fork begins with them`() throws {
    let journal = Journal()
    try Parcel.GIVEN { Parcel(journal: journal).send(.order) }
      .FORK_EffectCompletes(Order.self, with: 1) { sut in try sut.THEN(\.orders, equals: [1]) }
      .WHEN_EffectCompletes(Order.self, with: 2)
      .THEN(\.orders, equals: [2])
      .runTest()
  }

  @Test func `a live plan starts them`() async throws {
    try await startInLivePlan()
  }

  @Test @MainActor func `a live plan on the main actor starts them`() async throws {
    try await startInLivePlan()
  }

  @Test func `a live plan does not start those that its tree only lists`() async throws {
    let journal = Journal()
    try await Parcel.GIVEN {
      let parcel = Parcel(journal: journal)
      parcel.label.injectObject(EffectsExecution.enqueueOnly)
      return parcel.send(.order)
    }
    .RECEIVE(.ordered(1))
    .THEN_Enqueued(\.label, effect: Order(journal: journal))
    .runTest(effects: .live())
    #expect(journal.entries == ["ran"])
  }

  private func runPlan() throws {
    let journal = Journal()
    try Parcel.GIVEN { Parcel(journal: journal).send(.order) }
      .THEN_Enqueued(\.label, effect: Order(journal: journal))
      .WHEN_EffectCompletes(Order.self, with: 3)
      .THEN(\.orders, equals: [3])
      .runTest()
    #expect(journal.entries.isEmpty)
  }
}

/// The same in XCTest.
final class GivenEffectsXCTests: XCTestCase {
  func testEffectsOfGivenAreInFlight() throws {
    let journal = Journal()
    try Parcel.GIVEN { Parcel(journal: journal).send(.order) }
      .WHEN_EffectCompletes(Order.self, with: 3)
      .THEN(\.orders, equals: [3])
      .runTest()
    XCTAssertEqual(journal.entries, [])
  }
}

private func startInLivePlan(isolation: isolated (any Actor)? = #isolation) async throws {
  let journal = Journal()
  try await Parcel.GIVEN { Parcel(journal: journal).send(.order) }
    .RECEIVE(.ordered(1))
    .RECEIVE(\.label, .printed)
    .THEN(\.orders, equals: [1])
    .FORK(.order) { sut in
      try sut
        .RECEIVE(\.label, .printed)
        .RECEIVE(.ordered(1))
        .THEN(\.orders, equals: [1, 1])
    }
    .runTest(effects: .live())
  // Two of the trunk, and four of the fork.
  #expect(journal.entries == Array(repeating: "ran", count: 6))
}

private actor Depot {
  private let parcel: Parcel

  init(journal: Journal) {
    parcel = Parcel(journal: journal)
  }

  func check() async throws {
    try Parcel.GIVEN { self.parcel.send(.order) }
      .THEN { sut in #expect(sut.effects.count == 1) }
      .runTest()
    for _ in 0..<100 { await Task.yield() }
    #expect(parcel.effects.count == 1)
  }
}

private struct Order: Effect, Equatable {
  let journal: Journal

  func runEffect() async throws -> Int {
    journal.note("ran")
    return 1
  }

  static func == (one: Order, other: Order) -> Bool { one.journal === other.journal }
}

private final class Parcel: Scope {
  enum When: Equatable {
    case order
    case ordered(Int)
  }

  private(set) var orders: [Int] = []
  @Subscope var label: Label
  private let journal: Journal

  init(journal: Journal) {
    self.journal = journal
    label = Label(journal: journal)
  }

  func update(_ when: When) throws {
    switch when {
    case .order:
      effectsState.enqueue(Order(journal: journal).map(When.ordered))
      label.send(.print)
    case .ordered(let number): orders.append(number)
    }
  }
}

private final class Label: Scope {
  enum When {
    case print
    case printed
  }

  private let journal: Journal

  init(journal: Journal) {
    self.journal = journal
  }

  func update(_ when: When) throws {
    if case .print = when { effectsState.enqueue(Order(journal: journal).map { _ in .printed }) }
  }
}
