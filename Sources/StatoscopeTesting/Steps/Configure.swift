import Statoscope

extension FlowSteps {
  /// Makes the steps from here on say everything that happens, or no longer; forks from here on too.
  ///
  /// ```swift
  /// .configure(exhaustivity: .off)
  /// .WHEN(.userOpensTheLongReport)
  /// .configure(exhaustivity: .on)
  /// ```
  /// - `exhaustivity`: `.off` in a plan that does not say otherwise.
  @discardableResult
  public func configure(
    exhaustivity: Exhaustivity,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return add(
      StepCall(site: site, verb: "configure", arguments: [.value(exhaustivity, "exhaustivity")]),
      .setting { $0.exhaustivity = exhaustivity }
    )
  }

  /// Makes each `WHEN` from here on, and the end of the plan, forget the effects that are in flight in the tree.
  ///
  /// An effect that is ended by hand is not forgotten before its event; an `AND` forgets nothing.
  /// - `clearEffectsOnEveryWhenOrEnd`: false in a plan that does not say otherwise.
  @discardableResult
  public func configure(
    clearEffectsOnEveryWhenOrEnd: Bool,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let argument = StepCall.Argument.value(clearEffectsOnEveryWhenOrEnd, "clearEffectsOnEveryWhenOrEnd")
    return add(
      StepCall(site: site, verb: "configure", arguments: [argument]),
      .setting { $0.clearing = clearEffectsOnEveryWhenOrEnd ? .ofTree : nil }
    )
  }

  /// Makes a look-up that gets the default of a type a failure from here on, or no longer; forks from here on too.
  ///
  /// ```swift
  /// .configure(defaultValues: .refused)
  /// ```
  /// - `defaultValues`: unless a plan says it, `.refused` in an exhaustive plan and for the effects of a live one, and
  ///   `.allowed` elsewhere. Types whose `isDefaultForTests` is true are always allowed.
  @discardableResult
  public func configure(
    defaultValues: DefaultValues,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return add(
      StepCall(site: site, verb: "configure", arguments: [.value(defaultValues, "defaultValues")]),
      .setting { $0.defaultValues = defaultValues }
    )
  }
}
