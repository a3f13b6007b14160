import Statoscope

extension FlowSteps {
  /// Checks a condition, whose description the failure repeats.
  ///
  /// - `condition`: what is to be true, in a few words.
  /// - `isTrue`: whether it is.
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
  /// - `condition`: what is to be false, in a few words.
  /// - `isTrue`: whether it is.
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
