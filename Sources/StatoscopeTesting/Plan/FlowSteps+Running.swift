import Statoscope

extension FlowSteps {
  /// Runs every step and every fork, each fork on a fresh scope that took the same steps up to it.
  ///
  /// Effects are listed but never start. A step that fails is reported at its own line and hides none after it;
  /// an event whose update throws ends its own path. Complexity: linear in the steps it executes.
  ///
  /// - `assertRelease`: whether a scope that outlives its path is a failure, which names what may keep it.
  /// - `assertNoPendingEffects`: whether an effect in flight at the end of a path is a failure, anywhere in the tree.
  /// - Throws: nothing for a failing step; it is marked so that it can end a chain that begins with `try`.
  public func runTest(
    assertRelease: Bool = false,
    assertNoPendingEffects: Bool = false,
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let checks = EndChecks(release: assertRelease, pendingEffects: assertNoPendingEffects)
    var arguments: [StepCall.Argument] = []
    if assertRelease { arguments.append(.value(true, "assertRelease")) }
    if assertNoPendingEffects { arguments.append(.value(true, "assertNoPendingEffects")) }
    let call = StepCall(site: site, verb: "runTest", arguments: arguments)
    makeRunner(checks, call, of: function)?.run(position.path)
  }

  /// What runs the plan; nil, with a failure, when it cannot be run here and now.
  func makeRunner(_ checks: EndChecks, _ call: StepCall, of function: StaticString) -> PlanRunner<Root>? {
    let plan = position.path.plan
    guard position.path.isTrunk else {
      plan.report(.runOnFork, of: call, in: [])
      return nil
    }
    guard !plan.hasRun else {
      plan.report(.runTwice, of: call, in: [])
      return nil
    }
    plan.hasRun = true
    plan.beginReport(in: function, at: call.site)
    return PlanRunner(plan: plan, checks: checks, call: call)
  }
}
