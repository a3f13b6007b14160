import Statoscope

/// Records the steps of one plan and their results while it runs, for its living documentation.
///
/// It lives where the plan runs, and only observes: a reported plan behaves like any other.
final class FlowReporter {
  /// The path from which all forks start.
  let trunk = FlowBranch()

  private let documentation: LivingDocumentation
  private let name: FlowName
  private let scope: String
  /// The scope as it is named in sentences.
  private let label: String
  private let types: ReflectedTypes
  private var branch: FlowBranch
  private let events = EventObserver()
  private weak var root: ScopeNode?
  /// The state before the last event, and the state now; each step is read once.
  private var stateBefore: ValueNode?
  private var state: ValueNode?
  /// The effects in flight before the step.
  private var effects: [FlowDocument.Effect] = []
  private var verb = Verb.given
  /// The failures that the plan itself has reported.
  private var reports: [String] = []
  /// The key paths of values that differed when the same steps were repeated.
  private var unstable: Set<String> = []
  /// The properties that reflection does not show.
  private var unseen: Set<String> = []
  /// The entry of the ended plan.
  private var filed: FolderEntry?

  init(for documentation: LivingDocumentation, name: FlowName, scope: Any.Type, _ types: ReflectedTypes) {
    self.documentation = documentation
    self.name = name
    self.scope = typeName(scope)
    self.types = types
    label = IdentifierText(typeName: self.scope).text
    branch = trunk
  }

  // MARK: Paths

  /// Begins a path.
  func enter(_ branch: FlowBranch?, given call: StepCall) {
    self.branch = branch ?? trunk
    if self.branch === trunk { trunk.add(line(.given, call), at: call.location) }
  }

  /// Begins the run of the path on a scope; the steps that led to it are about to be repeated.
  func start(on root: ScopeNode) {
    self.root = root
    stateBefore = nil
    events.observe(root)
    events.isRepeating = branch !== trunk
    guard branch === trunk else { return }
    read(root)
    let lines = ValueDiff.shortened(state?.lines.map(\.withoutAddresses) ?? [])
    trunk.changeLast { line in
      line.changes = [FlowDocument.Change(label: "the state", path: "\\.self", diff: lines, scope: scope)]
      line.effects = effects
    }
  }

  /// Ends the repetition of the steps that led here.
  func goOn() {
    events.isRepeating = false
    guard let root, let expected = branch.start else { return }
    read(root)
    if let state { unstable.formUnion(expected.changes(to: state).map(\.keyPath)) }
  }

  private func read(_ root: ScopeNode) {
    let state = ValueNode(root, objects: .withIdentity, types: types)
    self.state = state
    unseen.formUnion(state.unseen)
    effects = FlowDocument.Effect.all(below: root)
    events.addScopes()
  }

  // MARK: Steps

  /// Adds a fork of this path.
  func fork(_ call: StepCall) -> FlowBranch {
    let branch = FlowBranch(leaving: self.branch, at: state)
    self.branch.add(line(.fork, call), at: call.location, branch: branch)
    return branch
  }

  /// Begins a step.
  func begin(_ kind: FlowDocument.Line.Kind, _ call: StepCall) {
    verb = call.verb
    let shown = state.map(call.redacted) ?? root.map(call.redacted) ?? call
    branch.add(line(kind, shown), at: call.location)
  }

  /// Records a value that a step reads.
  func record(_ asserted: AssertedState) {
    guard let state else { return }
    branch.check(asserted, before: stateBefore ?? state, after: state)
  }

  /// Runs a step, and records the issues of assertions in its closure.
  func take(_ body: () -> Bool) -> Bool {
    let reportsBefore = reports.count
    var goesOn = false
    let issues = IssueObserver.issues { goesOn = body() }
    let own = reports[reportsBefore...]
    for issue in issues where !own.contains(where: issue.contains) {
      branch.changeLast { $0.fail(issue, .fails) }
    }
    return goesOn
  }

  /// Ends a step.
  func finish(_ kind: FlowDocument.Line.Kind) {
    guard let root, kind != .check, let before = state else { return }
    let effectsBefore = effects
    read(root)
    let changes = state.map(before.changes) ?? []
    events.endStep(hasChanged: !changes.isEmpty || !verb.explains(effects, after: effectsBefore))
    branch.changeLast { line in
      line.changes = FlowDocument.Change.all(changes, below: root, typeName: events.typeName)
      line.effects = effects
    }
    guard kind == .event, let state else { return }
    stateBefore = before
    if !changes.isEmpty { branch.record(changes, leaves: before.leafChanges(to: state)) }
  }

  /// Adds the steps that are not run, because an event before them failed, and those of the forks that leave them.
  func skip<Root>(_ rest: ArraySlice<Step<Root>>, in branch: FlowBranch? = nil) {
    for step in rest {
      var line = line(step.reportedKind, step.call)
      line.result = .notRun
      let forked = step.fork.map { _ in FlowBranch() }
      (branch ?? self.branch).add(line, at: step.call.location, branch: forked)
      if let fork = step.fork { skip(fork.steps[...], in: forked) }
    }
  }

  private func line(_ kind: FlowDocument.Line.Kind, _ call: StepCall) -> FlowDocument.Line {
    FlowDocument.Line(kind, call, scope: label)
  }

  // MARK: The end

  /// Records a failure of a step, even after the end of the plan: of one that is run twice, for example.
  func record(_ failure: String, at call: StepCall, _ outcome: FailureReporter.Outcome) {
    reports.append(failure)
    let branch = filed == nil ? branch : trunk
    if !branch.fail(failure, at: call.location, outcome) {
      var end = line(.end, call)
      end.fail(failure, outcome)
      branch.add(end, at: call.location)
    }
    if filed != nil { file(document) }
  }

  /// Ends the report of the plan.
  ///
  /// - Returns: the failure for too many unchecked changes, if the environment sets a limit.
  func end() -> FlowFailure? {
    events.hasEnded = true
    let document = document
    file(document)
    return documentation.count(document)
  }

  private func file(_ document: FlowDocument) {
    let entry = FolderEntry(name: name, key: scope, document: document)
    documentation.file(entry, replacing: filed)
    filed = entry
  }

  private var document: FlowDocument {
    let steps = trunk.steps
    return FlowDocument(
      title: name.title,
      group: name.group,
      module: name.module,
      suites: name.suites,
      file: name.file,
      line: name.line,
      column: name.column,
      scope: scope,
      result: steps.result,
      steps: steps,
      events: events.events,
      unstable: unstable.sorted(),
      unseen: unseen.sorted()
    )
  }
}

extension Verb {
  /// Checks whether a step alone, without its events, leaves these effects: all but the one that it ends.
  fileprivate func explains(
    _ effects: [FlowDocument.Effect],
    after effectsBefore: [FlowDocument.Effect]
  ) -> Bool {
    var ended = effectsBefore
    for effect in effects {
      guard let index = ended.firstIndex(of: effect) else { return false }
      ended.remove(at: index)
    }
    return switch self {
    case .effect, .receive: ended.count <= 1
    default: ended.isEmpty
    }
  }
}

extension Step {
  /// The kind of the step in reports.
  var reportedKind: FlowDocument.Line.Kind {
    if fork != nil { return .fork }
    return switch verb.kind {
    case .event, .joiningEvent, .time: .event
    case .check, .invariant: .check
    case .setting: .setting
    }
  }
}
