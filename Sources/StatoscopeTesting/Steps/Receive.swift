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
  /// every effect under way has ended or is asleep on the plan's clock. An event whose type is not
  /// `Equatable` is compared by what it shows of itself.
  @discardableResult
  public func RECEIVE(
    _ when: Subject.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    receiving(
      when,
      at: position.focus,
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      { "RECEIVE(.\(when))" }
    )
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
    receiving(
      when,
      at: position.focus.child(keyPath),
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      { "RECEIVE(\\\(typeName(Subject.self)), .\(when))" }
    )
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
    receiving(
      when,
      at: position.focus.child(keyPath),
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      { "RECEIVE(\\\(typeName(Subject.self)), .\(when))" }
    )
  }

  private func receiving<Target: ScopeProtocol>(
    _ when: Target.When,
    at focus: Focus<Root, Target>,
    _ site: CallSite,
    _ words: @escaping () -> String
  ) -> Self {
    live(site, words, .receive(ExpectedEvent(when, at: focus)))
  }
}
