import Statoscope

extension FlowSteps {
  /// Lets time pass on the plan's clock; for live plans.
  ///
  /// No real time passes. Each sleeper wakes at the moment that is due, one after the other, and each goes
  /// on as far as it can before the next wakes. Time stands still while an event waits to be received, and
  /// passes on when it was: so an effect that its event starts begins at the right moment.
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
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return add(
      StepCall(site: site, verb: "ADVANCE", arguments: [.value(duration, "by")]),
      .live(.advance(by: duration))
    )
  }
}
