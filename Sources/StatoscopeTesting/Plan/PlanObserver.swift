import Statoscope

/// An observer of a plan's runs from another module, such as one that reports differences from another library.
package protocol PlanObserver<Root>: AnyObject {
  associatedtype Root: ScopeProtocol

  /// A step has found its scope, and is about to send its event.
  func willSend(_ step: Step<Root>, to scope: ScopeNode, in run: PathRun<Root>)

  /// A path has ended with effects in flight that the plan does not report.
  func didEnd(_ call: StepCall, with effects: [EffectInTree])
}
