import Statoscope

// The forms of steps that address the scope in a case of a ``ScopeEnum``. If another case is current, or
// none, the step fails, names that case, and the path continues.

extension FlowSteps {
  /// Makes the steps up to `POP()` address the scope in a case.
  ///
  /// ```swift
  /// .WITH(\.screen, as: Form.self)
  /// ```
  /// - `type`: the class of the scope; if the current case holds another class, the steps fail and name that
  ///   case.
  @discardableResult
  public func WITH<Screen: ScopeEnum, Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> WithPlan<Self, Child> {
    entering(focus.child(keyPath, as: type), at: CallLocation(fileID, filePath, line, column))
  }

  /// Sends an event to the scope in a case; its update must not throw.
  ///
  /// ```swift
  /// .WHEN(\.screen, as: Form.self, .userTyped("hello"))
  /// ```
  /// If another case is current, or none, the step fails and the path continues.
  @discardableResult
  public func WHEN<Screen: ScopeEnum, Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type,
    _ when: Child.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    sending(
      "WHEN",
      when,
      to: focus.child(keyPath, as: type),
      at: CallLocation(fileID, filePath, line, column)
    )
  }

  /// Sends one more event to the scope in a case, like `WHEN`.
  @discardableResult
  public func AND<Screen: ScopeEnum, Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type,
    _ when: Child.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let location = CallLocation(fileID, filePath, line, column)
    return sending("AND", when, to: focus.child(keyPath, as: type), joins: true, at: location)
  }

  /// Adds another path from here, which begins with an event of the scope in a case.
  @discardableResult
  public func FORK<Screen: ScopeEnum, Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type,
    _ when: Child.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    let target = focus.child(keyPath, as: type)
    return try forking(when, to: target, at: CallLocation(fileID, filePath, line, column), branch)
  }

  /// Checks that an effect equal to this one is in flight in the scope in a case, and leaves it in flight.
  @discardableResult
  public func THEN_Enqueued<Screen: ScopeEnum, Child: ScopeProtocol, E: Effect & Equatable>(
    _ keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type,
    effect: E,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let (target, location) = (focus.child(keyPath, as: type), CallLocation(fileID, filePath, line, column))
    return enqueued("THEN_Enqueued", .equal(to: effect, "effect"), on: target, at: location)
  }

  /// Ends an effect of the scope in a case with a value; its own maps create the event that the scope
  /// receives.
  ///
  /// - `number`: the position among several effects of the type, the oldest being number one; by default, the
  ///   oldest that has started.
  @discardableResult
  public func WHEN_EffectCompletes<Screen: ScopeEnum, Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type,
    _ effect: E.Type,
    number: Int? = nil,
    with value: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let (target, location) = (focus.child(keyPath, as: type), CallLocation(fileID, filePath, line, column))
    return ending(
      "WHEN_EffectCompletes",
      .ofType(effect, number),
      .completes(value),
      on: target,
      at: location
    )
  }

  /// Ends an effect of the scope in a case with an error; its own maps create the event that the scope
  /// receives.
  ///
  /// - `number`: the position among several effects of the type, the oldest being number one; by default, the
  ///   oldest that has started.
  @discardableResult
  public func WHEN_EffectFails<Screen: ScopeEnum, Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type,
    _ effect: E.Type,
    number: Int? = nil,
    with error: any Error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let (target, location) = (focus.child(keyPath, as: type), CallLocation(fileID, filePath, line, column))
    return ending("WHEN_EffectFails", .ofType(effect, number), .fails(error), on: target, at: location)
  }
}
