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
    return ending(.ofType(effect), .completes(with: value), on: position.focus, at: site) {
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
    return ending(.equal(to: effect), .completes(with: value), on: position.focus, at: site) {
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
    return ending(.ofType(effect), .fails(with: error), on: position.focus, at: site) {
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
    return ending(.equal(to: effect), .fails(with: error), on: position.focus, at: site) {
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
    return ending(.ofType(effect), .yields(element), on: position.focus, at: site) {
      "WHEN_StreamYields(\(typeName(effect)).self)"
    }
  }
}
