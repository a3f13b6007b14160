import Statoscope

/// One run of a path on one scope: the environment of its steps, and the state between them.
package final class PathRun<Root: ScopeProtocol> {
  package let root: Root
  /// The forks that contain the path, outermost first.
  let forks: [StepCall]
  let plan: PlanRecord<Root>
  private let releaseCheck: ReleaseCheck?
  private let observer = PathObserver()

  /// Delivers the oldest event of an effect; nil where effects never start.
  var receive: ((ExpectedEvent<Root>) throws -> Void)?

  package private(set) var settings = PlanSettings()
  private var invariants: [Invariant] = []
  /// The `WHEN` whose changes still have to be asserted, in an exhaustive plan.
  private var exhaustive: ExhaustiveStep?
  private var namedEffects: Set<EffectInTree.Key> = []
  package private(set) var presentStep: Step<Root>?
  /// Indicates whether anything is checked besides the steps themselves.
  private var isObserving: Bool

  private struct Invariant {
    let step: Step<Root>
    let check: (Root) throws -> Void
    var isBroken = false
  }

  init(root: Root, plan: PlanRecord<Root>, forks: [StepCall], releaseCheck: ReleaseCheck?) {
    self.root = root
    self.plan = plan
    self.forks = forks
    self.releaseCheck = releaseCheck
    isObserving =
      releaseCheck != nil || plan.draw != nil || plan.flowReporter != nil || plan.observer != nil
    root.addObserver(observer)
    releaseCheck?.look(below: root)
  }

  deinit {
    observer.hasEnded = true
  }

  // MARK: Steps

  /// Repeats a step that led to this path; its failures were reported where they occurred first.
  func replay(_ step: Step<Root>) {
    presentStep = step
    switch step.kind {
    case .event, .joiningEvent: try? step.perform(self)
    case .check: break
    case .other:
      set(step)
      if case .live(.receive(let expected)) = step.action { try? receive?(expected) }
    }
    releaseCheck?.look(below: root)
    presentStep = nil
    observer.lostErrors = []
    _ = observer.lookUps.take(refusing: settings.refusesDefaults)
  }

  /// Runs a step that is not a fork.
  ///
  /// - Returns: false when the path ends there.
  func take(_ step: Step<Root>) -> Bool {
    guard isObserving else { return takeAlone(step) }
    presentStep = step
    switch step.kind {
    case .event: return runEvent(step, joins: false) { try step.perform(self) }
    case .joiningEvent: return runEvent(step, joins: true) { try step.perform(self) }
    case .check: takeCheck(step)
    case .other: return takeAction(of: step)
    }
    return true
  }

  /// Runs a step without further checks, as in most plans.
  private func takeAlone(_ step: Step<Root>) -> Bool {
    guard step.kind != .other else { return takeAction(of: step) }
    do { try step.perform(self) } catch {
      let goesOn = goesOn(after: error, of: step)
      return step.kind == .check || goesOn
    }
    return true
  }

  private func takeCheck(_ step: Step<Root>) {
    do { try step.perform(self) } catch { report(error, of: step) }
    reportDefaults(of: step)
    checkInvariants(after: place(of: step), from: 0)
  }

  private func takeAction(of step: Step<Root>) -> Bool {
    set(step)
    switch step.action {
    case .invariant: checkInvariants(after: "the steps before it", from: invariants.count - 1)
    case .live(let live): return takeLive(live, of: step)
    case .setting, .fork, nil: break
    }
    return true
  }

  private func takeLive(_ live: LiveStep<Root>, of step: Step<Root>) -> Bool {
    guard let receive else {
      report(FlowFailure.live(.effectsDoNotRun), of: step)
      return true
    }
    guard case .receive(let expected) = live else { return true }
    return runEvent(step, joins: false) {
      try receive(expected)
      try throwLostError(of: expected.when)
    }
  }

  /// Applies the settings of a step to those that follow.
  private func set(_ step: Step<Root>) {
    switch step.action {
    case .invariant(let check): invariants.append(Invariant(step: step, check: check))
    case .setting(let change): change(&settings)
    case .live, .fork, nil: return
    }
    isObserving = true
  }

  private func runEvent(_ step: Step<Root>, joins: Bool, _ perform: () throws -> Void) -> Bool {
    guard isObserving else {
      do { try perform() } catch { return goesOn(after: error, of: step) }
      return true
    }
    let before = joins ? nil : exhaustive
    if !joins { beginExhaustiveStep(step) }
    let end = Result { try perform() }
    exhaustive?.recordEffects(of: root)
    // Only now, because an effect is also asserted by the event that ends it.
    report(before?.failureOfEffects(except: namedEffects), of: before)
    if !joins, exhaustive != nil {
      // The address of a released scope may soon belong to another one.
      namedEffects.formIntersection(EffectInTree.all(below: root).map(\.key))
    }
    releaseCheck?.look(below: root)
    if case .failure(let error) = end, !goesOn(after: error, of: step) { return false }
    if settings.exhaustivity == .on { reportLostErrors(of: step) }
    reportDefaults(of: step)
    checkInvariants(after: place(of: step), from: 0)
    do { try plan.draw?(root, step.call.text) } catch { report(error, of: step) }
    return true
  }

  /// Reports an error that an event has thrown.
  private func goesOn(after error: any Error, of step: Step<Root>) -> Bool {
    report(error, of: step)
    return (error as? FlowFailure)?.endsPath == false
  }

  /// Ends the path, and reports what is still to be asserted.
  ///
  /// - Parameter leftovers: the leftovers of a live plan, in place of effects that never started.
  func end(_ checks: EndChecks, _ call: StepCall, leftovers: (() -> [FlowFailure])? = nil) {
    report(exhaustive?.failureOfState(of: root), of: exhaustive)
    settings.clearing?.forget(at: root, below: root)
    let pending = EffectInTree.all(below: root)
    let excused = namedEffects.union(pending.map(\.key))
    report(exhaustive?.failureOfEffects(except: excused), of: exhaustive)
    if let leftovers {
      for failure in leftovers() { plan.report(failure, of: call, in: forks) }
      return
    }
    guard !pending.isEmpty else { return }
    guard checks.pendingEffects || settings.exhaustivity == .on else {
      plan.observer?.didEnd(call, with: pending)
      return
    }
    plan.report(.effectsPending(pending.map(\.text)), of: call, in: forks)
  }

  // MARK: Reports of steps

  /// Notifies the run that a step has found its scope and is about to send its event.
  func eventBegins(at scope: ScopeNode) {
    guard isObserving, let step = presentStep else { return }
    if step.kind == .event { settings.clearing?.forget(at: scope, below: root) }
    plan.observer?.willSend(step, to: scope, in: self)
  }

  /// Indicates whether the assertions of steps are recorded.
  var recordsNames: Bool { exhaustive != nil || plan.flowReporter != nil }

  /// Records that a step reads a value of a scope.
  package func names<Value>(
    _ keyPath: KeyPath<some ScopeProtocol, Value>,
    of scope: ScopeNode,
    _ value: Value
  ) {
    guard recordsNames, let call = presentStep?.call else { return }
    let state = NamedState(keyPath, of: scope, value: value, call: call)
    exhaustive?.name(state)
    plan.flowReporter?.record(state)
  }

  /// Records that a step refers to an effect of a scope.
  func namesEffect(_ generation: UInt64, of scope: ScopeNode) {
    if exhaustive != nil { namedEffects.insert(EffectInTree.Key(scope, generation)) }
  }

  // MARK: Failures

  private func beginExhaustiveStep(_ step: Step<Root>) {
    report(exhaustive?.failureOfState(of: root), of: exhaustive)
    guard settings.exhaustivity == .on else {
      exhaustive = nil
      return
    }
    exhaustive = ExhaustiveStep(of: root, call: step.call)
  }

  private func reportLostErrors(of step: Step<Root>) {
    guard !observer.lostErrors.isEmpty else { return }
    let lines = observer.lostErrors.map { "\($0.scope), on \($0.event): \($0.error)" }
    observer.lostErrors = []
    report(FlowFailure.errorsLost(lines), of: step)
  }

  /// Reports the look-ups of scopes that fell back to a default in this step.
  private func reportDefaults(of step: Step<Root>) {
    for failure in observer.lookUps.take(refusing: settings.refusesDefaults) { report(failure, of: step) }
  }

  /// Indicates whether a default is a failure for the look-ups of running effects.
  var refusesDefaultsOfEffects: Bool { settings.refusesDefaultsOfEffects }

  /// Throws the error of an update that was caused by an effect's event; `send` only logs it.
  private func throwLostError(of when: any Sendable) throws {
    guard let last = observer.lostErrors.last, last.event == EventText(when).text else { return }
    observer.lostErrors.removeLast()
    throw FlowFailure.live(.updateThrew(event: last.event, error: "\(last.error)"))
  }

  private func place(of step: Step<Root>) -> String { "\(step.call.text) at \(step.location)" }

  private func checkInvariants(after place: @autoclosure () -> String, from first: Int) {
    for index in invariants.indices.dropFirst(first) {
      do {
        try invariants[index].check(root)
        invariants[index].isBroken = false
      } catch FlowFailure.missingChild, FlowFailure.otherCase {
        // The invariant applies to a child while there is one.
      } catch {
        if !invariants[index].isBroken {
          report(FlowFailure.invariantViolated(error: "\(error)", after: place()), of: invariants[index].step)
        }
        invariants[index].isBroken = true
      }
    }
  }

  private func report(_ failure: FlowFailure?, of step: ExhaustiveStep?) {
    guard let failure, let step else { return }
    plan.report(failure, of: step.call, in: forks)
  }

  func report(_ error: any Error, of step: Step<Root>) {
    let failure = error as? FlowFailure ?? .checkThrew(error: "\(error)")
    plan.report(failure, of: step.call.redacted(below: root), in: forks)
  }
}
