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

  /// Requires that a condition becomes true after every state that satisfies another one, when no further event is sent.
  ///
  /// ```swift
  /// .LEADS_TO("a save is answered", from: { $0.isSaving }, to: { !$0.isSaving })
  /// ```
  /// Effects end as for ``SETTLES(_:fileID:filePath:line:column:_:)``; it suffices that the condition holds at some time.
  /// The failure is the shortest flow to such a state, and from there, by the results of effects alone, to a state
  /// without effects or to a cycle of them. The property is checked when all states were found; see
  /// ``Exploration/uncheckedProperties``.
  ///
  /// - `property`: a short description of the condition.
  /// - `from`: evaluates the states after which the condition has to become true; an error counts as false.
  /// - `to`: evaluates the condition in a state; an error counts as false.
  public func LEADS_TO(
    _ property: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    from premise: @escaping (_ sut: Sut) throws -> Bool,
    to condition: @escaping (_ sut: Sut) throws -> Bool
  ) -> Self {
    let location = CallLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return checking(.leadsTo, property, location, from: premise, condition)
  }

  /// Requires that a condition becomes true from the first state on, when no event is sent.
  ///
  /// ```swift
  /// .EVENTUALLY("elected") { $0.leader != nil }
  /// ```
  /// Effects end as for ``SETTLES(_:fileID:filePath:line:column:_:)``; it suffices that the condition holds at some time.
  /// The property is checked when all states were found; see ``Exploration/uncheckedProperties``.
  ///
  /// - `property`: a short description of the condition.
  /// - `condition`: evaluates the condition in a state; an error counts as false.
  public func EVENTUALLY(
    _ property: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ condition: @escaping (_ sut: Sut) throws -> Bool
  ) -> Self {
    let location = CallLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return checking(.eventually, property, location, condition)
  }

  /// Requires that every state has a way out: some listed event is accepted, or an effect is in flight; no deadlock.
  ///
  /// ```swift
  /// .NEVER_STUCK("waits for nobody", unless: { $0.isDone })
  /// ```
  /// An effect whose `EFFECT` says that it cannot end now is no way out. The failure is the shortest flow into a state
  /// without one. The property is checked when all states were found; see ``Exploration/uncheckedProperties``.
  ///
  /// - `property`: a short description of the condition.
  /// - `unless`: evaluates the states that may have no way out, such as the end of a game; an error counts as false.
  public func NEVER_STUCK(
    _ property: String = "some step is possible",
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    unless isIntended: ((_ sut: Sut) throws -> Bool)? = nil
  ) -> Self {
    let location = CallLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return checking(.neverStuck, property, location, isIntended)
  }
}
