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
  private let scopeLabel: String
  private var branch: FlowBranch
  private let events = EventObserver()
  private var root: ScopeNode?
  private var reading: StateReading?
  /// The failures that the plan itself has reported.
  private var reports: [String] = []
  /// The key paths of values that differed when the same steps were repeated.
  private var unstable: Set<String> = []

  init(book: FlowBook, name: FlowName, scope: Any.Type) {
    self.book = book
    self.name = name
    self.scope = typeName(scope)
    scopeLabel = IdentifierWords(self.scope.split(separator: ".").last ?? "").text
    branch = trunk
  }

  // MARK: Paths

  /// Begins a path.
  func enter(_ branch: FlowBranch?, given call: StepCall) {
    self.branch = branch ?? trunk
    guard self.branch === trunk else { return }
    var step = ReportedStep(kind: .given, call: call).document(scope: scopeLabel)
    step.verb = "Given"
    step.words = "the \(scopeLabel)"
    trunk.add(step, at: call.site)
  }

  /// Begins the run of the path on a scope; the steps that led to it are about to be repeated.
  func start(on root: ScopeNode) {
    self.root = root
    events.observe(root)
    events.isRepeating = branch !== trunk
    guard branch === trunk else { return }
    let state = StateText(root).lines.map(\.withoutAddresses)
    trunk.changeLast { step in
      step.changes = [
        FlowDocument.Change(
          words: "the state",
          path: "\\.self",
          diff: ValueDiff.shortened(state),
          scope: scope
        )
      ]
      step.effects = effects(below: root)
    }
  }

  /// Ends the repetition of the steps that led here.
  func goOn() {
    events.isRepeating = false
    reading = root.map { StateReading($0) }
    guard let expected = branch.start, let reading else { return }
    unstable.formUnion(expected.changes(to: reading).map(\.keyPath))
  }

  /// Ends the path, and releases its scope.
  func leave() {
    root = nil
    reading = nil
  }

  // MARK: Steps

  /// Adds a fork of this path.
  func fork(_ step: ReportedStep) -> FlowBranch {
    let branch = FlowBranch(leaving: self.branch, at: reading)
    self.branch.add(step.document(scope: scopeLabel), at: step.call.site, branch: branch)
    return branch
  }

  /// Begins a step.
  func begin(_ step: ReportedStep) {
    branch.add(step.document(scope: scopeLabel), at: step.call.site)
    if let look = StateLook(step) { branch.check(with: look, staysInForce: step.call.verb == "INVARIANT") }
  }

  /// Records a value that a step reads.
  func note(_ state: NamedState) {
    branch.check(with: .named(state))
  }

  /// Runs a step, and records the issues of assertions in its closure.
  func take(_ body: () -> Bool) -> Bool {
    let reportsBefore = reports.count
    var goesOn = false
    IssueObserver.during({ goesOn = body() }) { issues in
      let own = reports[reportsBefore...]
      for issue in issues where !own.contains(where: issue.contains) {
        branch.changeLast { $0.fail(issue) }
      }
    }
    return goesOn
  }

  /// Ends a step.
  func finish(_ kind: FlowDocument.Line.Kind) {
    guard let root, kind != .check else { return }
    let after = StateReading(root)
    let changes = ReportedChanges(from: reading ?? after, to: after)
    reading = after
    let effects = effects(below: root)
    let scopes = ScopePaths(below: root)
    branch.changeLast { step in
      step.changes = changes.changes.map { FlowDocument.Change($0, of: scopes.type(at: $0.path)) }
      step.effects = effects
    }
    if kind == .event { branch.noteChanges(changes) }
  }

  /// Adds a step that is not run, because an event before it failed.
  ///
  /// - Returns: the branch to report next, if the step is a fork.
  func skip(_ step: ReportedStep, in branch: FlowBranch?) -> FlowBranch? {
    var document = step.document(scope: scopeLabel)
    document.outcome = .notRun
    let fork = step.kind == .fork ? FlowBranch() : nil
    (branch ?? self.branch).add(document, at: step.call.site, branch: fork)
    return fork
  }

  // MARK: The end

  /// Adds a failure of a step.
  func note(_ text: String, at call: StepCall) {
    reports.append(text)
    guard !branch.fail(text, at: call.site) else { return }
    var step = ReportedStep(kind: .end, call: call).document(scope: scopeLabel)
    step.verb = "At the end"
    step.words = "of this path"
    step.fail(text)
    branch.add(step, at: call.site)
  }

  /// Ends the report of the plan.
  ///
  /// - Returns: the failure for too many unchecked changes, if the environment sets a limit.
  func end() -> FlowFailure? {
    leave()
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
      maps: events.documents,
      unstable: unstable.sorted()
    )
    return book.add(document, named: name)
  }

  // MARK: The current state

  private func effects(below root: ScopeNode) -> [FlowDocument.Effect] {
    var found: [FlowDocument.Effect] = []
    root.forEachInSubtree { scope in
      let notes = scope.effectNotes
      guard !notes.isEmpty else { return }
      let place = PathLabel(KeyPathText.segments(to: scope)).text
      found += notes.map { note in
        FlowDocument.Effect(
          words: ValueWords(note.pristine).text.withoutAddresses,
          text: EffectText(note.pristine).text.withoutAddresses,
          place: place.isEmpty ? nil : place,
          isWaiting: !note.hasStarted
        )
      }
    }
    return found
  }
}

/// The scopes of a tree by their paths.
private struct ScopePaths {
  private var types: [(path: [String], type: String)] = []

  init(below root: ScopeNode) {
    root.forEachInSubtree { types.append((KeyPathText.segments(to: $0), typeName(Swift.type(of: $0)))) }
  }

  /// Returns the type of the scope that has a path; a child itself belongs to its parent.
  func type(at path: [String]) -> String {
    types.filter { $0.path.count < max(path.count, 1) && path.starts(with: $0.path) }.max {
      $0.path.count < $1.path.count
    }?.type ?? ""
  }
}

extension StateChange {
  /// The path as a key path in source.
  fileprivate var keyPath: String {
    let text = path.reduce("") { $1.hasPrefix("[") ? $0 + $1 : $0 + "." + $1 }
    return "\\" + (text.isEmpty ? ".self" : text)
  }
}

extension FlowDocument.Change {
  /// Creates the report of a change: on one line if both sides are short.
  fileprivate init(_ change: StateChange, of scope: String) {
    let (before, after) = (change.before.map(\.withoutAddresses), change.after.map(\.withoutAddresses))
    let (shortBefore, shortAfter) = (FlowDocument.Change.short(before), FlowDocument.Change.short(after))
    let isShort = shortBefore != nil && shortAfter != nil
    self.init(
      words: change.path.isEmpty ? "the state" : PathLabel(change.path).text,
      path: change.keyPath,
      diff: isShort ? [] : ValueDiff(from: before, to: after).lines,
      before: isShort ? shortBefore : nil,
      after: isShort ? shortAfter : nil,
      scope: scope
    )
  }

  /// Joins the lines of a short value: those of a list between its brackets.
  private static func short(_ lines: [String]) -> String? {
    guard let first = lines.first else { return nil }
    var text = first
    if lines.count > 1 {
      guard first.hasSuffix("["), lines.last == "]" else { return nil }
      let elements = lines[1..<(lines.count - 1)]
      // Deeper levels are hard to read on one line.
      guard elements.allSatisfy({ $0.prefix { $0 == " " }.count == 2 }) else { return nil }
      text += elements.map { String($0.dropFirst(2)) }.joined(separator: ", ") + "]"
    }
    if text.hasPrefix("Set [") { text.removeFirst(4) }
    return text.count <= 80 ? text : nil
  }
}
