import Statoscope

/// The steps of one path through a plan: its trunk, or one of its forks.
final class PlanPath<Root: ScopeProtocol> {
  /// The whole plan, as all of its forks share it.
  let plan: PlanRecord<Root>
  private(set) var steps: [Step<Root>] = []

  /// Indicates whether it is the path that all forks leave from, to which `runTest()` belongs.
  let isTrunk: Bool

  init(plan: PlanRecord<Root>, isTrunk: Bool = false) {
    self.plan = plan
    self.isTrunk = isTrunk
  }

  /// The steps before one of them that are taken again to get to a fork there.
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

/// What a plan is made of besides its steps; reports a plan that was never run.
final class PlanRecord<Root: ScopeProtocol> {
  let given: () throws -> Root
  let site: CallSite
  var hasRun = false
  /// Draws the scope, when pictures of it are wanted.
  var draw: ((_ root: Root, _ name: String) throws -> Void)?
  /// Indicates whether a step was written with a name of the first Statoscope, so that its author may expect
  /// what that did.
  var hasFormerNames = false
  /// What was said of that: each thing once.
  private var formerNotices: Set<String> = []
  /// Reports the plan for its living documentation, if there is one.
  var flowReporter: FlowReporter?
  /// The reporter from when the plan was made, for the failure that is only found when the plan is released.
  private let reporter = FailureReporter.current

  init(site: CallSite, given: @escaping () throws -> Root) {
    self.given = given
    self.site = site
  }

  deinit {
    if !hasRun { report(.neverRun, of: call, in: []) }
  }

  var call: StepCall { StepCall(site: site, verb: "GIVEN", isClosure: true) }

  /// Says once on standard error what the first Statoscope did otherwise at a step.
  ///
  /// - Parameter kind: distinguishes the difference from the others of this plan.
  func note(_ difference: @autoclosure () -> FormerDifference, _ kind: String, at call: StepCall) {
    guard hasFormerNames, formerNotices.insert(kind).inserted else { return }
    FormerNotice.current.write("statoscope: \(call.text) at \(call.site): \(difference())\n")
  }

  /// Reports a failure at the line of its step, with the `WITH`s and the forks that the step stands in.
  func report(_ failure: FlowFailure, of call: StepCall, in surroundings: [StepCall]) {
    let places = surroundings.map { "\n  in \($0.text) at \($0.site)" }.joined()
    let text = "\(call.text): \(failure)\(places)"
    flowReporter?.note(text, at: call)
    reporter.report(text, call.site)
  }
}
