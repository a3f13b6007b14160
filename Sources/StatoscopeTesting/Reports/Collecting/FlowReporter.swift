import Statoscope

/// Records the steps of one plan and their results while it runs, for its living documentation.
///
/// It lives where the plan runs, and only observes: a reported plan behaves like any other.
final class FlowReporter {
  /// The path from which all forks start.
  let trunk = FlowBranch()

  private let book: FlowBook
  private let name: FlowName
  private let scope: String
  private var branch: FlowBranch
  private let events = EventObserver()
  private weak var root: ScopeNode?
  private var reading: StateText?
  /// The failures that the plan itself has reported.
  private var reports: [String] = []
  /// The key paths of values that differed when the same steps were repeated.
  private var unstable: Set<String> = []

  init(book: FlowBook, name: FlowName, scope: Any.Type) {
    self.book = book
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
      line.changes = [FlowDocument.Change(words: "the state", path: "\\.self", diff: state, scope: scope)]
      line.effects = FlowDocument.Effect.all(below: root)
    }
  }

  /// Ends the repetition of the steps that led here.
  func goOn() {
    events.isRepeating = false
    reading = root.map { StateText($0) }
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
    branch.add(line(kind, call), at: call.location)
    if let look = StateLook(call) { branch.check(with: look, staysInForce: call.verb == "INVARIANT") }
  }

  /// Records a value that a step reads.
  func note(_ state: NamedState) {
    branch.check(with: StateLook(state))
  }

  /// Runs a step, and records the issues of assertions in its closure.
  func take(_ body: () -> Bool) -> Bool {
    let reportsBefore = reports.count
    var goesOn = false
    let issues = IssueObserver.issues { goesOn = body() }
    let own = reports[reportsBefore...]
    for issue in issues where !own.contains(where: issue.contains) { branch.changeLast { $0.fail(issue) } }
    return goesOn
  }

  /// Ends a step.
  func finish(_ kind: FlowDocument.Line.Kind) {
    guard let root, kind != .check else { return }
    let after = StateText(root)
    let before = reading ?? after
    reading = after
    let changes = before.changes(to: after)
    branch.changeLast { line in
      line.changes = FlowDocument.Change.all(changes, below: root)
      line.effects = FlowDocument.Effect.all(below: root)
    }
    if kind == .event { branch.recordEvent(changes, from: before, to: after) }
  }

  /// Adds a step that is not run, because an event before it failed.
  ///
  /// - Returns: the branch to report next, if the step is a fork.
  func skip(_ kind: FlowDocument.Line.Kind, _ call: StepCall, in branch: FlowBranch?) -> FlowBranch? {
    var line = line(kind, call)
    line.outcome = .notRun
    let fork = kind == .fork ? FlowBranch() : nil
    (branch ?? self.branch).add(line, at: call.location, branch: fork)
    return fork
  }

  private func line(_ kind: FlowDocument.Line.Kind, _ call: StepCall) -> FlowDocument.Line {
    FlowDocument.Line(kind, call, scope: IdentifierWords(typeName: scope).text)
  }

  // MARK: The end

  /// Adds a failure of a step.
  func note(_ text: String, at call: StepCall) {
    reports.append(text)
    guard !branch.fail(text, at: call.location) else { return }
    var end = line(.end, call)
    end.fail(text)
    branch.add(end, at: call.location)
  }

  /// Ends the report of the plan.
  ///
  /// - Returns: the failure for too many unchecked changes, if the environment sets a limit.
  func end() -> FlowFailure? {
    events.hasEnded = true
    let steps = trunk.steps
    let document = FlowDocument(
      title: name.title,
      group: name.group,
      module: name.module,
      file: name.file,
      line: name.line,
      column: name.column,
      scope: scope,
      outcome: steps.contains { $0.outcome == .broken } ? .broken : .kept,
      steps: steps,
      maps: events.maps,
      unstable: unstable.sorted()
    )
    return book.add(document, of: name)
  }
}
