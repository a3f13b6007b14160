import Statoscope

/// One run of a path on one scope: it performs the steps in order, and tells what watches them.
///
/// ```swift
/// while let step = run.next() { run.take(step) }
/// ```
package final class PathRun<Root: ScopeProtocol> {
  package let root: Root
  let plan: PlanRecord<Root>
  /// The steps of the path, after those that lead to it.
  private let steps: [Step<Root>]
  private let leadCount: Int
  private var index = 0
  /// The forks that contain the path, outermost first.
  private let forks: [StepCall]
  /// The forks that start from the path, as far as it has been run.
  private(set) var foundForks: [PlannedPath<Root>] = []
  private let storedValues: StoredValues?
  private(set) var currentStep: Step<Root>?
  /// Indicates whether the steps that lead to the path are being repeated; their failures were reported where they
  /// occurred first.
  private var isRepeating: Bool
  /// Indicates whether an event has failed, so that nothing can be asserted about the state.
  private var hasFailed = false
  /// Indicates whether no event has followed that of the fork with which the path leaves another one.
  private(set) var isAtForkEvent = false

  /// The running effects of the path; nil where effects never start.
  var live: LiveRun<Root>?

  // MARK: What watches the path

  /// Indicates whether there is more to do than to perform the steps.
  private(set) var isWatched: Bool
  /// Empty while nothing is checked besides the steps themselves.
  private(set) var observers: [any PathObserver<Root>] = []
  let changes = UnassertedChanges<Root>()
  let effects = UnnamedEffects<Root>()
  let invariants: Invariants<Root>
  let lostErrors = LostErrors<Root>()
  private let defaults = RefusedDefaults<Root>()
  private let release: ReleaseCheck<Root>?

  // MARK: What steps change

  package internal(set) var settings: PlanSettings
  /// The settings around each `WITH_SETTINGS`, outermost first.
  var outerSettings: [PlanSettings] = []
  private let assertsNoPendingEffects: Bool
  /// Indicates whether a step reads the state before the event that precedes it.
  private let preparesSteps: Bool
  /// The values that steps expect after an event, which they made of those before it.
  var expectedValues: [ObjectIdentifier: Any] = [:]

  init(
    _ path: PlannedPath<Root>,
    of plan: PlanRecord<Root>,
    on root: Root,
    _ flowSettings: FlowSettings,
    releaseCheck: ReleaseCheck<Root>?
  ) {
    self.root = root
    self.plan = plan
    settings = PlanSettings(flowSettings)
    assertsNoPendingEffects = flowSettings.assertsNoPendingEffects
    release = releaseCheck
    steps = path.lead.isEmpty ? path.path.steps : path.lead + path.path.steps
    leadCount = path.lead.count
    preparesSteps = path.path.preparesSteps
    (forks, storedValues) = (path.forks, path.storedValues)
    invariants = Invariants(violated: path.violatedInvariants)
    isRepeating = !path.lead.isEmpty
    isWatched = isRepeating || preparesSteps || plan.flowReporter != nil
    root.addObserver(lostErrors)
    root.addObserver(defaults)
    releaseCheck?.record(below: root)
    plan.flowReporter?.start(on: root)
    if settings.areChecked || releaseCheck != nil || plan.draw != nil || plan.observer != nil { watch() }
    prepareSteps()
  }

  deinit {
    (lostErrors.hasEnded, defaults.hasEnded) = (true, true)
  }

  /// Checks more than the steps themselves from now on.
  func watch() {
    guard observers.isEmpty else { return }
    isWatched = true
    observers = [changes, effects]
    if let release { observers.append(release) }
    observers += [lostErrors, defaults, invariants]
    if let draw = plan.draw { observers.append(Drawing(draw)) }
    if let observer = plan.observer { observers.append(observer) }
  }

  // MARK: Steps

  /// Returns the next step to take; nil at the end of the path, which an event that failed is as well.
  ///
  /// By index and inlined: otherwise the types of an iterator, or that of a step, were looked up for each step.
  @inline(__always)
  func next() -> Step<Root>? {
    while !hasFailed, index < steps.count {
      let step = steps[index]
      if index == leadCount { endRepetition() }
      index += 1
      guard let fork = step.fork else { return step }
      add(fork, startingAt: step)
    }
    plan.flowReporter?.skip(steps[index...])
    return nil
  }

  private func endRepetition() {
    isRepeating = false
    isWatched = !observers.isEmpty || preparesSteps || plan.flowReporter != nil
    plan.flowReporter?.goOn()
    guard let storedValues, let fork = forks.last, let now = StoredValues(below: root) else { return }
    let differences = storedValues.differences(to: now)
    guard !differences.isEmpty else { return }
    plan.report(.forkFindsOtherValues(differences), of: fork, in: forks.dropLast())
  }

  /// Adds a fork that starts from the path after the steps that were taken so far.
  private func add(_ fork: PlanPath<Root>, startingAt step: Step<Root>) {
    let lead = steps[..<index].filter { $0.verb.kind != .check && $0.fork == nil }
    let branch = plan.flowReporter?.fork(step.call)
    foundForks.append(
      PlannedPath(
        path: fork,
        lead: lead,
        forks: forks + [step.call],
        storedValues: StoredValues(below: root),
        violatedInvariants: invariants.violated,
        branch: branch
      )
    )
  }

  /// Takes a step that waits for nothing.
  func take(_ step: Step<Root>) {
    if isWatched { begin(step) }
    perform(step)
    finish(step)
  }

  /// Begins the report of a step.
  func begin(_ step: Step<Root>) {
    if !isRepeating { plan.flowReporter?.begin(step.reportedKind, step.call) }
  }

  /// Performs a step, tells what watches it, and reports what fails.
  func perform(_ step: Step<Root>) {
    guard isWatched || step.verb == .invariant else {
      do { try step.perform(self) } catch { hasFailed = !goesOn(after: error, of: step) }
      return
    }
    currentStep = step
    if isRepeating {
      try? step.perform(self)
      // What was lost and looked up there is nobody's, whoever watches the path from some later step on.
      for observer in observers.isEmpty ? [lostErrors, defaults] : observers {
        observer.didRepeat(step, in: self)
      }
    } else if let flowReporter = plan.flowReporter {
      hasFailed = !flowReporter.take { attempt(step) }
    } else {
      hasFailed = !attempt(step)
    }
  }

  /// - Returns: false when the path ends there.
  private func attempt(_ step: Step<Root>) -> Bool {
    let kind = step.verb.kind
    if kind == .event { isAtForkEvent = !forks.isEmpty && index == leadCount + 1 }
    if kind.sendsEvent { for observer in observers { observer.willPerform(step, in: self) } }
    if kind == .event { prepareSteps() }
    let end = Result { try step.perform(self) }
    if kind.sendsEvent { for observer in observers { observer.didSend(step, in: self) } }
    if case .failure(let error) = end, !goesOn(after: error, of: step) { return false }
    guard kind != .setting, kind != .time else { return true }
    for observer in observers { observer.didPerform(step, in: self) }
    return true
  }

  /// Reports the error of a step, and returns whether later steps can assert anything after it: after an event that failed
  /// nothing can.
  private func goesOn(after error: any Error, of step: Step<Root>) -> Bool {
    report(error, of: step)
    return !step.verb.kind.sendsEvent || (error as? FlowFailure)?.endsPath == false
  }

  /// Ends a step: reports the misuse in it, and ends its report.
  func finish(_ step: Step<Root>) {
    for failure in plan.misuse.take() { report(failure, of: step) }
    if isWatched, !isRepeating { plan.flowReporter?.finish(step.reportedKind) }
  }

  /// Prepares the steps up to the next event.
  private func prepareSteps() {
    guard preparesSteps || isExhaustive else { return }
    for step in steps[index...] where step.fork == nil {
      guard step.verb.kind != .event else { return }
      step.prepare(self)
    }
  }

  /// Ends the path, and reports what is still to be asserted; nothing after an event that failed.
  ///
  /// - Parameter pendingEffects: whether `runTest` asserts that there are none; nil where the settings decide.
  func end(_ call: StepCall, pendingEffects: Bool?) {
    guard !hasFailed else { return }
    for observer in observers { observer.willEnd(in: self) }
    settings.clearing?.discard(at: root, below: root)
    let reportsPending = pendingEffects ?? (assertsNoPendingEffects || isExhaustive)
    for observer in observers { observer.didEnd(call, reportsPending: reportsPending, in: self) }
    if let live {
      for failure in live.leftovers { report(failure, at: call) }
    } else if reportsPending {
      let pending = EffectInTree.all(below: root)
      if !pending.isEmpty { report(.effectsPending(pending.map(\.text)), at: call) }
    }
  }

  // MARK: Reports

  /// Reports a failure at the line of a step, unless steps are repeated.
  func report(_ failure: FlowFailure, at call: StepCall) {
    if !isRepeating { plan.report(failure, of: call, in: forks) }
  }

  /// Reports the error of a step, unless it is repeated.
  func report(_ error: any Error, of step: Step<Root>) {
    guard !isRepeating else { return }
    report(FlowFailure(thrown: error), at: step.call.redacted(below: root))
  }

  /// Reports an error while effects ran, and ends the path if nothing can be expected after it.
  ///
  /// That is a failure in a repeated step, too: it did not occur the first time.
  ///
  /// - Parameter step: the step; nil for the closure of `GIVEN`.
  func stop(after error: any Error, of step: Step<Root>?) {
    let failure = FlowFailure(thrown: error)
    if failure.endsPath { hasFailed = true }
    guard !isRepeating || failure.endsPath else { return }
    plan.report(failure, of: step?.call.redacted(below: root) ?? plan.call, in: forks)
  }
}
