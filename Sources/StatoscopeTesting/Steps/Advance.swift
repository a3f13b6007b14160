import Statoscope

extension FlowSteps {
  /// Advances the plan's clock; for live plans.
  ///
  /// No real time passes. Sleeping tasks wake in the order of their deadlines, and each runs as far as it can
  /// before the next one wakes. The clock stops while an event is pending and continues once the event is
  /// received, so an effect that the event starts begins at the right time.
  ///
  /// ```swift
  /// .WHEN(.start)                 // enqueues Tick().delay(for: .seconds(1)), as every tick does
  /// .ADVANCE(by: .seconds(2))
  /// .RECEIVE(.ticked)             // at second 1
  /// .RECEIVE(.ticked)             // at second 2
  /// ```
  @discardableResult
  public func ADVANCE(
    by duration: Duration,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let location = CallLocation(fileID, filePath, line, column)
    return add(focus.call("ADVANCE", [.value(duration, "by")], at: location), .live(.advance(by: duration)))
  }
}
