import Statoscope

extension FlowSteps {
  /// Ends one of several effects of a type with a value, the oldest being number one.
  ///
  /// ```swift
  /// .WHEN_EffectCompletes(LoadArticle.self, number: 2, with: article)
  /// ```
  @discardableResult
  public func WHEN_EffectCompletes<E: Effect>(
    _ effect: E.Type,
    number: Int,
    with value: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return ending(.ofType(effect), number: number, .completes(with: value), on: position.focus, at: site) {
      "WHEN_EffectCompletes(\(typeName(effect)).self, number: \(number))"
    }
  }

  /// Ends one of several effects of a type with an error, the oldest being number one.
  @discardableResult
  public func WHEN_EffectFails<E: Effect>(
    _ effect: E.Type,
    number: Int,
    with error: any Error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return ending(.ofType(effect), number: number, .fails(with: error), on: position.focus, at: site) {
      "WHEN_EffectFails(\(typeName(effect)).self, number: \(number))"
    }
  }

  /// Lets one of several streams of a type yield an element, the oldest being number one.
  @discardableResult
  public func WHEN_StreamYields<E: StreamEffect>(
    _ effect: E.Type,
    number: Int,
    _ element: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return ending(.ofType(effect), number: number, .yields(element), on: position.focus, at: site) {
      "WHEN_StreamYields(\(typeName(effect)).self, number: \(number))"
    }
  }

  /// Ends an effect with a value whose event the scope refuses: the update must throw.
  @discardableResult
  public func WHEN_EffectCompletes_Throws<E: Effect>(
    _ effect: E.Type,
    number: Int = 1,
    with value: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return ending(
      .ofType(effect),
      number: number,
      .completes(with: value),
      mustThrow: true,
      on: position.focus,
      at: site
    ) {
      "WHEN_EffectCompletes_Throws(\(typeName(effect)).self, number: \(number))"
    }
  }

  /// Ends an effect with an error whose event the scope refuses, or that nothing maps to an event: it must throw.
  @discardableResult
  public func WHEN_EffectFails_Throws<E: Effect>(
    _ effect: E.Type,
    number: Int = 1,
    with error: any Error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return ending(
      .ofType(effect),
      number: number,
      .fails(with: error),
      mustThrow: true,
      on: position.focus,
      at: site
    ) {
      "WHEN_EffectFails_Throws(\(typeName(effect)).self, number: \(number))"
    }
  }

  /// Lets a stream yield an element whose event the scope refuses: the update must throw.
  @discardableResult
  public func WHEN_StreamYields_Throws<E: StreamEffect>(
    _ effect: E.Type,
    number: Int = 1,
    _ element: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return ending(
      .ofType(effect),
      number: number,
      .yields(element),
      mustThrow: true,
      on: position.focus,
      at: site
    ) {
      "WHEN_StreamYields_Throws(\(typeName(effect)).self, number: \(number))"
    }
  }
}
