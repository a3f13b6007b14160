import Statoscope

/// What a plan and each of its parts understand: the verbs of a flow test.
///
/// A ``TestPlan`` speaks of its root scope, what `WITH` returns speaks of a child. Steps are only written down;
/// `runTest()` runs them. They are marked `throws` so that one `try` reads well in front of any chain.
public protocol FlowSteps<Subject> {
  /// The scope that the plan makes.
  associatedtype Root: ScopeProtocol
  /// The scope that the steps speak of.
  associatedtype Subject: ScopeProtocol

  /// Where the next step is written; it has nothing to look at.
  var position: PlanPosition<Root, Subject> { get }

  /// The same plan, going on at another position; forks are made of it.
  func moved(to position: PlanPosition<Root, Subject>) -> Self
}

/// A path of a plan, and the scope that its next step speaks of.
///
/// A class, as what it holds is: each step of a plan looks at it, and generic values are dear to copy.
public final class PlanPosition<Root: ScopeProtocol, Subject: ScopeProtocol> {
  let path: PlanPath<Root>
  /// How to get to the scope, and how to say the way.
  let focus: Focus<Root, Subject>

  init(path: PlanPath<Root>, focus: Focus<Root, Subject>) {
    self.path = path
    self.focus = focus
  }

  func onPath(_ path: PlanPath<Root>) -> PlanPosition {
    PlanPosition(path: path, focus: focus)
  }
}

/// The way from one scope to another: a scope itself, or a child of it that may be missing.
final class Focus<Origin: ScopeProtocol, Subject: ScopeProtocol> {
  /// Gives the scope, or says with ``FlowFailure/missingChild(scope:child:)`` that there is none.
  let find: (Origin) throws -> Subject
  /// The `WITH`s on the way, outermost first.
  let within: [StepWords]

  init(find: @escaping (Origin) throws -> Subject, within: [StepWords]) {
    self.find = find
    self.within = within
  }

  /// The same way, noted as taken by a `WITH`.
  func entered(by words: StepWords) -> Focus {
    Focus(find: find, within: within + [words])
  }

  func child<Child: ScopeProtocol>(_ keyPath: KeyPath<Subject, Child>) -> Focus<Origin, Child> {
    Focus<Origin, Child>(find: { [find] in try find($0)[keyPath: keyPath] }, within: within)
  }

  func child<Child: ScopeProtocol>(_ keyPath: KeyPath<Subject, Child?>) -> Focus<Origin, Child> {
    Focus<Origin, Child>(
      find: { [find] origin in
        let subject = try find(origin)
        guard let child = subject[keyPath: keyPath] else {
          throw FlowFailure.missingChild(scope: typeName(type(of: subject)), child: typeName(Child.self))
        }
        return child
      },
      within: within
    )
  }
}
