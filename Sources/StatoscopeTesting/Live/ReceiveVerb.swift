import Statoscope

/// The verb `RECEIVE`, which receives the event of an effect in a live plan; see ``EventVerb``.
public struct ReceiveVerb<Plan: FlowSteps> {
  fileprivate let plan: Plan

  private func add<When>(
    _ expected: ExpectedEvent,
    _ argument: StepCall.Argument,
    _ target: StepTarget<Plan.Root, When>
  ) -> Plan {
    plan.add(ClosureStep(target.call(.receive, [argument])) { run in try run.receive(expected, at: target) })
  }
}

extension FlowSteps {
  /// Waits for the oldest event of an effect, which must be the expected one, and delivers it; for live plans.
  ///
  /// ```swift
  /// .WHEN(.userTypedText("sta"))
  /// .ADVANCE(by: .milliseconds(300))
  /// .RECEIVE(.found(["statoscope"]))
  /// ```
  /// Events of the whole tree share one queue, first in first out, and the clock stops while one is pending.
  /// If the queue is empty, the step waits for external results; it fails immediately when none can arrive:
  /// every effect in flight has ended or is asleep on the plan's clock. An event whose type is not
  /// `Equatable` is compared by its text.
  public var RECEIVE: ReceiveVerb<Self> { ReceiveVerb(plan: self) }

  /// Receives the events that are due, whatever they are, without saying which; for live plans.
  ///
  /// Those that the received ones cause at once are received, too. None is no failure.
  @discardableResult
  public func SKIP_RECEIVED(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let location = CallLocation(fileID, filePath, line, column)
    return add(ReceiveAllStep(focus.call(.skipReceived(again: false), at: location), again: false))
  }
}

extension ReceiveVerb {
  /// Receives an event of the scope.
  @discardableResult
  public func callAsFunction(
    _ when: Plan.Subject.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Plan {
    add(ExpectedEvent(when), .value(when), plan.at(fileID, filePath, line, column))
  }

  /// Receives an event of a child; if it is missing, the step fails.
  @discardableResult
  public func callAsFunction<Target: EventTarget>(
    _ keyPath: KeyPath<Plan.Subject, Target>,
    _ when: Target.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Plan {
    add(ExpectedEvent(when), .value(when), plan.at(keyPath, fileID, filePath, line, column))
  }

  /// Receives an event of the scope in a case of a `ScopeEnum`; if another case is current, the step fails and names it.
  @discardableResult
  public func callAsFunction<Screen: ScopeEnum, Child: ScopeProtocol>(
    _ keyPath: KeyPath<Plan.Subject, Screen>,
    as type: Child.Type,
    _ when: Child.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Plan {
    add(ExpectedEvent(when), .value(when), plan.at(keyPath, as: type, fileID, filePath, line, column))
  }

  /// Receives an event of the scope that a closure accepts, for one with a value that the test does not know.
  ///
  /// ```swift
  /// .RECEIVE(where: { if case .failed = $0 { true } else { false } })
  /// ```
  /// - `isExpected`: returns whether the event is the expected one. It is called for events of the scope only.
  @discardableResult
  public func callAsFunction(
    where isExpected: @escaping (_ when: Plan.Subject.When) -> Bool,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Plan {
    add(ExpectedEvent(where: isExpected), .code("{ }", "where"), plan.at(fileID, filePath, line, column))
  }

  /// Receives an event of a child that a closure accepts.
  @discardableResult
  public func callAsFunction<Target: EventTarget>(
    _ keyPath: KeyPath<Plan.Subject, Target>,
    where isExpected: @escaping (_ when: Target.When) -> Bool,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Plan {
    add(
      ExpectedEvent(where: isExpected),
      .code("{ }", "where"),
      plan.at(keyPath, fileID, filePath, line, column)
    )
  }

  /// Receives an event of the scope in a case of a `ScopeEnum` that a closure accepts.
  @discardableResult
  public func callAsFunction<Screen: ScopeEnum, Child: ScopeProtocol>(
    _ keyPath: KeyPath<Plan.Subject, Screen>,
    as type: Child.Type,
    where isExpected: @escaping (_ when: Child.When) -> Bool,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Plan {
    add(
      ExpectedEvent(where: isExpected),
      .code("{ }", "where"),
      plan.at(keyPath, as: type, fileID, filePath, line, column)
    )
  }
}

/// A step that receives the events that are due.
final class ReceiveAllStep<Root: ScopeProtocol>: Step<Root> {
  private let storedCall: StepCall

  /// - Parameter again: whether it is a part of the step before it.
  init(_ call: StepCall, again: Bool) {
    storedCall = call
    super.init(.skipReceived(again: again))
  }

  override var call: StepCall { storedCall }

  override func perform(_ run: PathRun<Root>) throws { try run.receiveAll() }
}
