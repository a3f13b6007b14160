import Statoscope

// What a plan tells of itself for its living documentation, when it is asked for; else nothing happens here.

extension PlanRecord {
  /// The plan is about to run.
  func beginTelling(in function: StaticString, at site: CallSite) {
    guard let book = FlowBook.current else { return }
    telling = FlowTelling(book: book, name: FlowName(function: function, site: site), scope: Root.self)
  }

  /// The plan has run.
  func endTelling() {
    telling?.end()
    telling = nil
  }
}

extension PlanRunner {
  /// Takes a step that is no fork, and tells of it.
  ///
  /// - Returns: false when the path ends there.
  func take(_ step: Step<Root>, in run: PathRun<Root>) -> Bool {
    guard let telling = plan.telling else { return run.take(step) }
    let told = step.told
    telling.begin(told)
    let goesOn = telling.take { run.take(step) }
    telling.finish(told.kind)
    return goesOn
  }

  /// Tells of the steps that will not be taken, because one before them ended the path.
  func tellRest(of path: PlanPath<Root>, from index: Int) {
    if let telling = plan.telling { path.tellRest(from: index, to: telling, in: nil) }
  }
}

extension PlanPath {
  /// Tells of steps that will not be taken, and of those on the forks that leave them.
  fileprivate func tellRest(from first: Int, to telling: FlowTelling, in branch: FlowBranch?) {
    for written in written[first...] {
      let step = step(written)
      let fork = telling.skip(step.told, in: branch)
      if case .fork(let path) = step.action { path.tellRest(from: 0, to: telling, in: fork) }
    }
  }
}

extension Step {
  /// The step as it is handed over to be told.
  var told: ReportedStep {
    let kind: FlowDocument.Line.Kind =
      switch (self.kind, action) {
      case (.event, _), (.joiningEvent, _), (.other, .live): .event
      case (.check, _), (.other, .invariant): .check
      case (.other, .fork): .fork
      case (.other, .setting), (.other, nil): .setting
      }
    return ReportedStep(kind: kind, call: call, within: within)
  }
}
