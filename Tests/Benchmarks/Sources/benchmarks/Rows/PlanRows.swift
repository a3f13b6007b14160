import Statoscope
import StatoscopeTesting

/// Rows about flow tests: three steps, on their own and with what it costs to write them down.
@MainActor func planRows() -> [Row] {
  [
    Row(
      name: "WHEN and two THEN(equals:), run",
      floorName: "the same by hand",
      budget: 3,
      allocations: 0.1,
      count: 1_000
    ) { row in
      await compare(count: row.count, floor: byHand, prepare: plan) { plan, _ in run(plan) }
    },
    Row(
      "the same, written down, run and released",
      of: "the same by hand",
      budget: 7,
      allocations: 3.1,
      count: 1_000,
      floor: byHand
    ) { count in
      run(plan(of: count))
    },
    Row(
      "an exhaustive step over 100,000 Ints",
      of: "the plan's own event",
      budget: 3,
      count: 200
    ) { count in
      run(planOfPile(count, .off))
    } subject: { count in
      run(planOfPile(count, .on))
    }
    .missing(at: 121),
  ]
}

/// A scope with a long list, whose events change another property.
private final class Pile: Scope {
  enum When { case up }

  private(set) var count = 0
  let numbers = Array(0..<100_000)

  func update(_ when: When) throws { count += 1 }
}

@MainActor private func planOfPile(_ count: Int, _ exhaustivity: Exhaustivity) -> TestPlan<Pile> {
  do {
    let plan = try GIVEN { Pile() }.configure(exhaustivity: exhaustivity)
    for number in 1...count { try plan.WHEN(.up).THEN(\.count, equals: number) }
    return plan
  } catch {
    preconditionFailure("\(error)")
  }
}

@MainActor private func byHand(_ count: Int) {
  let counter = Counter()
  var isRight = true
  for number in 1...count {
    counter.send(.up)
    isRight = isRight && value(of: counter, \.count) == number && value(of: counter, \.double) == 2 * number
  }
  precondition(isRight)
}

@inline(never) private func value(of counter: Counter, _ keyPath: KeyPath<Counter, Int>) -> Int {
  counter[keyPath: keyPath]
}

@MainActor func run(_ plan: TestPlan<some Scope>) {
  do { try plan.runTest() } catch { preconditionFailure("\(error)") }
}

/// A plan of so many times three steps.
@MainActor func plan(of count: Int) -> TestPlan<Counter> {
  do {
    let plan = try GIVEN { Counter() }
    for number in 1...count {
      try plan.WHEN(.up).THEN(\.count, equals: number).THEN(\.double, equals: 2 * number)
    }
    return plan
  } catch {
    preconditionFailure("\(error)")
  }
}
