import Statoscope

extension FlowSteps {
  /// Checks that a condition is true; the failure repeats its description.
  ///
  /// - `condition`: a short description of the condition.
  /// - `isTrue`: evaluates the condition.
  @discardableResult
  public func THEN(
    _ condition: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ isTrue: @escaping (_ sut: Subject) throws -> Bool
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return check(StepCall(site: site, verb: "THEN", arguments: [.value(condition)]), on: position.focus) {
      subject,
      _ in
      guard try isTrue(subject) else { throw FlowFailure.conditionFailed(condition) }
    }
  }

  /// Checks that a condition is false; the failure repeats its description.
  ///
  /// - `condition`: a short description of the condition.
  /// - `isTrue`: evaluates the condition.
  @discardableResult
  public func THEN_Not(
    _ condition: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ isTrue: @escaping (_ sut: Subject) throws -> Bool
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return check(StepCall(site: site, verb: "THEN_Not", arguments: [.value(condition)]), on: position.focus) {
      subject,
      _ in
      if try isTrue(subject) { throw FlowFailure.conditionHolds(condition) }
    }
  }
}
