import Statoscope

extension ExplorationPlan {
  /// Promises that from every state some path leads to a state where something holds: no dead ends.
  ///
  /// ```swift
  /// .ALWAYS_REACHABLE("the list is on screen") { $0.article == nil }
  /// ```
  /// The failure is the shortest flow into a state from which no path leads there. It is judged when all states were
  /// found; see ``Exploration/unjudgedPromises``.
  ///
  /// - `promise`: what can always be reached, in a few words.
  /// - `holds`: whether it holds in a state; where it throws, it does not.
  public func ALWAYS_REACHABLE(
    _ promise: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ holds: @escaping (_ sut: Sut) throws -> Bool
  ) -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return promising(.alwaysReachable, promise, site, holds)
  }

  /// Promises that from every state something comes to hold when no further event is sent: no endless spinner.
  ///
  /// ```swift
  /// .SETTLES("nothing loads") { !$0.isLoading }
  /// ```
  /// Every effect in flight ends in one of the ways that an `EFFECT` lists, or is cancelled, and they do so in any
  /// order. The failure is the shortest flow to a state without such effects where it does not hold, or to a cycle of
  /// effects, with one turn of it. It is judged when all states were found; see ``Exploration/unjudgedPromises``.
  ///
  /// - `promise`: what comes to hold, in a few words.
  /// - `holds`: whether it holds in a state; where it throws, it does not.
  public func SETTLES(
    _ promise: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ holds: @escaping (_ sut: Sut) throws -> Bool
  ) -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return promising(.settles, promise, site, holds)
  }
}
