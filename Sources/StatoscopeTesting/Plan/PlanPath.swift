import Statoscope

/// The steps of one way through a plan: its trunk, or one of its forks.
final class PlanPath<Root: ScopeProtocol> {
  /// The whole plan, as all of its forks share it.
  let plan: PlanRecord<Root>
  private(set) var steps: [Step<Root>] = []

  init(plan: PlanRecord<Root>) {
    self.plan = plan
  }

  func add(_ step: Step<Root>) {
    guard !plan.hasRun else {
      plan.report(FlowFailure.stepAfterRun, at: step.site, words: step.words(), forks: [])
      return
    }
    steps.append(step)
  }
}

/// What a plan is made of besides its steps; reports the plan that nobody ran.
final class PlanRecord<Root: ScopeProtocol> {
  let given: () throws -> Root
  let site: CallSite
  var hasRun = false
  /// The path that `runTest()` belongs to.
  private(set) weak var trunk: PlanPath<Root>?
  /// Who heard of failures when the plan was made, for the one that is only found when the plan is gone.
  private let reporter = FailureReporter.current

  init(site: CallSite, given: @escaping () throws -> Root) {
    self.given = given
    self.site = site
  }

  /// Begins the path that all forks leave from.
  func makeTrunk() -> PlanPath<Root> {
    let path = PlanPath(plan: self)
    trunk = path
    return path
  }

  deinit {
    if !hasRun { report(.neverRun, at: site, words: words, forks: []) }
  }

  var words: String { "GIVEN { \(typeName(Root.self)) }" }

  func report(_ failure: FlowFailure, at site: CallSite, words: String, forks: [String]) {
    let path = forks.map { "\n  in \($0)" }.joined()
    reporter.report("\(words): \(failure)\(path)", site)
  }
}
