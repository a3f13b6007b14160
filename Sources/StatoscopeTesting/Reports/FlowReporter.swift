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
  private var branch: FlowBranch
  private let events = EventObserver()
  private weak var root: ScopeNode?
  private var reading: StateText?
  /// The effects in flight before the step.
  private var effects: [FlowDocument.Effect] = []
  private var verb = Verb.given
  /// The failures that the plan itself has reported.
  private var reports: [String] = []
  /// The key paths of values that differed when the same steps were repeated.
  private var unstable: Set<String> = []
  /// The entry of the ended plan.
  private var filed: FolderEntry?

  init(for documentation: LivingDocumentation, name: FlowName, scope: Any.Type) {
    self.documentation = documentation
    self.name = name
    self.scope = typeName(scope)
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
    events.observe(root)
    events.isRepeating = branch !== trunk
    guard branch === trunk else { return }
    let state = ValueDiff.shortened(StateText(root).lines.map(\.withoutAddresses))
    trunk.changeLast { line in
      line.changes = [FlowDocument.Change(label: "the state", path: "\\.self", diff: state, scope: scope)]
      line.effects = FlowDocument.Effect.all(below: root)
    }
  }

  /// Ends the repetition of the steps that led here.
  func goOn() {
    events.isRepeating = false
    reading = root.map { StateText($0, objects: .withIdentity) }
    effects = root.map { FlowDocument.Effect.all(below: $0) } ?? []
    guard let expected = branch.start, let reading else { return }
    unstable.formUnion(expected.changes(to: reading).map(\.keyPath))
  }

  // MARK: Steps

  /// Adds a fork of this path.
  func fork(_ call: StepCall) -> FlowBranch {
    let branch = FlowBranch(leaving: self.branch, at: reading)
    self.branch.add(line(.fork, call), at: call.location, branch: branch)
    return branch
  }

  /// Begins a step.
  func begin(_ kind: FlowDocument.Line.Kind, _ call: StepCall) {
    verb = call.verb
    branch.add(line(kind, call), at: call.location)
    if let state = CheckedState(call) { branch.mark(state, staysInForce: call.verb == .invariant) }
  }

  /// Records a value that a step reads.
  func record(_ state: AssertedState) {
    branch.mark(CheckedState(state))
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
    guard let root, kind != .check else { return }
    let after = StateText(root, objects: .withIdentity)
    let before = reading ?? after
    reading = after
    let changes = before.changes(to: after)
    let effectsBefore = effects
    effects = FlowDocument.Effect.all(below: root)
    events.endStep(hasChanged: !changes.isEmpty || !verb.explains(effects, after: effectsBefore))
    branch.changeLast { line in
      line.changes = FlowDocument.Change.all(changes, below: root)
      line.effects = effects
    }
    if kind == .event { branch.recordEvent(changes, from: before, to: after) }
  }

  /// Adds a step that is not run, because an event before it failed.
  ///
  /// - Returns: the branch to report next, if the step is a fork.
  func skip(_ kind: FlowDocument.Line.Kind, _ call: StepCall, in branch: FlowBranch?) -> FlowBranch? {
    var line = line(kind, call)
    line.result = .notRun
    let fork = kind == .fork ? FlowBranch() : nil
    (branch ?? self.branch).add(line, at: call.location, branch: fork)
    return fork
  }

  private func line(_ kind: FlowDocument.Line.Kind, _ call: StepCall) -> FlowDocument.Line {
    FlowDocument.Line(kind, call, scope: IdentifierText(typeName: scope).text)
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
      maps: events.maps,
      unstable: unstable.sorted()
    )
  }
}

/// One path of a reported plan: its steps, and the branches that leave it.
final class FlowBranch {
  private struct Entry {
    let location: CallLocation
    var line: FlowDocument.Line
    let branch: FlowBranch?
    /// The changes that its event caused, those of the line in the same order.
    var changes: [StateChange] = []
    /// The leaves of these changes that no check reads, and those that no step asserts.
    var unchecked: [StateChange] = []
    var unasserted: [StateChange] = []
    var states: (before: StateText, after: StateText)?

    /// Marks the changes that a check reads.
    mutating func mark(_ state: CheckedState) {
      guard let states, !unasserted.isEmpty else { return }
      let isChecked = state.coverage(states.before, states.after)
      unchecked.removeAll(where: isChecked)
      if !state.isClosure { unasserted.removeAll(where: isChecked) }
      for index in changes.indices {
        func isPart(_ change: StateChange) -> Bool { change.path.starts(with: changes[index].path) }
        line.changes[index].checkedBy =
          unchecked.contains(where: isPart)
          ? .nothing : unasserted.contains(where: isPart) ? .closure : .value
      }
    }
  }

  /// The state of the tree where the path leaves another, for comparison with the result of repeating the
  /// same steps.
  let start: StateText?

  private var entries: [Entry] = []
  /// The checks after each step.
  private var invariants: [CheckedState]
  /// Weak, because the parent retains this branch among its entries.
  private weak var parent: FlowBranch?
  private let stepsOfParent: Int

  /// Begins a path.
  ///
  /// - Parameters:
  ///   - parent: the path that it leaves, if there is one, after its current steps.
  ///   - start: the state of the tree there.
  init(leaving parent: FlowBranch? = nil, at start: StateText? = nil) {
    self.parent = parent
    self.start = start
    stepsOfParent = parent?.entries.count ?? 0
    invariants = parent?.invariants ?? []
  }

  func add(_ line: FlowDocument.Line, at location: CallLocation, branch: FlowBranch? = nil) {
    entries.append(Entry(location: location, line: line, branch: branch))
  }

  /// Changes the last step.
  func changeLast(_ change: (inout FlowDocument.Line) -> Void) {
    guard let last = entries.indices.last else { return }
    change(&entries[last].line)
  }

  /// Adds the changes of an event, the last step; the invariants of the path check them immediately.
  func recordEvent(_ changes: [StateChange], from before: StateText, to after: StateText) {
    guard let last = entries.indices.last else { return }
    (entries[last].changes, entries[last].states) = (changes, (before, after))
    entries[last].unchecked = before.leafChanges(to: after)
    entries[last].unasserted = entries[last].unchecked
    for index in changes.indices { entries[last].line.changes[index].checkedBy = .nothing }
    for state in invariants { entries[last].mark(state) }
  }

  /// Marks the changes that a check reads among those of the preceding steps.
  ///
  /// - Parameter staysInForce: whether the check is repeated after each further step.
  func mark(_ state: CheckedState, staysInForce: Bool = false) {
    if staysInForce { invariants.append(state) }
    mark(state, first: entries.count)
  }

  private func mark(_ state: CheckedState, first count: Int) {
    for index in entries.prefix(count).indices { entries[index].mark(state) }
    parent?.mark(state, first: stepsOfParent)
  }

  /// Adds a failure to the step at a location.
  ///
  /// - Returns: false when there is no such step on this path.
  func fail(_ text: String, at location: CallLocation, _ outcome: FailureReporter.Outcome) -> Bool {
    let index = entries.lastIndex {
      $0.branch == nil && $0.location.line == location.line && $0.location.column == location.column
        && "\($0.location.filePath)" == "\(location.filePath)"
    }
    if let index { entries[index].line.fail(text, outcome) }
    return index != nil
  }

  /// The steps, each with those of its branches.
  var steps: [FlowDocument.Line] {
    entries.map { entry in
      var line = entry.line
      line.steps = entry.branch?.steps ?? []
      if line.result == .passed { line.result = line.steps.result }
      return line
    }
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

extension FlowDocument.Line {
  mutating func fail(_ text: String, _ outcome: FailureReporter.Outcome) {
    failures.append(text.withoutAddresses)
    if outcome == .fails || result != .failed { result = outcome == .fails ? .failed : .knownIssue }
  }
}

extension [FlowDocument.Line] {
  /// The result of steps together: one failure is the failure of all.
  var result: FlowDocument.Result {
    if contains(where: { $0.result == .failed }) { return .failed }
    return contains { $0.result == .knownIssue } ? .knownIssue : .passed
  }
}

/// The state that one check reads.
struct CheckedState {
  /// Returns a check whether it reads a change, given the states before and after the change.
  let coverage: (_ before: StateText, _ after: StateText) -> (_ change: StateChange) -> Bool
  /// Indicates whether a closure reads it, so that nobody knows what is asserted of it.
  let isClosure: Bool

  /// Creates the state of a value that a step names.
  init(_ state: AssertedState) {
    coverage = state.coverage
    isClosure = state.isClosure
  }

  /// Creates the state of the properties that a closure names; nil for a step that is not a check of the whole
  /// scope.
  init?(_ call: StepCall) {
    guard [.then(.state), .then(.not), .invariant].contains(call.verb), call.keyPath == nil else {
      return nil
    }
    isClosure = true
    let (names, scopePath) = (ClosureNames(of: call), call.scopePath)
    coverage = { _, after in { names.reads($0, below: scopePath, in: after) } }
  }
}
