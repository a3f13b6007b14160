import Statoscope

extension FlowSteps {
  /// Ends an effect of a type with a value; its own maps create the event that the scope receives.
  ///
  /// ```swift
  /// .WHEN_EffectCompletes(LoadArticle.self, with: article)
  /// ```
  /// - `number`: the position among several effects of the type, the oldest being number one; by default, the
  ///   oldest that has started.
  @discardableResult
  public func WHEN_EffectCompletes<E: Effect>(
    _ effect: E.Type,
    number: Int? = nil,
    with value: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let location = CallLocation(fileID, filePath, line, column)
    return ending("WHEN_EffectCompletes", .ofType(effect, number), .completes(value), at: location)
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
    let location = CallLocation(fileID, filePath, line, column)
    return ending("WHEN_EffectCompletes", .equal(to: effect), .completes(value), at: location)
  }

  /// Ends an effect of a type with an error; its own maps create the event that the scope receives.
  ///
  /// - `number`: the position among several effects of the type, the oldest being number one; by default, the
  ///   oldest that has started.
  @discardableResult
  public func WHEN_EffectFails<E: Effect>(
    _ effect: E.Type,
    number: Int? = nil,
    with error: any Error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let location = CallLocation(fileID, filePath, line, column)
    return ending("WHEN_EffectFails", .ofType(effect, number), .fails(error), at: location)
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
    let location = CallLocation(fileID, filePath, line, column)
    return ending("WHEN_EffectFails", .equal(to: effect), .fails(error), at: location)
  }

  /// Makes a stream of a type yield an element; the stream stays in flight.
  ///
  /// ```swift
  /// .WHEN_StreamYields(Ticks.self, 1)
  /// ```
  /// - `number`: the position among several effects of the type, the oldest being number one; by default, the
  ///   oldest that has started.
  @discardableResult
  public func WHEN_StreamYields<E: StreamEffect>(
    _ effect: E.Type,
    number: Int? = nil,
    _ element: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let location = CallLocation(fileID, filePath, line, column)
    return ending("WHEN_StreamYields", .ofType(effect, number), .yields(element), at: location)
  }
}
