import Statoscope

/// Begins a flow test with a closure that creates the scope; it is called once for the plan and once for each
/// fork.
///
/// - Returns: a plan, to which you add steps and which you then run.
public func GIVEN<Sut: ScopeProtocol>(
  _ given: @escaping () throws -> Sut,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) throws -> TestPlan<Sut> {
  TestPlan(given: given, location: CallLocation(fileID, filePath, line, column))
}

extension ScopeProtocol {
  /// Begins a flow test with a closure that creates the scope; it is called once for the plan and once for
  /// each fork.
  ///
  /// - Returns: a plan, to which you add steps and which you then run.
  public static func GIVEN(
    _ given: @escaping () throws -> Self,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> TestPlan<Self> {
    TestPlan(given: given, location: CallLocation(fileID, filePath, line, column))
  }
}
