import Statoscope

extension FlowSteps {
  /// Checks that an effect equal to this one is under way; it stays there.
  ///
  /// ```swift
  /// .THEN_EnqueuedEffect(LoadArticle(id: 7))
  /// ```
  @discardableResult
  public func THEN_EnqueuedEffect<E: Effect & Equatable>(
    _ effect: E,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return enqueued(.equal(to: effect), on: position.focus, at: site) { "THEN_EnqueuedEffect(\(effect))" }
  }

  /// Checks that an effect is under way of which one parameter has a value; it stays there.
  ///
  /// ```swift
  /// .THEN_EnqueuedEffect(parameter: \LoadArticle.id, equals: 7)
  /// ```
  @discardableResult
  public func THEN_EnqueuedEffect<E: Effect, Value: Equatable>(
    parameter: KeyPath<E, Value>,
    equals expected: Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return enqueued(.with(parameter, expected), on: position.focus, at: site) {
      "THEN_EnqueuedEffect(parameter:equals:)"
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
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return notEnqueued(effect, on: position.focus, at: site)
  }

  /// Checks that no effect is under way in the scope; its children may have some.
  @discardableResult
  public func THEN_NoEffects(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return noEffects(on: position.focus, at: site)
  }
}

extension FlowSteps {
  func enqueued<Target: ScopeProtocol>(
    _ wanted: EffectMatch,
    on target: Focus<Root, Target>,
    at site: CallSite,
    _ words: @escaping () -> String
  ) -> Self {
    check(site, words, on: target, value: wanted.value) { scope, run in
      let underWay = scope.effectNotes
      let found = underWay.filter { wanted.matches($0.pristine) }
      for effect in found { run.namesEffect(effect.generation, of: scope) }
      guard found.isEmpty else { return }
      throw wanted.failure(underWay: underWay)
    }
  }

  func notEnqueued<E: Effect, Target: ScopeProtocol>(
    _ effect: E.Type,
    on target: Focus<Root, Target>,
    at site: CallSite
  ) -> Self {
    check(site, { "THEN_NoEnqueuedEffect(\(typeName(effect)).self)" }, on: target) { scope, _ in
      let unwanted = EffectMatch.ofType(effect)
      let underWay = scope.effectNotes
      guard underWay.contains(where: { unwanted.matches($0.pristine) }) else { return }
      throw FlowFailure.effectFound(unwanted: unwanted.text, underWay: underWay.map(\.text))
    }
  }

  func noEffects<Target: ScopeProtocol>(on target: Focus<Root, Target>, at site: CallSite) -> Self {
    check(site, { "THEN_NoEffects()" }, on: target) { scope, _ in
      let underWay = scope.effectNotes
      guard !underWay.isEmpty else { return }
      throw FlowFailure.effectsUnderWay(underWay.map(\.text))
    }
  }
}
