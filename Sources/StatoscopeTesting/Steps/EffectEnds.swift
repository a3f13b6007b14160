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
    ending(
      effect,
      .success(value),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      { "WHEN_EffectCompletes(\(typeName(effect)).self)" }
    )
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
    ending(
      effect,
      .failure(error),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      { "WHEN_EffectFails(\(typeName(effect)).self)" }
    )
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
    event(
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      { "WHEN_StreamYields(\(typeName(effect)).self)" },
      on: position.focus
    ) { subject in
      let found = try oldest(effect, in: subject)
      do { try subject.yieldElement(element, of: found) } catch {
        throw FlowFailure.effectEndThrew(effect: typeName(effect), error: "\(error)")
      }
    }
  }
}

extension FlowSteps {
  func ending<E: Effect>(
    _ effect: E.Type,
    _ end: Result<E.ResultType, any Error>,
    at site: CallSite,
    _ words: @escaping () -> String
  ) -> Self {
    event(site, words, on: position.focus) { subject in
      let found = try oldest(effect, in: subject)
      do { try subject.endEffect(found, ofPristine: end.map { $0 as Any }) } catch {
        throw FlowFailure.effectEndThrew(effect: typeName(effect), error: "\(error)")
      }
    }
  }
}

/// What identifies the oldest effect of a type under way.
private func oldest<E: Effect, Target: ScopeProtocol>(_ effect: E.Type, in scope: Target) throws -> UInt64 {
  let underWay = scope.effectsUnderWay
  guard let found = underWay.first(where: { $0.effect.pristineIs(effect) }) else {
    throw FlowFailure.effectNotFound(wanted: "of type \(typeName(effect))", underWay: names(of: underWay))
  }
  return found.generation
}

/// The effects under way as a failure lists them.
func names<When>(of effects: [(generation: UInt64, effect: AnyEffect<When>)]) -> [String] {
  effects.map { "\($0.effect.pristine)" }
}
