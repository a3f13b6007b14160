import Statoscope

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

/// The steps of one path through a plan: its trunk, or one of its forks.
package final class PlanPath<Root: ScopeProtocol> {
  /// The whole plan, shared by all of its forks.
  package let plan: PlanRecord<Root>
  package private(set) var steps: [Step<Root>] = []

  /// Indicates whether it is the path from which all forks start, to which `runTest()` belongs.
  let isTrunk: Bool

  init(plan: PlanRecord<Root>, isTrunk: Bool = false) {
    self.plan = plan
    self.isTrunk = isTrunk
  }

  func add(_ step: Step<Root>) {
    guard !plan.hasRun else {
      plan.report(.stepAfterRun, of: step.call, in: [])
      return
    }
    steps.append(step)
  }
}

/// The parts of a plan besides its steps; it reports a plan that was never run.
package final class PlanRecord<Root: ScopeProtocol> {
  let given: () throws -> Root
  let location: CallLocation
  var hasRun = false
  /// Draws the scope, if pictures are requested.
  var draw: ((_ root: Root, _ name: String) throws -> Void)?
  /// An observer of its runs from another module.
  package var observer: (any PlanObserver<Root>)?
  /// The reporter of the plan's living documentation, if requested.
  private(set) var flowReporter: FlowReporter?
  /// The reporter at the creation of the plan, for the failure that is found only when the plan is released.
  private let reporter = FailureReporter.current

  init(location: CallLocation, given: @escaping () throws -> Root) {
    self.given = given
    self.location = location
  }

  deinit {
    if !hasRun { report(.neverRun, of: call, in: []) }
  }

  var call: StepCall { StepCall(location: location, verb: .given, arguments: [.closure]) }

  /// Reports a failure at the line of its step, with the `WITH`s and the forks around the step.
  func report(_ failure: FlowFailure, of call: StepCall, in forks: [StepCall]) {
    let around = (forks + call.within).map { "\n  in \($0.text) at \($0.location)" }.joined()
    let text = "\(call.text): \(failure)\(around)"
    flowReporter?.note(text, at: call)
    reporter.report(text, call.location)
  }

  /// Begins the plan's living documentation, if requested.
  func beginReport(in function: StaticString, at location: CallLocation) {
    guard let book = FlowBook.current else { return }
    flowReporter = FlowReporter(
      book: book,
      name: FlowName(function: function, location: location),
      scope: Root.self
    )
  }

  /// Ends the plan's living documentation.
  func endReport() {
    let failure = flowReporter?.end()
    flowReporter = nil
    if let failure { report(failure, of: call, in: []) }
  }
}

/// An observer of a plan's runs from another module, such as one that reports differences from another library.
package protocol PlanObserver<Root>: AnyObject {
  associatedtype Root: ScopeProtocol

  /// A step has found its scope, and is about to send its event.
  func willSend(_ step: Step<Root>, to scope: ScopeNode, in run: PathRun<Root>)

  /// A path has ended with effects in flight that the plan does not report.
  func didEnd(_ call: StepCall, with effects: [EffectInTree])
}
