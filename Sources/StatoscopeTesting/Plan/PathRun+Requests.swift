import Statoscope

// What steps ask of the run that performs them.
extension PathRun {
  // MARK: State

  /// Reads the tree, with the identities of its scopes.
  func readState() -> ValueNode { ValueNode(root, objects: .withIdentity, types: plan.types) }

  /// Takes a value apart.
  func node(of value: Any) -> ValueNode { ValueNode(value, types: plan.types) }

  /// Indicates whether the values that steps assert are recorded.
  var recordsAssertions: Bool { isWatched && (changes.event != nil || plan.flowReporter != nil) }

  /// Reads an entry of a dictionary that the next event may remove, for a step.
  func prepareEntry<Subject: ScopeNode, Value>(
    _ keyPath: KeyPath<Subject, Value>,
    of subject: Subject,
    for step: Step<Root>
  ) {
    expectedValues[ObjectIdentifier(step)] = changes.event?.formerEntry(keyPath, of: subject)
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
    let state = AssertedState(
      extent,
      at: keyPath,
      path,
      value: value,
      former: former,
      call: step.call,
      types: plan.types
    )
    changes.event?.add(state)
    plan.flowReporter?.record(state)
    return value
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
    if let event = changes.event, let currentStep { event.addClosure(currentStep.call) }
  }

  // MARK: Effects

  /// Records that a step asserts the effects that are in a value.
  func assertsEffects(in value: Any) {
    guard live == nil, changes.event != nil, let owner = ReflectedValue(value).value as? ScopeNode else {
      return
    }
    for effect in EffectInTree.all(below: owner) { effects.name(effect.key) }
  }

  /// Records that a step asserts effects of a scope that have ended by themselves since the last event.
  ///
  /// - Returns: whether there were any.
  func assertsEnded(of scope: ScopeNode, where isMatch: (_ effect: any Effect) -> Bool) -> Bool {
    live != nil && effects.nameEnded(of: scope, where: isMatch)
  }

  /// Records that a step asserts an effect of a scope.
  func assertsEffect(_ generation: UInt64, of scope: ScopeNode) {
    effects.name(EffectInTree.Key(scope, generation))
  }

  /// Indicates whether effects end by hand.
  package var hasStillEffects: Bool { live == nil }

  /// Returns the running effects; throws a failure where effects never start.
  func requireLive() throws -> LiveRun<Root> {
    guard let live else { throw FlowFailure.live(.effectsDoNotRun) }
    return live
  }

  /// Delivers the oldest event of an effect, which must be this one.
  func receive<When>(_ expected: ExpectedEvent, at target: StepTarget<Root, When>) throws {
    let former = lostErrors.errors.count
    let when = try requireLive().receive(expected, at: try target.find(root), in: self)
    // `send` only logs the error of an update that an effect's event has caused.
    guard let event = when.map({ EventText($0).text }),
      let lost = lostErrors.errors.dropFirst(former).last(where: { $0.event == event })
    else { return }
    throw FlowFailure.live(.updateThrew(event: event, error: "\(lost.error)"))
  }

  /// Delivers the events that are due, one after the other, with those that they cause at once.
  func receiveAll() throws {
    let live = try requireLive()
    while live.receiveOldest(in: self) {}
  }

  // MARK: Settings

  /// Changes the settings of the further steps until ``endSettings()``.
  func beginSettings(_ inner: FlowSettings) {
    outerSettings.append(settings)
    let clearing = settings.clearing
    settings = PlanSettings(inner)
    settings.clearing = clearing
    watch()
  }

  /// Restores the settings before the last ``beginSettings(_:)``.
  func endSettings() {
    guard let outer = outerSettings.popLast() else { return }
    settings = outer
  }

  /// Changes the settings of the further steps, and where no event has followed that of the fork, of that one too.
  func change(_ change: (inout PlanSettings) -> Void) {
    change(&settings)
    watch()
    for observer in observers { observer.didChangeSettings(in: self) }
  }

  /// Adds a condition that is checked after each further step.
  func addInvariant(_ check: @escaping (Root) throws -> Void) {
    guard let currentStep else { return }
    invariants.add(currentStep, check)
    watch()
  }

  /// Indicates whether every change has to be asserted.
  var isExhaustive: Bool { settings.exhaustivity == .on }

  /// Notifies the run that a step has found its scope and is about to send its event.
  func willSend(to scope: ScopeNode) {
    guard isWatched, let step = currentStep else { return }
    if step.verb.kind == .event { settings.clearing?.discard(at: scope, below: root) }
    for observer in observers { observer.willSend(step, to: scope, in: self) }
  }
}
