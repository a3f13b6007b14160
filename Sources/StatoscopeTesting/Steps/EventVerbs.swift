import Foundation
import Statoscope

/// A verb that sends an event which the update must accept: `WHEN`, `AND` and `FORK`.
///
/// A verb is a value that is called like a method of the plan. Its role is in it, so that each form is written once.
/// `Branch` is the plan that the closure of a fork receives; other verbs have no closure, and `Never` for it.
public struct EventVerb<Plan: FlowSteps, Branch> {
  let plan: Plan
  let verb: Verb
}

/// A verb that sends an event whose update must throw: `WHEN_Throws` and `FORK_Throws`.
public struct RefusedEventVerb<Plan: FlowSteps, Branch> {
  let plan: Plan
  let verb: Verb
}

extension FlowSteps {
  /// Sends an event; its update must not throw.
  ///
  /// ```swift
  /// .WHEN(.userTappedIncrementButton)
  /// .WHEN(\.list?.form, .userTyped("hello"))
  /// .WHEN(\.screen, as: Form.self, .userTyped("hello"))
  /// ```
  /// If the child is missing, or another case is current, the step fails and the path continues.
  public var WHEN: EventVerb<Self, Never> { EventVerb(plan: self, verb: .event(.when)) }

  /// Sends one more event, like `WHEN`; the `THEN`s that follow cover both.
  public var AND: EventVerb<Self, Never> { EventVerb(plan: self, verb: .and) }

  /// Adds another path from here, which begins with an event; the plan itself continues as if it had not been taken.
  ///
  /// ```swift
  /// .FORK(.userTappedCancel) { try $0.THEN_Nil(\.form) }
  /// ```
  /// Forks nest. Each runs on a fresh scope that took the same steps up to here, with the same settings and invariants.
  public var FORK: EventVerb<Self, Self> { EventVerb(plan: self, verb: .event(.fork)) }

  /// Sends an event whose update must throw.
  ///
  /// ```swift
  /// .WHEN_Throws(.userTappedPay, error: InvalidStateError())
  /// ```
  /// Changes that the update made before it threw stay; its effects do not start. The path continues.
  public var WHEN_Throws: RefusedEventVerb<Self, Never> {
    RefusedEventVerb(plan: self, verb: .event(.throwing))
  }

  /// Adds another path from here, which begins with an event whose update must throw.
  public var FORK_Throws: RefusedEventVerb<Self, Self> {
    RefusedEventVerb(plan: self, verb: .event(.throwingFork))
  }
}

extension EventVerb {
  /// Adds a step that sends an event to the scope.
  @discardableResult
  public func callAsFunction(
    _ when: Plan.Subject.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Branch) throws -> Void = MissingBranch.thrown
  ) throws -> Plan {
    try plan.adding(SendStep(verb, when, to: plan.at(fileID, filePath, line, column)), branch)
  }

  /// Adds a step that sends an event to a child.
  @discardableResult
  public func callAsFunction<Target: EventTarget>(
    _ keyPath: KeyPath<Plan.Subject, Target>,
    _ when: Target.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Branch) throws -> Void = MissingBranch.thrown
  ) throws -> Plan {
    try plan.adding(SendStep(verb, when, to: plan.at(keyPath, fileID, filePath, line, column)), branch)
  }

  /// Adds a step that sends an event to the scope in a case of a `ScopeEnum`.
  @discardableResult
  public func callAsFunction<Screen: ScopeEnum, Child: ScopeProtocol>(
    _ keyPath: KeyPath<Plan.Subject, Screen>,
    as type: Child.Type,
    _ when: Child.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Branch) throws -> Void = MissingBranch.thrown
  ) throws -> Plan {
    try plan.adding(
      SendStep(verb, when, to: plan.at(keyPath, as: type, fileID, filePath, line, column)),
      branch
    )
  }
}

extension RefusedEventVerb {
  /// Adds a step that sends an event to the scope, which must refuse it.
  ///
  /// - `error`: the expected error; nil for any error. Errors that are not `Equatable` are equal if they have
  ///   the same type and the same text.
  @discardableResult
  public func callAsFunction(
    _ when: Plan.Subject.When,
    error: (any Error)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Branch) throws -> Void = MissingBranch.thrown
  ) throws -> Plan {
    try plan.adding(SendStep(verb, when, error, to: plan.at(fileID, filePath, line, column)), branch)
  }

  /// Adds a step that sends an event to a child, which must refuse it.
  @discardableResult
  public func callAsFunction<Target: EventTarget>(
    _ keyPath: KeyPath<Plan.Subject, Target>,
    _ when: Target.When,
    error: (any Error)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Branch) throws -> Void = MissingBranch.thrown
  ) throws -> Plan {
    try plan.adding(SendStep(verb, when, error, to: plan.at(keyPath, fileID, filePath, line, column)), branch)
  }

  /// Adds a step that sends an event to the scope in a case of a `ScopeEnum`, which must refuse it.
  @discardableResult
  public func callAsFunction<Screen: ScopeEnum, Child: ScopeProtocol>(
    _ keyPath: KeyPath<Plan.Subject, Screen>,
    as type: Child.Type,
    _ when: Child.When,
    error: (any Error)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Branch) throws -> Void = MissingBranch.thrown
  ) throws -> Plan {
    try plan.adding(
      SendStep(verb, when, error, to: plan.at(keyPath, as: type, fileID, filePath, line, column)),
      branch
    )
  }
}

extension FlowSteps {
  /// Adds a step that sends an event whose update must throw.
  package func throwing<When>(_ when: When, at target: StepTarget<Root, When>) -> Self {
    add(SendStep(.event(.throwing), when, to: target))
  }

  /// Adds a step, or another path that begins with it, if the verb is that of a fork.
  func adding<Branch>(_ step: Step<Root>, _ branch: (Branch) throws -> Void) throws -> Self {
    guard step.verb.isFork else { return add(step) }
    do {
      // The verbs of forks have the plan itself as their branch.
      return try fork(step) { plan in if let plan = plan as? Branch { try branch(plan) } }
    } catch is MissingBranch {
      return add(ClosureStep(step.call) { _ in throw FlowFailure.missingBranch(step.verb.text) })
    }
  }
}

/// What stands for the closure of a fork that is written without one.
///
/// The step fails then. Only the verbs use it.
public struct MissingBranch: Error, CustomStringConvertible {
  init() {}

  /// A sentence that names the remedy.
  public var description: String { "A fork has no steps of its own: write them in a closure behind it." }

  /// Throws it.
  public static func thrown<Branch>(_: Branch) throws { throw MissingBranch() }
}

extension MissingBranch: LocalizedError {
  /// The same text as ``description``.
  public var errorDescription: String? { description }
}

/// A step that sends an event to a scope.
final class SendStep<Root: ScopeProtocol, When: Sendable>: Step<Root> {
  private let when: When
  /// The error that the update must throw; nil for any, if the verb requires one.
  private let expected: (any Error)?
  private let target: StepTarget<Root, When>

  init(_ verb: Verb, _ when: When, _ expected: (any Error)? = nil, to target: StepTarget<Root, When>) {
    self.when = when
    self.expected = expected
    self.target = target
    super.init(verb)
  }

  override func perform(_ run: PathRun<Root>) throws {
    let scope = try target.find(run.root)
    run.willSend(to: scope)
    // Effects of a plan never start, so no actor need be named.
    do { try scope.trySend(when, isolation: nil) } catch { return try check(error) }
    if verb.mustThrow { throw FlowFailure.eventDidNotThrow(event: EventText(when).text) }
  }

  /// Throws a failure unless the update had to throw this error.
  private func check(_ error: any Error) throws {
    let event = EventText(when).text
    guard verb.mustThrow else { throw FlowFailure.eventThrew(event: event, error: "\(error)") }
    guard let expected, !ValueDiff.areEqual(expected, error) else { return }
    let diff = ValueDiff(from: SendStep.lines(expected), to: SendStep.lines(error))
    throw FlowFailure.otherErrorThrown(event: event, diff: diff.lines)
  }

  private static func lines(_ error: any Error) -> [String] {
    let description = (error as Any as? any CustomStringConvertible).map {
      PrintableText.escaped($0.description)
    }
    let lines = description.map { [$0] } ?? ValueNode(error).lines
    return lines.enumerated().map { $0 == 0 ? "\(typeName(type(of: error))): \($1)" : $1 }
  }

  override var call: StepCall {
    target.call(verb, [.value(when)] + (expected.map { [.value($0, "error")] } ?? []))
  }
}
