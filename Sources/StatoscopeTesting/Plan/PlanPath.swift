import Statoscope

/// The steps of one way through a plan: its trunk, or one of its forks.
final class PlanPath<Root: ScopeProtocol> {
  /// The whole plan, as all of its forks share it.
  let plan: PlanRecord<Root>
  private(set) var written: [PlainStep] = []

  /// Whether it is the path that all forks leave from, to which `runTest()` belongs.
  let isTrunk: Bool

  init(plan: PlanRecord<Root>, isTrunk: Bool = false) {
    self.plan = plan
    self.isTrunk = isTrunk
  }

  /// A step that was written down here.
  ///
  /// Sound: only `add` below writes steps down.
  func step(_ written: PlainStep) -> Step<Root> { unsafeDowncast(written, to: Step<Root>.self) }

  /// The steps before one of them that are taken again on the way to a fork there.
  func way(to index: Int) -> [Step<Root>] {
    written[..<index].filter { $0.kind != .check }.map(step)
  }

  func add(_ step: Step<Root>) {
    guard !plan.hasRun else {
      plan.report(.stepAfterRun, of: step.call, in: [])
      return
    }
    written.append(step)
  }
}

/// What a plan is made of besides its steps; reports the plan that nobody ran.
final class PlanRecord<Root: ScopeProtocol> {
  let given: () throws -> Root
  let site: CallSite
  var hasRun = false
  /// Draws the scope, when somebody wants pictures of it.
  var draw: ((_ root: Root, _ name: String) throws -> Void)?
  /// Who writes down what the plan says and does while it runs, if anybody does.
  var telling: FlowTelling?
  /// Who heard of failures when the plan was made, for the one that is only found when the plan is gone.
  private let reporter = FailureReporter.current

  init(site: CallSite, given: @escaping () throws -> Root) {
    self.given = given
    self.site = site
  }

  deinit {
    if !hasRun { report(.neverRun, of: call, in: []) }
  }

  var call: StepCall { StepCall(site: site, verb: "GIVEN", isClosure: true) }

  /// Reports a failure at the line of its step, with the `WITH`s and the forks that the step stands in.
  func report(_ failure: FlowFailure, of call: StepCall, in surroundings: [StepCall]) {
    let places = surroundings.map { "\n  in \($0.text) at \($0.site)" }.joined()
    let text = "\(call.text): \(failure)\(places)"
    telling?.note(text, at: call)
    reporter.report(text, call.site)
  }
}
