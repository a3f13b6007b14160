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
    let location = CallLocation(fileID, filePath, line, column)
    return check(focus.call("THEN", [.value(condition)], at: location), on: focus) { subject, _ in
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
    let location = CallLocation(fileID, filePath, line, column)
    return check(focus.call("THEN_Not", [.value(condition)], at: location), on: focus) { subject, _ in
      if try isTrue(subject) { throw FlowFailure.conditionHolds(condition) }
    }
  }
}
