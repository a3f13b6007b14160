import Statoscope

/// The verbs of a flow test, which a plan and each of its parts understand.
///
/// A ``TestPlan`` speaks of its root scope, what `WITH` returns speaks of a child. Steps are only written down;
/// `runTest()` runs them. They are marked `throws` so that one `try` reads well in front of any chain.
public protocol FlowSteps<Subject> {
  /// The scope that the plan makes.
  associatedtype Root: ScopeProtocol
  /// The scope that the steps speak of.
  associatedtype Subject: ScopeProtocol

  /// The place of the next step, of use to the steps themselves only.
  var position: PlanPosition<Root, Subject> { get }

  /// The same plan, going on at another position; forks are made of it.
  func moved(to position: PlanPosition<Root, Subject>) -> Self
}

/// A path of a plan, and the scope that its next step speaks of.
///
/// A class, as what it holds is: each step of a plan looks at it, and generic values are dear to copy.
public final class PlanPosition<Root: ScopeProtocol, Subject: ScopeProtocol> {
  let path: PlanPath<Root>
  /// The path to the scope, as code and as data.
  let focus: Focus<Root, Subject>

  init(path: PlanPath<Root>, focus: Focus<Root, Subject>) {
    self.path = path
    self.focus = focus
  }

  func onPath(_ path: PlanPath<Root>) -> PlanPosition {
    PlanPosition(path: path, focus: focus)
  }
}
