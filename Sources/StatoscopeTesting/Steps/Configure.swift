import Statoscope

extension FlowSteps {
  /// Makes the plan exhaustive from here on, or no longer; this includes forks from here on.
  ///
  /// ```swift
  /// .configure(exhaustivity: .off)
  /// .WHEN(.userOpensTheLongReport)
  /// .configure(exhaustivity: .on)
  /// ```
  /// - `exhaustivity`: `.off` by default.
  @discardableResult
  public func configure(
    exhaustivity: Exhaustivity,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let location = CallLocation(fileID, filePath, line, column)
    return setting(.value(exhaustivity, "exhaustivity"), at: location) { $0.exhaustivity = exhaustivity }
  }

  /// Makes each `WHEN` from here on, and the end of the plan, remove the effects in flight from the tree.
  ///
  /// An effect that is ended by hand is not removed before its event; an `AND` removes none.
  /// - `clearEffectsOnEveryWhenOrEnd`: false by default.
  @discardableResult
  public func configure(
    clearEffectsOnEveryWhenOrEnd: Bool,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let location = CallLocation(fileID, filePath, line, column)
    let argument = StepCall.Argument.value(clearEffectsOnEveryWhenOrEnd, "clearEffectsOnEveryWhenOrEnd")
    return setting(argument, at: location) { $0.clearing = clearEffectsOnEveryWhenOrEnd ? .ofTree : nil }
  }

  /// Makes a look-up that falls back to the default of a type a failure from here on, or no longer; this
  /// includes forks from here on.
  ///
  /// ```swift
  /// .configure(defaultValues: .refused)
  /// ```
  /// - `defaultValues`: by default `.refused` in an exhaustive plan and for the effects of a live one, and
  ///   `.allowed` elsewhere. Types whose `isDefaultForTests` is true are always allowed.
  @discardableResult
  public func configure(
    defaultValues: DefaultValues,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let location = CallLocation(fileID, filePath, line, column)
    return setting(.value(defaultValues, "defaultValues"), at: location) { $0.defaultValues = defaultValues }
  }

  /// Adds a step that changes a setting.
  package func setting(
    _ argument: StepCall.Argument,
    at location: CallLocation,
    _ change: @escaping (inout PlanSettings) -> Void
  ) -> Self {
    add(focus.call("configure", [argument], at: location), .setting(change))
  }
}
