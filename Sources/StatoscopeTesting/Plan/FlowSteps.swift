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
  /// Nil for no way at all: the scope itself.
  private let way: ((Origin) throws -> Subject)?
  /// The `WITH`s on the way, outermost first.
  let within: [StepWords]

  private init(way: ((Origin) throws -> Subject)?, within: [StepWords]) {
    self.way = way
    self.within = within
  }

  /// The scope itself.
  convenience init(within: [StepWords]) where Origin == Subject {
    self.init(way: nil, within: within)
  }

  convenience init(find: @escaping (Origin) throws -> Subject, within: [StepWords]) {
    self.init(way: find, within: within)
  }

  /// Gives the scope, or says with ``FlowFailure/missingChild(scope:child:)`` that there is none.
  func find(_ origin: Origin) throws -> Subject {
    if let way { return try way(origin) }
    // Sound: without a way both are of one type.
    return unsafeDowncast(origin, to: Subject.self)
  }

  /// The same way, noted as taken by a `WITH`.
  func entered(by words: StepWords) -> Focus {
    Focus(way: way, within: within + [words])
  }

  func child<Child: ScopeProtocol>(_ keyPath: KeyPath<Subject, Child>) -> Focus<Origin, Child> {
    Focus<Origin, Child>(find: { try self.find($0)[keyPath: keyPath] }, within: within)
  }

  func child<Child: ScopeProtocol>(_ keyPath: KeyPath<Subject, Child?>) -> Focus<Origin, Child> {
    Focus<Origin, Child>(
      find: { origin in
        let subject = try self.find(origin)
        guard let child = subject[keyPath: keyPath] else {
          throw FlowFailure.missingChild(scope: typeName(type(of: subject)), child: typeName(Child.self))
        }
        return child
      },
      within: within
    )
  }
}
