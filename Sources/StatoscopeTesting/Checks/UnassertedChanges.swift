import Statoscope

/// Reports the changes of state of each event of an exhaustive plan that no step has asserted.
final class UnassertedChanges<Root: ScopeProtocol>: PathObserver {
  /// The event whose changes still have to be asserted; nil where none have to be.
  private(set) var event: ExhaustiveStep?

  func willPerform(_ step: Step<Root>, in run: PathRun<Root>) {
    guard event != nil || run.isExhaustive else { return }
    let state = run.readState()
    guard step.verb.kind == .event else {
      event?.join(state)
      return
    }
    report(in: run, at: state)
    event = run.isExhaustive ? ExhaustiveStep(step.call, before: state) : nil
  }

  func didChangeSettings(in run: PathRun<Root>) {
    if !run.isExhaustive, run.isAtForkEvent { event = nil }
  }

  func willEnd(in run: PathRun<Root>) {
    if event != nil { report(in: run, at: run.readState()) }
  }

  private func report(in run: PathRun<Root>, at state: ValueNode) {
    guard let event else { return }
    run.plan.unseen.formUnion(state.unseen)
    if let failure = event.failure(after: state, below: run.root) { run.report(failure, at: event.call) }
  }
}
