import Statoscope
import StatoscopeTesting

/// Begins an exploration with a closure that creates the scope; it is called whenever a path is taken from
/// the start.
///
/// - Returns: a plan, to which you add possible events and properties, and which you then run.
public func EXPLORE<Sut: ScopeProtocol>(
  _ given: @escaping () throws -> Sut,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) -> ExplorationPlan<Sut> {
  ExplorationPlan(
    given: given,
    location: CallLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  )
}

extension ScopeProtocol {
  /// Begins an exploration with a closure that creates the scope; it is called whenever a path is taken from
  /// the start.
  ///
  /// - Returns: a plan, to which you add possible events and properties, and which you then run.
  public static func EXPLORE(
    _ given: @escaping () throws -> Self,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> ExplorationPlan<Self> {
    ExplorationPlan(
      given: given,
      location: CallLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}
