import Statoscope

extension FlowSteps {
  /// Runs every step and every fork, each fork on a fresh scope that took the same steps up to it.
  ///
  /// Effects are listed but never start. A failing step is reported at its own line and does not hide the
  /// failures of later steps; an event whose update throws ends its own path. Complexity: linear in the
  /// number of executed steps.
  ///
  /// - `assertRelease`: whether a scope that outlives its path is a failure, which names the possible
  ///   references.
  /// - `assertNoPendingEffects`: whether an effect in flight at the end of a path is a failure, anywhere in
  ///   the tree.
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
    let location = CallLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let checks = EndChecks(release: assertRelease, pendingEffects: assertNoPendingEffects)
    var arguments: [StepCall.Argument] = []
    if assertRelease { arguments.append(.value(true, "assertRelease")) }
    if assertNoPendingEffects { arguments.append(.value(true, "assertNoPendingEffects")) }
    let call = StepCall(location: location, verb: "runTest", arguments: arguments)
    makeRunner(checks, call, of: function)?.run(position.path)
  }

  /// Returns the runner of the plan; nil, with a failure, when the plan cannot be run here and now.
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
    plan.beginReport(in: function, at: call.location)
    return PlanRunner(plan: plan, checks: checks, call: call)
  }
}
