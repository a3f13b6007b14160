import Statoscope

/// Writes down the steps of one plan and what they do while it runs, for its living documentation.
///
/// It lives where the plan runs, and only observes: a plan that is reported behaves like one that is not.
final class FlowReporter {
  /// The path that all forks leave from.
  let trunk = FlowBranch()

  private let book: FlowBook
  private let name: FlowName
  private let scope: String
  private let scopeLabel: String
  private var branch: FlowBranch
  private let events = EventObserver()
  private var root: ScopeNode?
  private var reading: StateReading?
  /// What the plan itself has reported.
  private var reports: [String] = []

  init(book: FlowBook, name: FlowName, scope: Any.Type) {
    self.book = book
    self.name = name
    self.scope = typeName(scope)
    scopeLabel = IdentifierWords(self.scope.split(separator: ".").last ?? "").text
    branch = trunk
  }

  // MARK: Paths

  /// A path begins.
  func enter(_ branch: FlowBranch?, given call: StepCall) {
    self.branch = branch ?? trunk
    guard self.branch === trunk else { return }
    var step = ReportedStep(kind: .given, call: call).document(scope: scopeLabel)
    step.verb = "Given"
    step.words = "the \(scopeLabel)"
    trunk.add(step, at: call.site)
  }

  /// The path has a scope; steps that led to it are about to be done again.
  func start(on root: ScopeNode) {
    self.root = root
    events.observe(root)
    events.isRepeating = branch !== trunk
    guard branch === trunk else { return }
    let state = StateText(root).lines.map(\.withoutAddresses)
    trunk.changeLast { step in
      step.changes = [
        FlowDocument.Change(words: "the state", path: "\\.self", diff: ValueDiff.shortened(state))
      ]
      step.effects = effects(below: root)
    }
  }

  /// The steps that led here have been done again.
  func goOn() {
    events.isRepeating = false
    reading = root.map { StateReading($0) }
  }

  /// The path is over; the scope may go.
  func leave() {
    root = nil
    reading = nil
  }

  // MARK: Steps

  /// Another path leaves this one.
  func fork(_ step: ReportedStep) -> FlowBranch {
    let branch = FlowBranch()
    self.branch.add(step.document(scope: scopeLabel), at: step.call.site, branch: branch)
    return branch
  }

  /// A step is about to be taken.
  func begin(_ step: ReportedStep) {
    branch.add(step.document(scope: scopeLabel), at: step.call.site)
  }

  /// Takes the step, and hears of what assertions in its closure find.
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

  /// The step has been taken.
  func finish(_ kind: FlowDocument.Line.Kind) {
    guard let root, kind != .check else { return }
    let after = StateReading(root)
    let changes = reading?.changes(to: after) ?? []
    reading = after
    let effects = effects(below: root)
    branch.changeLast { step in
      step.changes = changes.map { FlowDocument.Change($0) }
      step.effects = effects
    }
  }

  /// A step will not be taken, because an event before it failed.
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

  /// The plan reports a failure of a step.
  func note(_ text: String, at call: StepCall) {
    reports.append(text)
    guard !branch.fail(text, at: call.site) else { return }
    var step = ReportedStep(kind: .end, call: call).document(scope: scopeLabel)
    step.verb = "At the end"
    step.words = "of this path"
    step.fail(text)
    branch.add(step, at: call.site)
  }

  /// The plan has run.
  func end() {
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
      maps: events.documents
    )
    book.add(document, named: name)
  }

  // MARK: What is there

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

extension FlowDocument.Change {
  /// A change as it is reported: on one line where both sides are short.
  fileprivate init(_ change: StateChange) {
    let path = change.path.reduce("") { $1.hasPrefix("[") ? $0 + $1 : $0 + "." + $1 }
    let (before, after) = (change.before.map(\.withoutAddresses), change.after.map(\.withoutAddresses))
    let (shortBefore, shortAfter) = (FlowDocument.Change.short(before), FlowDocument.Change.short(after))
    let isShort = shortBefore != nil && shortAfter != nil
    self.init(
      words: path.isEmpty ? "the state" : PathLabel(change.path).text,
      path: "\\" + (path.isEmpty ? ".self" : path),
      diff: isShort ? [] : ValueDiff(from: before, to: after).lines,
      before: isShort ? shortBefore : nil,
      after: isShort ? shortAfter : nil
    )
  }

  /// The lines of a value as one, when that is short: those of a list between its brackets.
  private static func short(_ lines: [String]) -> String? {
    guard let first = lines.first else { return nil }
    var text = first
    if lines.count > 1 {
      guard first.hasSuffix("["), lines.last == "]" else { return nil }
      let elements = lines[1..<(lines.count - 1)]
      // What lies deeper does not read well on one line.
      guard elements.allSatisfy({ $0.prefix { $0 == " " }.count == 2 }) else { return nil }
      text += elements.map { String($0.dropFirst(2)) }.joined(separator: ", ") + "]"
    }
    if text.hasPrefix("Set [") { text.removeFirst(4) }
    return text.count <= 80 ? text : nil
  }
}
