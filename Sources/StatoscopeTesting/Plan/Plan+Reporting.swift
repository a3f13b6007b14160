import Statoscope

// The reports of a plan for its living documentation; none unless requested.

extension PlanRecord {
  /// Reports that the plan is about to run.
  func beginReport(in function: StaticString, at location: CallLocation) {
    guard let documentation = LivingDocumentation.current else { return }
    flowReporter = FlowReporter(
      for: documentation,
      name: FlowName(function: function, location: location),
      scope: Root.self
    )
  }

  /// Reports that the plan has run.
  func endReport() {
    let failure = flowReporter?.end()
    flowReporter = nil
    if let failure { report(failure, of: call, in: []) }
  }
}

extension PlanRunner {
  /// Runs a step that is not a fork, and reports it.
  ///
  /// - Returns: false when the path ends there.
  func take(_ step: Step<Root>, in run: PathRun<Root>) -> Bool {
    guard let flowReporter = plan.flowReporter else { return run.take(step) }
    flowReporter.begin(step.lineKind, step.call.redacted(below: run.root))
    let goesOn = flowReporter.take { run.take(step) }
    flowReporter.finish(step.lineKind)
    return goesOn
  }

  /// Reports the steps that will not be run, because one before them ended the path.
  func reportRest(of path: PlanPath<Root>, from index: Int) {
    if let flowReporter = plan.flowReporter { path.reportRest(from: index, to: flowReporter, in: nil) }
  }
}

extension PlanPath {
  /// Reports steps that will not be run, and those of the forks that leave them.
  fileprivate func reportRest(from first: Int, to flowReporter: FlowReporter, in branch: FlowBranch?) {
    for step in steps[first...] {
      let fork = flowReporter.skip(step.lineKind, step.call, in: branch)
      if case .fork(let path) = step.action { path.reportRest(from: 0, to: flowReporter, in: fork) }
    }
  }
}

extension Step {
  /// The kind of the step in reports.
  var lineKind: FlowDocument.Line.Kind {
    switch (kind, action) {
    case (.event, _), (.joiningEvent, _), (.other, .live): .event
    case (.check, _), (.other, .invariant): .check
    case (.other, .fork): .fork
    case (.other, .setting), (.other, nil): .setting
    }
  }
}
