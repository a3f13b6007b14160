import Statoscope
import StatoscopeTesting

extension ExplorationPlan {
  /// Requires that every state satisfies a condition.
  ///
  /// A violation is one failure, whose text is the shortest flow that shows it, as source ready to paste.
  ///
  /// - `property`: a short description of the condition.
  /// - `condition`: evaluates the condition in a state; an error violates the property.
  public func ALWAYS(
    _ property: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ condition: @escaping (_ sut: Sut) throws -> Bool
  ) -> Self {
    let location = CallLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return checking(.always, property, location, condition)
  }

  /// Requires that no state satisfies a condition.
  ///
  /// - `property`: a short description of the condition.
  /// - `condition`: evaluates the condition in a state; an error violates the property.
  public func NEVER(
    _ property: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ condition: @escaping (_ sut: Sut) throws -> Bool
  ) -> Self {
    let location = CallLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return checking(.never, property, location, condition)
  }

  /// Requires that at least one state satisfies a condition; see ``Exploration/flow(reaching:)`` for the path
  /// there.
  ///
  /// - `property`: a short description of the condition.
  /// - `condition`: evaluates the condition in a state; an error counts as false.
  public func REACHES(
    _ property: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ condition: @escaping (_ sut: Sut) throws -> Bool
  ) -> Self {
    let location = CallLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return checking(.reaches, property, location, condition)
  }

  /// Requires that from every state some path leads to a state that satisfies a condition: no dead ends.
  ///
  /// ```swift
  /// .ALWAYS_REACHABLE("the list is on screen") { $0.article == nil }
  /// ```
  /// The failure is the shortest flow into a state from which no path leads there. The property is checked
  /// when all states were found; see ``Exploration/uncheckedProperties``.
  ///
  /// - `property`: a short description of the condition.
  /// - `condition`: evaluates the condition in a state; an error counts as false.
  public func ALWAYS_REACHABLE(
    _ property: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ condition: @escaping (_ sut: Sut) throws -> Bool
  ) -> Self {
    let location = CallLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return checking(.alwaysReachable, property, location, condition)
  }

  /// Requires that from every state a condition becomes true when no further event is sent: no endless
  /// spinner.
  ///
  /// ```swift
  /// .SETTLES("nothing loads") { !$0.isLoading }
  /// ```
  /// Every effect in flight ends with one of the results that an `EFFECT` lists, or is cancelled, in any
  /// order. The failure is the shortest flow to a state without such effects in which the condition is false,
  /// or to a cycle of effects, with one turn of it. The property is checked when all states were found; see
  /// ``Exploration/uncheckedProperties``.
  ///
  /// - `property`: a short description of the condition.
  /// - `condition`: evaluates the condition in a state; an error counts as false.
  public func SETTLES(
    _ property: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ condition: @escaping (_ sut: Sut) throws -> Bool
  ) -> Self {
    let location = CallLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return checking(.settles, property, location, condition)
  }
}
