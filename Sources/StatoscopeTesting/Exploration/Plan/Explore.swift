import Statoscope

/// Begins an exploration with a closure that makes the scope; it is called whenever a way is gone from the start.
///
/// - Returns: a plan, to say what may happen, what must hold, and to run.
public func EXPLORE<Sut: ScopeProtocol>(
  _ given: @escaping () throws -> Sut,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) -> ExplorationPlan<Sut> {
  ExplorationPlan(
    given: given,
    site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  )
}

extension ScopeProtocol {
  /// Begins an exploration with a closure that makes the scope; it is called whenever a way is gone from the start.
  ///
  /// - Returns: a plan, to say what may happen, what must hold, and to run.
  public static func EXPLORE(
    _ given: @escaping () throws -> Self,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> ExplorationPlan<Self> {
    ExplorationPlan(
      given: given,
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}
