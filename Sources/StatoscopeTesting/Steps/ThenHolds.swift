import Statoscope

extension FlowSteps {
  /// Checks that something is so, in words that the failure repeats.
  ///
  /// - `words`: what is so, in a few words.
  /// - `isSo`: whether it is.
  @discardableResult
  public func THEN(
    _ words: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ isSo: @escaping (_ sut: Subject) throws -> Bool
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return check(StepCall(site: site, verb: "THEN", arguments: [.value(words)]), on: position.focus) {
      subject,
      _ in
      guard try isSo(subject) else { throw FlowFailure.isNotSo(words) }
    }
  }

  /// Checks that something is not so, in words that the failure repeats.
  ///
  /// - `words`: what is not so, in a few words.
  /// - `isSo`: whether it is.
  @discardableResult
  public func THEN_Not(
    _ words: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ isSo: @escaping (_ sut: Subject) throws -> Bool
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return check(StepCall(site: site, verb: "THEN_Not", arguments: [.value(words)]), on: position.focus) {
      subject,
      _ in
      if try isSo(subject) { throw FlowFailure.isSo(words) }
    }
  }
}
