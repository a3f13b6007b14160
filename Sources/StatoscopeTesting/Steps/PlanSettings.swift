import Statoscope

/// The settings of `configure`, which apply from one step on.
package struct PlanSettings {
  var exhaustivity = Exhaustivity.off
  /// The effects to discard; nil for none.
  package var clearing: EffectClearing?
  /// The treatment of defaults; nil for the plan's default.
  var defaultValues: DefaultValues?

  /// Indicates whether a scope's look-up must not fall back to a default.
  var refusesDefaults: Bool { (defaultValues ?? (exhaustivity == .on ? .refused : .allowed)) == .refused }

  /// Indicates whether a running effect's look-up must not fall back to a default.
  var refusesDefaultsOfEffects: Bool { (defaultValues ?? .refused) == .refused }
}

/// The rule whether the steps after an event must assert all of its effects and changes.
///
/// A `THEN` with a key path asserts the changes of the value it leads to: at that value, below it, or on the
/// path to it. A computed property is not state and asserts nothing by itself, but a stored property of a
/// child that it leads to is: `THEN(\.form?.name, equals: "Ada")`. A `THEN` that receives the whole scope
/// asserts nothing. An effect is asserted by a step that checks for it, and by the step that ends it.
public enum Exhaustivity: Sendable {
  /// A change of state that no `THEN` asserts before the next `WHEN` is a failure.
  ///
  /// So are effects that no step asserts, effects in flight at the end, and errors that no caller received.
  case on

  /// Steps assert what is relevant; the rest may change.
  case off
}

/// A plan's treatment of look-ups that fall back to the default of a type that is not for tests.
///
/// A forgotten mock causes such a look-up: the test would do real work, or pass for a wrong reason.
public enum DefaultValues: Sendable {
  /// A look-up that falls back to `defaultValue` of a type whose `isDefaultForTests` is false is a failure.
  /// This is the default in exhaustive plans, and for the effects of live plans.
  case refused

  /// A look-up may fall back to any default.
  case allowed
}

/// The look-ups that fell back to a default since they were last taken.
struct DefaultedLookUps {
  private struct LookUp: Hashable {
    let type: String
    let seeker: String
  }

  private var latest: [LookUp] = []
  /// These and those that were already reported.
  private var known: Set<LookUp> = []

  mutating func record(_ type: Any.Type, by seeker: String) {
    let lookUp = LookUp(type: typeName(type), seeker: seeker)
    if known.insert(lookUp).inserted { latest.append(lookUp) }
  }

  /// Takes the pending look-ups.
  ///
  /// - Parameter isRefused: whether a default is a failure now. An allowed look-up may be refused later.
  /// - Returns: a failure for each combination of a type and a scope or an effect that was not reported
  ///   before.
  mutating func take(refusing isRefused: Bool) -> [FlowFailure] {
    defer { latest = [] }
    guard isRefused else {
      known.subtract(latest)
      return []
    }
    return latest.map { .defaultValueUsed(type: $0.type, by: $0.seeker) }
  }
}

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

  /// Makes each `WHEN` from here on, and the end of the plan, discard the effects in flight in the tree.
  ///
  /// An effect that is ended by hand is not discarded before its event; an `AND` discards none.
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

  /// Adds a condition that is checked now and after each further step, in forks too.
  ///
  /// ```swift
  /// .INVARIANT { sut in try #require(sut.total >= 0) }
  /// ```
  /// A violated invariant is reported once, and again only after it has been satisfied in between. Inside
  /// `WITH(\.child)` it applies to the child while there is one.
  /// - `check`: checks the condition; throwing violates the invariant.
  @discardableResult
  public func INVARIANT(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ check: @escaping (_ sut: Subject) throws -> Void
  ) throws -> Self {
    let call = focus.call(.invariant, [.closure], at: CallLocation(fileID, filePath, line, column))
    return add(
      ClosureStep(call) { [focus] run in run.addInvariant { root in try check(try focus.find(root)) } }
    )
  }

  /// Adds a step that changes a setting.
  package func setting(
    _ argument: StepCall.Argument,
    at location: CallLocation,
    _ change: @escaping (inout PlanSettings) -> Void
  ) -> Self {
    add(ClosureStep(focus.call(.configure, [argument], at: location)) { $0.change(change) })
  }
}
