import Statoscope

extension FlowSteps {
  /// Waits for the oldest event of an effect, which must be this one, and delivers it; for live plans.
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
  @discardableResult
  public func RECEIVE(
    _ when: Subject.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    receiving(when, to: focus, at: CallLocation(fileID, filePath, line, column))
  }

  /// Waits for the oldest event of an effect, which must be this one of a child, and delivers it; for live
  /// plans.
  @discardableResult
  public func RECEIVE<Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Child>,
    _ when: Child.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    receiving(when, to: focus.child(keyPath), at: CallLocation(fileID, filePath, line, column))
  }

  /// Waits for the oldest event of an effect, which must be this one of a child, and delivers it; for live
  /// plans.
  ///
  /// If the child is missing, the step fails.
  @discardableResult
  public func RECEIVE<Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Child?>,
    _ when: Child.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    receiving(when, to: focus.child(keyPath), at: CallLocation(fileID, filePath, line, column))
  }

  private func receiving<Target: ScopeProtocol>(
    _ when: Target.When,
    to target: Focus<Root, Target>,
    at location: CallLocation
  ) -> Self {
    add(
      target.call("RECEIVE", [.value(when)], at: location),
      .live(.receive(ExpectedEvent(when, at: target)))
    )
  }
}
