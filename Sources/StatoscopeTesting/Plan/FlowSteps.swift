import Statoscope

/// The verbs of a flow test, available on a plan and on each of its parts.
///
/// A ``TestPlan`` addresses its root scope, the result of `WITH` addresses a child. The verbs only add steps;
/// `runTest()` runs them. They are marked `throws` so that one `try` suffices for any chain.
public protocol FlowSteps<Subject> {
  /// The class of the scope that the plan creates.
  associatedtype Root: ScopeProtocol
  /// The class of the scope that the steps address.
  associatedtype Subject: ScopeProtocol

  /// The position of the next step; only the steps themselves use it.
  var position: PlanPosition<Root, Subject> { get }

  /// Returns the same plan at another position, from which a fork is made.
  func moved(to position: PlanPosition<Root, Subject>) -> Self
}

/// A path of a plan, and the scope that its next step addresses.
///
/// A class, because each step of a plan reads it, and generic values are expensive to copy.
public final class PlanPosition<Root: ScopeProtocol, Subject: ScopeProtocol> {
  package let path: PlanPath<Root>
  /// The path to the scope, as code and as data.
  package let focus: Focus<Root, Subject>

  init(path: PlanPath<Root>, focus: Focus<Root, Subject>) {
    self.path = path
    self.focus = focus
  }

  func onPath(_ path: PlanPath<Root>) -> PlanPosition {
    PlanPosition(path: path, focus: focus)
  }
}
