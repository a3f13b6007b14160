import Statoscope

extension FlowSteps {
  /// Ends the oldest effect of a type with a value; its own maps make the event that the scope receives.
  ///
  /// ```swift
  /// .WHEN_EffectCompletes(LoadArticle.self, with: article)
  /// ```
  @discardableResult
  public func WHEN_EffectCompletes<E: Effect>(
    _ effect: E.Type,
    with value: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return ending(.ofType(effect), .success(value), on: position.focus, at: site) {
      "WHEN_EffectCompletes(\(typeName(effect)).self)"
    }
  }

  /// Ends the oldest effect that is equal to this one with a value, where there are others of its type.
  ///
  /// ```swift
  /// .WHEN_EffectCompletes(LoadPage(2), with: page)
  /// ```
  @discardableResult
  public func WHEN_EffectCompletes<E: Effect & Equatable>(
    _ effect: E,
    with value: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return ending(.equal(to: effect), .success(value), on: position.focus, at: site) {
      "WHEN_EffectCompletes(\(effect))"
    }
  }

  /// Ends the oldest effect of a type with an error; its own maps make the event that the scope receives.
  @discardableResult
  public func WHEN_EffectFails<E: Effect>(
    _ effect: E.Type,
    with error: any Error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return ending(.ofType(effect), Result<Never, any Error>.failure(error), on: position.focus, at: site) {
      "WHEN_EffectFails(\(typeName(effect)).self)"
    }
  }

  /// Ends the oldest effect that is equal to this one with an error, where there are others of its type.
  @discardableResult
  public func WHEN_EffectFails<E: Effect & Equatable>(
    _ effect: E,
    with error: any Error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return ending(.equal(to: effect), Result<Never, any Error>.failure(error), on: position.focus, at: site) {
      "WHEN_EffectFails(\(effect))"
    }
  }

  /// Lets the oldest stream of a type yield an element; the stream stays under way.
  ///
  /// ```swift
  /// .WHEN_StreamYields(Ticks.self, 1)
  /// ```
  @discardableResult
  public func WHEN_StreamYields<E: StreamEffect>(
    _ effect: E.Type,
    _ element: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return yielding(element, from: effect, on: position.focus, at: site)
  }
}

extension FlowSteps {
  func ending<Target: ScopeProtocol, Value>(
    _ wanted: EffectMatch,
    _ end: Result<Value, any Error>,
    on target: Focus<Root, Target>,
    at site: CallSite,
    _ words: @escaping () -> String
  ) -> Self {
    event(site, words, on: target, value: end.toldValue) { scope, run in
      let effect = try oldest(wanted, in: scope)
      run.namesEffect(effect.generation, of: scope)
      do {
        try scope.endEffect(effect.generation, ofPristine: end.map { $0 as Any }) { run.eventBegins() }
      } catch {
        throw FlowFailure.effectEndThrew(effect: EffectText(effect.pristine).text, error: "\(error)")
      }
    }
  }

  func yielding<E: StreamEffect, Target: ScopeProtocol>(
    _ element: E.ResultType,
    from effect: E.Type,
    on target: Focus<Root, Target>,
    at site: CallSite
  ) -> Self {
    event(site, { "WHEN_StreamYields(\(typeName(effect)).self)" }, on: target, value: element) { scope, run in
      let stream = try oldest(.ofType(effect), in: scope)
      run.namesEffect(stream.generation, of: scope)
      do { try scope.yieldElement(element, of: stream.generation) } catch {
        throw FlowFailure.effectEndThrew(effect: EffectText(stream.pristine).text, error: "\(error)")
      }
    }
  }
}

extension Result {
  /// What an effect ends with, either way.
  fileprivate var toldValue: Any {
    switch self {
    case .success(let value): value
    case .failure(let error): error
    }
  }
}

/// The oldest effect that a step speaks of; it has started, so it can end.
func oldest(_ wanted: EffectMatch, in scope: ScopeNode) throws -> EffectNote {
  let underWay = scope.effectNotes
  let found = underWay.filter { wanted.matches($0.pristine) }
  guard let first = found.first else {
    throw wanted.failure(underWay: underWay)
  }
  guard let started = found.first(where: \.hasStarted) else {
    throw FlowFailure.effectWaits(effect: EffectText(first.pristine).text, underWay: underWay.map(\.text))
  }
  return started
}
