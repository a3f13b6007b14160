import Statoscope

extension FlowSteps {
  /// Ends an effect with a value whose event the scope refuses: the update must throw.
  @discardableResult
  public func WHEN_EffectCompletes_Throws<E: Effect>(
    _ effect: E.Type,
    number: Int? = nil,
    with value: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let location = CallLocation(fileID, filePath, line, column)
    return ending("WHEN_EffectCompletes_Throws", .ofType(effect, number), .completes(value), at: location)
  }

  /// Ends an effect with an error whose event the scope refuses, or that no map turns into an event: the
  /// update or the effect must throw.
  @discardableResult
  public func WHEN_EffectFails_Throws<E: Effect>(
    _ effect: E.Type,
    number: Int? = nil,
    with error: any Error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let location = CallLocation(fileID, filePath, line, column)
    return ending("WHEN_EffectFails_Throws", .ofType(effect, number), .fails(error), at: location)
  }

  /// Makes a stream yield an element whose event the scope refuses: the update must throw.
  @discardableResult
  public func WHEN_StreamYields_Throws<E: StreamEffect>(
    _ effect: E.Type,
    number: Int? = nil,
    _ element: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let location = CallLocation(fileID, filePath, line, column)
    return ending("WHEN_StreamYields_Throws", .ofType(effect, number), .yields(element), at: location)
  }
}
