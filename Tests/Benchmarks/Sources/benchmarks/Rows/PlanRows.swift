import Statoscope
import StatoscopeTesting

/// Rows about flow tests.
@MainActor func planRows() -> [Row] {
  [
    Row("WHEN and two THEN(equals:)", of: "the same by hand", budget: 3, count: 1_000) { count in
      let counter = Counter()
      var isRight = true
      for number in 1...count {
        counter.send(.up)
        isRight =
          isRight && value(of: counter, \.count) == number && value(of: counter, \.double) == 2 * number
      }
      precondition(isRight)
    } subject: { count in
      do { try plan(of: count).runTest() } catch { preconditionFailure("\(error)") }
    }
  ]
}

@inline(never) private func value(of counter: Counter, _ keyPath: KeyPath<Counter, Int>) -> Int {
  counter[keyPath: keyPath]
}

/// A plan of so many times three steps.
@MainActor func plan(of count: Int) throws -> TestPlan<Counter> {
  let plan = try GIVEN { Counter() }
  for number in 1...count {
    try plan.WHEN(.up).THEN(\.count, equals: number).THEN(\.double, equals: 2 * number)
  }
  return plan
}
