import Statoscope

/// A flow test: sentences about one scope, written down in order and run by ``runTest(fileID:filePath:line:column:)``.
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
  /// Where the next step is written; it has nothing to look at.
  public let position: PlanPosition<Sut, Sut>

  init(given: @escaping () throws -> Sut, site: CallSite) {
    let record = PlanRecord(site: site, given: given)
    let root = Focus<Sut, Sut>(find: { $0 }, within: [])
    self.init(position: PlanPosition(path: record.makeTrunk(), focus: root))
  }

  private init(position: PlanPosition<Sut, Sut>) {
    self.position = position
  }

  /// The same plan, going on at another position; forks are made of it.
  public func moved(to position: PlanPosition<Sut, Sut>) -> TestPlan {
    TestPlan(position: position)
  }

  /// Runs every step and every fork, each fork on a fresh scope that went the same way up to it.
  ///
  /// Effects are listed but never start. A step that fails is reported at its own line and hides none after it;
  /// an event whose update throws ends its own path. Complexity: linear in the steps it executes.
  ///
  /// - Throws: nothing for a failing step; it is marked so that it can end a chain that begins with `try`.
  public func runTest(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let words = StepWords(site: site) { "runTest()" }
    let plan = position.path.plan
    guard plan.trunk === position.path else {
      plan.report(.runOnFork, of: words, in: [])
      return
    }
    guard !plan.hasRun else {
      plan.report(.runTwice, of: words, in: [])
      return
    }
    plan.hasRun = true
    PlanRunner(plan: plan).run(position.path)
  }
}
