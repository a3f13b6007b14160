import Statoscope
import StatoscopeTesting

extension ExplorationPlan {
  /// Promises that from every state some path leads to a state that satisfies a condition: no dead ends.
  ///
  /// ```swift
  /// .ALWAYS_REACHABLE("the list is on screen") { $0.article == nil }
  /// ```
  /// The failure is the shortest flow into a state from which no path leads there. The promise is judged when
  /// all states were found; see ``Exploration/uncheckedProperties``.
  ///
  /// - `promise`: a short description of the condition.
  /// - `holds`: evaluates the condition in a state; an error counts as false.
  public func ALWAYS_REACHABLE(
    _ promise: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ holds: @escaping (_ sut: Sut) throws -> Bool
  ) -> Self {
    let location = CallLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return promising(.alwaysReachable, promise, location, holds)
  }

  /// Promises that from every state a condition becomes true when no further event is sent: no endless
  /// spinner.
  ///
  /// ```swift
  /// .SETTLES("nothing loads") { !$0.isLoading }
  /// ```
  /// Every effect in flight ends in one of the ways that an `EFFECT` lists, or is cancelled, in any order.
  /// The failure is the shortest flow to a state without such effects in which the condition is false, or to
  /// a cycle of effects, with one turn of it. The promise is judged when all states were found; see
  /// ``Exploration/uncheckedProperties``.
  ///
  /// - `promise`: a short description of the condition.
  /// - `holds`: evaluates the condition in a state; an error counts as false.
  public func SETTLES(
    _ promise: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ holds: @escaping (_ sut: Sut) throws -> Bool
  ) -> Self {
    let location = CallLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return promising(.settles, promise, location, holds)
  }
}
