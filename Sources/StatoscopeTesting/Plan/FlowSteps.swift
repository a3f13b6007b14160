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
  /// The scope that the next step addresses.
  package let focus: Focus<Root, Subject>

  init(path: PlanPath<Root>, focus: Focus<Root, Subject>) {
    self.path = path
    self.focus = focus
  }

  func onPath(_ path: PlanPath<Root>) -> PlanPosition {
    PlanPosition(path: path, focus: focus)
  }
}

/// A flow test: the steps of a scenario for one scope, in order, run by `runTest()`.
///
/// ```swift
/// try Counter.GIVEN { Counter() }
///   .WHEN(.userTappedIncrementButton)
///   .THEN(\.viewDisplaysTotalCount, equals: 1)
///   .runTest()
/// ```
///
/// A plan that is never run, or run twice, is a failure. It runs on the actor of the test.
public struct TestPlan<Sut: ScopeProtocol>: FlowSteps {
  /// The position of the next step; only the steps themselves use it.
  public let position: PlanPosition<Sut, Sut>

  package init(given: @escaping () throws -> Sut, location: CallLocation) {
    let path = PlanPath(plan: PlanRecord(location: location, given: given), isTrunk: true)
    self.init(position: PlanPosition(path: path, focus: Focus { $0 }))
  }

  private init(position: PlanPosition<Sut, Sut>) {
    self.position = position
  }

  /// Returns the same plan at another position, from which a fork is made.
  public func moved(to position: PlanPosition<Sut, Sut>) -> TestPlan {
    TestPlan(position: position)
  }
}

/// Begins a flow test with a closure that creates the scope; it is called once for the plan and once for each
/// fork.
///
/// It creates the scope's storage, too: what another one keeps from path to path is reported at the fork that finds it.
///
/// - Returns: a plan, to which you add steps and which you then run.
public func GIVEN<Sut: ScopeProtocol>(
  _ given: @escaping () throws -> Sut,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) throws -> TestPlan<Sut> {
  TestPlan(given: given, location: CallLocation(fileID, filePath, line, column))
}

extension ScopeProtocol {
  /// Begins a flow test with a closure that creates the scope; it is called once for the plan and once for
  /// each fork.
  ///
  /// It creates the scope's storage, too: what another one keeps from path to path is reported at the fork that finds it.
  ///
  /// - Returns: a plan, to which you add steps and which you then run.
  public static func GIVEN(
    _ given: @escaping () throws -> Self,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> TestPlan<Self> {
    TestPlan(given: given, location: CallLocation(fileID, filePath, line, column))
  }
}

// MARK: Running

extension FlowSteps {
  /// Runs every step and every fork, each fork on a fresh scope that took the same steps up to it.
  ///
  /// Effects are listed but never start. A failing step is reported at its own line and does not hide the
  /// failures of later steps; an event whose update throws ends its own path. Complexity: linear in the
  /// number of executed steps.
  ///
  /// - `assertRelease`: whether a scope that outlives its path is a failure, which names the possible
  ///   references; if omitted, the ``FlowSettings`` decide: usually it is none.
  /// - `assertNoPendingEffects`: whether an effect in flight at the end of a path is a failure, anywhere in
  ///   the tree; if omitted, the ``FlowSettings`` decide, and an exhaustive plan asserts it.
  /// - Throws: nothing for a failing step; it is marked so that it can end a chain that begins with `try`.
  public func runTest(
    assertRelease: Bool? = nil,
    assertNoPendingEffects: Bool? = nil,
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws {
    var arguments: [StepCall.Argument] = []
    if let assertRelease { arguments.append(.value(assertRelease, "assertRelease")) }
    if let assertNoPendingEffects {
      arguments.append(.value(assertNoPendingEffects, "assertNoPendingEffects"))
    }
    let location = CallLocation(fileID, filePath, line, column)
    let call = StepCall(location: location, verb: .runTest, arguments: arguments)
    let checks = EndChecks(release: assertRelease, pendingEffects: assertNoPendingEffects)
    makeRunner(checks, call, of: function)?.run()
  }

  /// Returns the runner of the plan; nil, with a failure, when the plan cannot be run here and now.
  func makeRunner(_ checks: EndChecks, _ call: StepCall, of function: StaticString) -> PlanRunner<Root>? {
    let plan = position.path.plan
    guard position.path.isTrunk else {
      plan.report(.runOnFork, of: call, in: [])
      return nil
    }
    guard !plan.hasRun else {
      plan.report(.runTwice, of: call, in: [])
      return nil
    }
    plan.hasRun = true
    plan.beginReport(in: function, at: call.location)
    return PlanRunner(position.path, checks, call)
  }
}

// MARK: Adding steps

extension FlowSteps {
  /// The scope that the steps address.
  var focus: Focus<Root, Subject> { position.focus }

  /// Returns the target of a step without a key path.
  func at(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt)
    -> StepTarget<Root, Subject.When>
  {
    focus.target(at: CallLocation(fileID, filePath, line, column))
  }

  /// Returns the target of a step with a key path.
  func at<Target: EventTarget>(
    _ keyPath: KeyPath<Subject, Target>,
    _ fileID: StaticString,
    _ filePath: StaticString,
    _ line: UInt,
    _ column: UInt
  ) -> StepTarget<Root, Target.When> {
    focus.target(keyPath, at: CallLocation(fileID, filePath, line, column))
  }

  /// Returns the target of a step with a key path and `as:`.
  func at<Screen: ScopeEnum, Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type,
    _ fileID: StaticString,
    _ filePath: StaticString,
    _ line: UInt,
    _ column: UInt
  ) -> StepTarget<Root, Child.When> {
    focus.target(keyPath, as: type, at: CallLocation(fileID, filePath, line, column))
  }

  func add(_ step: Step<Root>) -> Self {
    position.path.add(step)
    return self
  }

  /// Adds a step that checks the scope which the steps address.
  package func check(
    _ call: StepCall,
    _ body: @escaping (_ subject: Subject, _ run: PathRun<Root>) throws -> Void
  ) -> Self {
    add(ClosureStep(call) { [focus] run in try body(try focus.find(run.root), run) })
  }

  /// Adds another path from here, which begins with a step; the branch adds the others.
  func fork(_ first: Step<Root>, _ branch: (Self) throws -> Void) rethrows -> Self {
    let path = PlanPath(plan: position.path.plan)
    path.add(first)
    try branch(moved(to: position.onPath(path)))
    return add(ForkStep(first, path))
  }
}

extension CallLocation {
  /// Creates the location of a step of the parameters that each step has.
  package init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
    self.init(fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
