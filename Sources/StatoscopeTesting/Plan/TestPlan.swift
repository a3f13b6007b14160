import Statoscope

/// A flow test: sentences about one scope, written down in order and run by `runTest()`.
///
/// ```swift
/// try Counter.GIVEN { Counter() }
///   .WHEN(.userTappedIncrementButton)
///   .THEN(\.viewDisplaysTotalCount, equals: 1)
///   .runTest()
/// ```
///
/// A plan that is never run, or run twice, is a failure. It runs on whatever actor the test is on.
public struct TestPlan<Sut: ScopeProtocol>: FlowSteps {
  /// The place of the next step, of use to the steps themselves only.
  public let position: PlanPosition<Sut, Sut>

  init(given: @escaping () throws -> Sut, site: CallSite) {
    let record = PlanRecord(site: site, given: given)
    let root = Focus<Sut, Sut>(within: [])
    self.init(position: PlanPosition(path: PlanPath(plan: record, isTrunk: true), focus: root))
  }

  private init(position: PlanPosition<Sut, Sut>) {
    self.position = position
  }

  /// The same plan, going on at another position; forks are made of it.
  public func moved(to position: PlanPosition<Sut, Sut>) -> TestPlan {
    TestPlan(position: position)
  }
}
