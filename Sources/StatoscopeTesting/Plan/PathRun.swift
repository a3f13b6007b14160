import Statoscope

/// One run of a path on one scope: its steps in order, their environment, and the state between them.
///
/// ```swift
/// while let step = run.next() { run.take(step) }
/// ```
package final class PathRun<Root: ScopeProtocol> {
  package let root: Root
  /// The steps of the path, after those that lead to it.
  private let steps: [Step<Root>]
  private let leadCount: Int
  private var index = 0
  /// The forks that contain the path, outermost first.
  private let forks: [StepCall]
  /// The forks that start from the path, as far as it has been run.
  private(set) var foundForks: [PlannedPath<Root>] = []
  private let storedValues: StoredValues?
  private let plan: PlanRecord<Root>
  private let releaseCheck: ReleaseCheck?
  private let observer = PathObserver()

  /// The running effects of the path; nil where effects never start.
  var live: LiveRun<Root>?

  package private(set) var settings: PlanSettings
  /// The settings around each `WITH_SETTINGS`, outermost first.
  private var outerSettings: [PlanSettings] = []
  private let assertsNoPendingEffects: Bool
  private var invariants: [Invariant] = []
  /// The steps of the invariants that were violated, which are not checked any more.
  private var violatedInvariants: Set<ObjectIdentifier>
  /// The `WHEN` whose changes still have to be asserted, in an exhaustive plan.
  private var exhaustive: ExhaustiveStep?
  /// Indicates whether that is the event with which the path leaves another one.
  private var isAtForkEvent = false
  private var assertedEffects: Set<EffectInTree.Key> = []
  /// The effects that have to be named, in an exhaustive live plan.
  private var unnamedEffects = UnnamedEffects()
  private var currentStep: Step<Root>?
  /// Indicates whether the steps that lead to the path are being repeated; their failures were reported where they
  /// occurred first.
  private var isRepeating: Bool
  /// Indicates whether anything is checked besides the steps themselves.
  private var isObserving: Bool
  /// Indicates whether an event has failed, so that nothing can be asserted about the state.
  private var hasFailed = false

  /// Indicates whether a step reads the state before the event that precedes it.
  private let preparesSteps: Bool
  /// The values that steps expect after an event, which they made of those before it.
  var expectedValues: [ObjectIdentifier: Any] = [:]

  private struct Invariant {
    let step: Step<Root>
    let check: (Root) throws -> Void
  }

  init(
    _ path: PlannedPath<Root>,
    of plan: PlanRecord<Root>,
    on root: Root,
    _ flowSettings: FlowSettings,
    releaseCheck: ReleaseCheck?
  ) {
    self.root = root
    settings = PlanSettings(flowSettings)
    assertsNoPendingEffects = flowSettings.assertsNoPendingEffects
    self.plan = plan
    self.releaseCheck = releaseCheck
    steps = path.lead.isEmpty ? path.path.steps : path.lead + path.path.steps
    leadCount = path.lead.count
    preparesSteps = path.path.preparesSteps
    (forks, storedValues, violatedInvariants) = (path.forks, path.storedValues, path.violatedInvariants)
    isRepeating = !path.lead.isEmpty
    isObserving =
      preparesSteps || settings.areChecked || releaseCheck != nil || plan.draw != nil
      || plan.flowReporter != nil || plan.observer != nil
    root.addObserver(observer)
    releaseCheck?.record(below: root)
    plan.flowReporter?.start(on: root)
    prepareSteps()
  }

  deinit {
    observer.hasEnded = true
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
    reportRest()
    return nil
  }

  private func endRepetition() {
    isRepeating = false
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
        violatedInvariants: violatedInvariants,
        branch: branch
      )
    )
  }

  /// Takes a step that waits for nothing.
  func take(_ step: Step<Root>) {
    begin(step)
    perform(step)
    finish(step)
  }

  /// Begins the report of a step.
  func begin(_ step: Step<Root>) {
    guard let flowReporter = plan.flowReporter, !isRepeating else { return }
    flowReporter.begin(step.reportedKind, step.call)
  }

  /// Performs a step with the checks around it, and reports what fails.
  func perform(_ step: Step<Root>) {
    guard isObserving || isRepeating || step.verb.kind.changesPath else { return hasFailed = !attempt(step) }
    currentStep = step
    guard !isRepeating else { return performAgain(step) }
    let goesOn = plan.flowReporter?.take { performChecked(step) } ?? performChecked(step)
    hasFailed = !goesOn
  }

  /// Ends a step: reports the misuse in it, and ends its report.
  func finish(_ step: Step<Root>) {
    for failure in plan.misuse.take() { report(failure, of: step) }
    guard let flowReporter = plan.flowReporter, !isRepeating else { return }
    flowReporter.finish(step.reportedKind)
  }

  /// Repeats a step that led to this path.
  private func performAgain(_ step: Step<Root>) {
    try? step.perform(self)
    releaseCheck?.record(below: root)
    observer.lostErrors = []
    _ = takeDefaults()
  }

  /// - Returns: false when the path ends there.
  private func performChecked(_ step: Step<Root>) -> Bool {
    switch step.verb.kind {
    case .event: return performEvent(step, joins: false)
    case .joiningEvent: return performEvent(step, joins: true)
    case .check:
      _ = attempt(step)
      reportDefaults(of: step)
      checkInvariants(after: text(of: step), from: 0)
    case .invariant:
      _ = attempt(step)
      checkInvariants(after: "the steps before it", from: invariants.count - 1)
    case .setting, .time:
      _ = attempt(step)
    }
    return true
  }

  private func performEvent(_ step: Step<Root>, joins: Bool) -> Bool {
    let before = joins ? nil : exhaustive
    if joins {
      exhaustive?.join(root)
    } else {
      beginExhaustiveStep(step)
      prepareSteps()
    }
    let end = live == nil ? performStill(step, after: before, joins: joins) : performLive(step)
    releaseCheck?.record(below: root)
    if case .failure(let error) = end, !goesOn(after: error, of: step) { return false }
    reportLostErrors(of: step)
    reportDefaults(of: step)
    checkInvariants(after: text(of: step), from: 0)
    do { try plan.draw?(root, step.call.text) } catch { report(error, of: step) }
    return true
  }

  /// Performs a step in a plan whose effects end by hand: each must be asserted before the next event has run.
  private func performStill(_ step: Step<Root>, after before: ExhaustiveStep?, joins: Bool)
    -> Result<Void, any Error>
  {
    let end = Result { try step.perform(self) }
    exhaustive?.recordEffects(of: root)
    // Only now, because an effect is also asserted by the event that ends it.
    report(before?.failureOfEffects(except: assertedEffects), of: before)
    if !joins, exhaustive != nil {
      // The address of a released scope may soon belong to another one.
      assertedEffects.formIntersection(EffectInTree.all(below: root).map(\.key))
    }
    return end
  }

  /// Performs a step in a plan whose effects run: an event names the effects that it ends or cancels.
  private func performLive(_ step: Step<Root>) -> Result<Void, any Error> {
    guard exhaustive != nil else { return Result { try step.perform(self) } }
    reportUnnamedEffects()
    let before = Set(EffectInTree.all(below: root).map(\.key))
    let end = Result { try step.perform(self) }
    let inFlight = EffectInTree.all(below: root)
    let enqueued = inFlight.filter { !before.contains($0.key) }
    unnamedEffects.record(enqueued, by: step.call, inFlight: Set(inFlight.map(\.key)))
    return end
  }

  /// Reports the effects of a live plan that have ended by themselves, and that no step has named.
  private func reportUnnamedEffects() {
    guard live != nil else { return }
    let inFlight = Set(EffectInTree.all(below: root).map(\.key))
    for (failure, call) in unnamedEffects.takeEnded(inFlight: inFlight) where !isRepeating {
      plan.report(failure, of: call, in: forks)
    }
  }

  /// Prepares the steps up to the next event.
  private func prepareSteps() {
    guard preparesSteps || isExhaustive else { return }
    for step in steps[index...] where step.fork == nil {
      guard step.verb.kind != .event else { return }
      step.prepare(self)
    }
  }

  /// Performs a step without further checks.
  ///
  /// - Returns: false when the path ends there.
  private func attempt(_ step: Step<Root>) -> Bool {
    do { try step.perform(self) } catch { return goesOn(after: error, of: step) }
    return true
  }

  /// Reports the error of a step, and returns whether later steps can assert anything after it.
  private func goesOn(after error: any Error, of step: Step<Root>) -> Bool {
    report(error, of: step)
    return step.verb.kind == .check || (error as? FlowFailure)?.endsPath == false
  }

  /// Ends the path, and reports what is still to be asserted; nothing after an event that failed.
  ///
  /// - Parameter pendingEffects: whether `runTest` asserts that there are none; nil where the settings decide.
  func end(_ call: StepCall, pendingEffects: Bool?) {
    guard !hasFailed else { return }
    reportUnassertedState()
    settings.clearing?.discard(at: root, below: root)
    let reportsPending = pendingEffects ?? (assertsNoPendingEffects || settings.exhaustivity == .on)
    guard reportsPending || exhaustive != nil || plan.observer != nil || live != nil else { return }
    if let live {
      reportUnnamedEffects()
      for failure in live.leftovers { plan.report(failure, of: call, in: forks) }
      return
    }
    let pending = EffectInTree.all(below: root)
    let excused = assertedEffects.union(pending.map(\.key))
    report(exhaustive?.failureOfEffects(except: excused), of: exhaustive)
    if pending.isEmpty {
      return
    } else if reportsPending {
      plan.report(.effectsPending(pending.map(\.text)), of: call, in: forks)
    } else {
      plan.observer?.didEnd(call, with: pending)
    }
  }

  // MARK: Requests of steps

  /// Notifies the run that a step has found its scope and is about to send its event.
  func willSend(to scope: ScopeNode) {
    guard isObserving, let step = currentStep else { return }
    if step.verb.kind == .event, let clearing = settings.clearing {
      clearing.discard(at: scope, below: root)
      reportUnnamedEffects()
    }
    plan.observer?.willSend(step, to: scope, in: self)
  }

  /// Returns the running effects; throws a failure where effects never start.
  func requireLive() throws -> LiveRun<Root> {
    guard let live else { throw FlowFailure.live(.effectsDoNotRun) }
    return live
  }

  /// Delivers the oldest event of an effect, which must be this one.
  func receive<When>(_ expected: ExpectedEvent, at target: StepTarget<Root, When>) throws {
    let former = observer.lostErrors.count
    let when = try requireLive().receive(expected, at: try target.find(root), in: self)
    // `send` only logs the error of an update that an effect's event has caused.
    guard let event = when.map({ EventText($0).text }),
      let lost = observer.lostErrors.dropFirst(former).last(where: { $0.event == event })
    else { return }
    throw FlowFailure.live(.updateThrew(event: event, error: "\(lost.error)"))
  }

  /// Delivers the events that are due, one after the other, with those that they cause at once.
  func receiveAll() throws {
    let live = try requireLive()
    while live.receiveOldest(in: self) {}
  }

  /// Changes the settings of the further steps until ``endSettings()``.
  func beginSettings(_ inner: FlowSettings) {
    outerSettings.append(settings)
    let clearing = settings.clearing
    settings = PlanSettings(inner)
    settings.clearing = clearing
    isObserving = true
  }

  /// Restores the settings before the last ``beginSettings(_:)``.
  func endSettings() {
    guard let outer = outerSettings.popLast() else { return }
    settings = outer
  }

  /// Changes the settings of the further steps, and where no event has followed that of the fork, of that one too.
  func change(_ change: (inout PlanSettings) -> Void) {
    change(&settings)
    isObserving = true
    if settings.exhaustivity == .off, isAtForkEvent { exhaustive = nil }
  }

  /// Adds a condition that is checked after each further step.
  func addInvariant(_ check: @escaping (Root) throws -> Void) {
    guard let currentStep else { return }
    invariants.append(Invariant(step: currentStep, check: check))
    isObserving = true
  }

  /// Indicates whether the values that steps assert are recorded.
  var recordsAssertions: Bool { exhaustive != nil || plan.flowReporter != nil }

  /// Indicates whether every change has to be asserted.
  var isExhaustive: Bool { settings.exhaustivity == .on }

  /// Reads an entry of a dictionary that the next event may remove, for a step.
  func prepareEntry<Subject: ScopeNode, Value>(
    _ keyPath: KeyPath<Subject, Value>,
    of subject: Subject,
    for step: Step<Root>
  ) {
    expectedValues[ObjectIdentifier(step)] = exhaustive?.formerEntry(keyPath, of: subject)
  }

  /// Reads a value of a scope, which the current step then asserts, as far as it knows the value.
  func read<Subject: ScopeNode, Value>(
    _ keyPath: KeyPath<Subject, Value>,
    of scope: Subject,
    as extent: AssertedState.Extent
  ) -> Value {
    guard recordsAssertions, let step = currentStep else { return scope[keyPath: keyPath] }
    let (value, path) = StatePath.reading(keyPath, of: scope)
    let former = expectedValues[ObjectIdentifier(step)] as? FormerEntry
    let state = AssertedState(extent, at: keyPath, path, value: value, former: former, call: step.call)
    exhaustive?.add(state)
    plan.flowReporter?.record(state)
    return value
  }

  /// Records that a step asserts the effects that are in a value.
  func assertsEffects(in value: Any) {
    guard exhaustive != nil, let owner = ReflectedValue(value).value as? ScopeNode else { return }
    assertedEffects.formUnion(EffectInTree.all(below: owner).map(\.key))
  }

  /// Reads a value of a scope that a closure checks.
  package func readForClosure<Subject: ScopeNode, Value>(
    _ keyPath: KeyPath<Subject, Value>,
    of scope: Subject
  ) -> Value {
    read(keyPath, of: scope, as: .value)
  }

  /// Records that the closure of the current step reads a whole scope, of which it asserts nothing.
  func readsByClosure() {
    if let exhaustive, let currentStep { exhaustive.addClosure(currentStep.call) }
  }

  /// Records that a step asserts effects of a scope that have ended by themselves since the last event.
  ///
  /// - Returns: whether there were any.
  func assertsEnded(of scope: ScopeNode, where isMatch: (_ effect: any Effect) -> Bool) -> Bool {
    live != nil && unnamedEffects.nameEnded(of: scope, where: isMatch)
  }

  /// Records that a step asserts an effect of a scope.
  func assertsEffect(_ generation: UInt64, of scope: ScopeNode) {
    let key = EffectInTree.Key(scope, generation)
    if live != nil { unnamedEffects.name(key) }
    if exhaustive != nil { assertedEffects.insert(key) }
  }

  // MARK: Reports

  /// Reports the changes of the last event that no step has asserted.
  private func reportUnassertedState() {
    guard let exhaustive else { return }
    report(exhaustive.failureOfState(of: root), of: exhaustive)
    plan.unseen.formUnion(exhaustive.unseen)
  }

  private func beginExhaustiveStep(_ step: Step<Root>) {
    reportUnassertedState()
    isAtForkEvent = !forks.isEmpty && index == leadCount + 1
    guard settings.exhaustivity == .on else {
      exhaustive = nil
      return
    }
    exhaustive = ExhaustiveStep(of: root, call: step.call)
  }

  private func reportLostErrors(of step: Step<Root>) {
    guard !observer.lostErrors.isEmpty else { return }
    // Effects that do not start are a fault of the test or of the scope, whatever else it asserts.
    let lost = observer.lostErrors.filter { isExhaustive || $0.error is EffectIsolationError }
    observer.lostErrors = []
    guard !lost.isEmpty else { return }
    report(FlowFailure.errorsLost(lost.map { "\($0.scope), on \($0.event): \($0.error)" }), of: step)
  }

  /// Reports the look-ups of scopes that fell back to a default in this step.
  private func reportDefaults(of step: Step<Root>) {
    for failure in takeDefaults() { report(failure, of: step) }
  }

  private func takeDefaults() -> [FlowFailure] {
    for lookUp in plan.misuse.takeLookUps() { observer.lookUps.record(lookUp) }
    return observer.lookUps.take(refusing: settings.refusesDefaults)
  }

  private func checkInvariants(after step: @autoclosure () -> String, from first: Int) {
    for invariant in invariants.dropFirst(first) {
      let id = ObjectIdentifier(invariant.step)
      guard !violatedInvariants.contains(id) else { continue }
      var end: Result<Void, any Error> = .success(())
      let issues = IssueObserver.issues { end = Result { try invariant.check(root) } }
      var thrown: String?
      do { try end.get() } catch FlowFailure.missingChild, FlowFailure.otherCase {
        // The invariant applies to a child while there is one.
      } catch {
        thrown = FlowFailure.text(ofThrown: error)
      }
      guard thrown != nil || !issues.isEmpty else { continue }
      violatedInvariants.insert(id)
      let failure = FlowFailure.invariantViolated(error: issues.isEmpty ? thrown : nil, after: step())
      report(failure, of: invariant.step)
    }
  }

  private func text(of step: Step<Root>) -> String { "\(step.call.text) at \(step.call.location)" }

  private func report(_ failure: FlowFailure?, of step: ExhaustiveStep?) {
    guard let failure, let step else { return }
    plan.report(failure, of: step.call, in: forks)
  }

  /// Reports the error of a step, unless it is repeated.
  func report(_ error: any Error, of step: Step<Root>) {
    guard !isRepeating else { return }
    let failure = FlowFailure(thrown: error)
    plan.report(failure, of: step.call.redacted(below: root), in: forks)
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

  /// Reports the steps that will not be run, because one before them ended the path.
  private func reportRest() {
    if let flowReporter = plan.flowReporter { report(steps[index...], in: nil, to: flowReporter) }
  }

  /// Reports steps that will not be run, and those of the forks that leave them.
  private func report(_ rest: ArraySlice<Step<Root>>, in branch: FlowBranch?, to flowReporter: FlowReporter) {
    for step in rest {
      let forked = flowReporter.skip(step.reportedKind, step.call, in: branch)
      if let fork = step.fork { report(fork.steps[...], in: forked, to: flowReporter) }
    }
  }
}

extension Verb.Kind {
  /// Indicates whether a step changes what is checked after each further step.
  fileprivate var changesPath: Bool {
    switch self {
    case .event, .joiningEvent, .check: false
    case .invariant, .time, .setting: true
    }
  }
}

extension Step {
  /// The kind of the step in reports.
  fileprivate var reportedKind: FlowDocument.Line.Kind {
    if fork != nil { return .fork }
    return switch verb.kind {
    case .event, .joiningEvent, .time: .event
    case .check, .invariant: .check
    case .setting: .setting
    }
  }
}

/// The errors and look-ups in a tree while a path runs, which no caller receives.
///
/// While it observes a tree, pending effects name the events that enqueued them.
final class PathObserver: TreeObserver {
  /// The errors of events that were only logged, oldest first, because their senders could not receive them.
  var lostErrors: [LostError] = []

  /// The look-ups of scopes that fell back to a default.
  var lookUps = DefaultedLookUps()

  var hasEnded = false

  var observedChanges: ObservedChanges { [.lostErrors, .effectOrigins, .defaultValues] }

  func didLose(_ error: LostError) {
    lostErrors.append(error)
  }

  func didGetDefault(of type: Any.Type, at scope: ScopeNode) {
    let seeker = "the scope \(typeName(Swift.type(of: scope))) at \(ScopeTree(scope).keyPathFromRoot)"
    lookUps.record(DefaultedLookUp(type: typeName(type), seeker: seeker))
  }
}
