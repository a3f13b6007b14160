import Statoscope

/// The steps of one path through a plan: its trunk, or one of its forks.
package final class PlanPath<Root: ScopeProtocol> {
  /// The whole plan, shared by all of its forks.
  package let plan: PlanRecord<Root>
  private(set) var steps: [Step<Root>] = []

  /// Indicates whether it is the path from which all forks start, to which `runTest()` belongs.
  let isTrunk: Bool

  init(plan: PlanRecord<Root>, isTrunk: Bool = false) {
    self.plan = plan
    self.isTrunk = isTrunk
  }

  /// Returns the steps before an index that must be repeated to reach a fork there.
  func steps(before index: Int) -> [Step<Root>] {
    steps[..<index].filter { $0.kind != .check }
  }

  func add(_ step: Step<Root>) {
    guard !plan.hasRun else {
      plan.report(.stepAfterRun, of: step.call, in: [])
      return
    }
    steps.append(step)
  }
}

/// The parts of a plan besides its steps; it reports a plan that was never run.
package final class PlanRecord<Root: ScopeProtocol> {
  let given: () throws -> Root
  let location: CallLocation
  var hasRun = false
  /// Draws the scope, if pictures are requested.
  var draw: ((_ root: Root, _ name: String) throws -> Void)?
  /// An observer of its runs from another module.
  package var observer: (any PlanObserver<Root>)?
  /// The reporter of the plan's living documentation, if requested.
  var flowReporter: FlowReporter?
  /// The reporter at the creation of the plan, for the failure that is found only when the plan is released.
  private let reporter = FailureReporter.current

  init(location: CallLocation, given: @escaping () throws -> Root) {
    self.given = given
    self.location = location
  }

  deinit {
    if !hasRun { report(.neverRun, of: call, in: []) }
  }

  var call: StepCall { StepCall(location: location, verb: "GIVEN", arguments: [.closure]) }

  /// Reports a failure at the line of its step, with the `WITH`s and the forks around the step.
  func report(_ failure: FlowFailure, of call: StepCall, in forks: [StepCall]) {
    let places = (forks + call.within).map { "\n  in \($0.text) at \($0.location)" }.joined()
    let text = "\(call.text): \(failure)\(places)"
    flowReporter?.record(text, at: call)
    reporter.report(text, call.location)
  }
}
