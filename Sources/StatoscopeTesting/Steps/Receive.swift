import Statoscope

extension FlowSteps {
  /// Waits for the oldest event of an effect, which must be this one, and lets it in; for live plans.
  ///
  /// ```swift
  /// .WHEN(.userTypedText("sta"))
  /// .ADVANCE(by: .milliseconds(300))
  /// .RECEIVE(.found(["statoscope"]))
  /// ```
  /// Events of the whole tree stand in one line, first in first out, and time stands still while one waits.
  /// With none in line the step waits for what comes from outside; it fails at once when nothing can come:
  /// every effect in flight has ended or is asleep on the plan's clock. An event whose type is not
  /// `Equatable` is compared by what it shows of itself.
  @discardableResult
  public func RECEIVE(
    _ when: Subject.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return receiving(when, at: position.focus, site)
  }

  /// Waits for the oldest event of an effect, which must be this one of a child, and lets it in; for live
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
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return receiving(when, at: position.focus.child(keyPath), site)
  }

  /// Waits for the oldest event of an effect, which must be this one of a child, and lets it in; for live
  /// plans.
  ///
  /// With no child there, the step fails.
  @discardableResult
  public func RECEIVE<Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Child?>,
    _ when: Child.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return receiving(when, at: position.focus.child(keyPath), site)
  }

  private func receiving<Target: ScopeProtocol>(
    _ when: Target.When,
    at focus: Focus<Root, Target>,
    _ site: CallSite
  ) -> Self {
    add(focus.call("RECEIVE", [.value(when)], at: site), .live(.receive(ExpectedEvent(when, at: focus))))
  }
}
