import Statoscope

extension FlowSteps {
  /// Checks that an effect equal to this one is under way; it stays there.
  @discardableResult
  public func THEN_EnqueuedEffect<E: Effect & Equatable>(
    _ effect: E,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    check(CallSite(fileID: fileID, filePath: filePath, line: line, column: column), { "THEN_EnqueuedEffect" })
    { subject in
      let underWay = subject.effectsUnderWay
      guard !underWay.contains(where: { $0.effect.pristineEquals(effect) }) else { return }
      throw FlowFailure.effectNotFound(wanted: "equal to \(effect)", underWay: names(of: underWay))
    }
  }

  /// Checks that an effect is under way of which one parameter has a value; it stays there.
  ///
  /// ```swift
  /// .THEN_EnqueuedEffect(parameter: \LoadArticle.id, equals: 7)
  /// ```
  @discardableResult
  public func THEN_EnqueuedEffect<E: Effect, Value: Equatable>(
    parameter keyPath: KeyPath<E, Value>,
    equals expected: Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    check(
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      { "THEN_EnqueuedEffect(parameter: \(keyPath), equals:)" }
    ) { subject in
      let underWay = subject.effectsUnderWay
      let isFound = underWay.contains { ($0.effect.pristine as? E)?[keyPath: keyPath] == expected }
      guard !isFound else { return }
      let wanted = "a \(typeName(E.self)) whose parameter equals \(expected)"
      throw FlowFailure.effectNotFound(wanted: wanted, underWay: names(of: underWay))
    }
  }

  /// Checks that no effect of a type is under way in the scope.
  @discardableResult
  public func THEN_NoEnqueuedEffect<E: Effect>(
    _ effect: E.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    check(
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      { "THEN_NoEnqueuedEffect(\(typeName(effect)).self)" }
    ) { subject in
      let underWay = subject.effectsUnderWay
      guard underWay.contains(where: { $0.effect.pristineIs(effect) }) else { return }
      throw FlowFailure.effectFound(unwanted: "of type \(typeName(effect))", underWay: names(of: underWay))
    }
  }

  /// Checks that no effect is under way in the scope.
  @discardableResult
  public func THEN_NoEffects(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    check(CallSite(fileID: fileID, filePath: filePath, line: line, column: column), { "THEN_NoEffects()" }) {
      subject in
      let underWay = subject.effectsUnderWay
      guard !underWay.isEmpty else { return }
      throw FlowFailure.effectsUnderWay(names(of: underWay))
    }
  }
}
