import Statoscope

/// A flow test: the steps of a scenario for one scope, in order, run by `runTest()`.
///
/// ```swift
/// try Counter.GIVEN { Counter() }
///   .WHEN(.userTappedIncrementButton)
///   .THEN(\.viewDisplaysTotalCount, equals: 1)
///   .runTest()
/// ```
///
/// A plan that is never run, or run twice, is a failure. It runs on the actor of the test.
public struct TestPlan<Sut: ScopeProtocol>: FlowSteps {
  /// The position of the next step; only the steps themselves use it.
  public let position: PlanPosition<Sut, Sut>

  package init(given: @escaping () throws -> Sut, location: CallLocation) {
    let record = PlanRecord(location: location, given: given)
    let root = Focus<Sut, Sut>(within: [])
    self.init(position: PlanPosition(path: PlanPath(plan: record, isTrunk: true), focus: root))
  }

  private init(position: PlanPosition<Sut, Sut>) {
    self.position = position
  }

  /// Returns the same plan at another position, from which a fork is made.
  public func moved(to position: PlanPosition<Sut, Sut>) -> TestPlan {
    TestPlan(position: position)
  }
}
