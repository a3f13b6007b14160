import Statoscope

extension FlowSteps {
  /// Ends an effect of a type with an error; its own maps create the event that the scope receives.
  ///
  /// - `number`: the position among several effects of the type, the oldest being number one; by default, the
  ///   oldest that has started.
  @discardableResult
  public func WHEN_EffectFails<E: Effect>(
    _ effect: E.Type,
    number: Int? = nil,
    with error: any Error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    ending(.fails(effect, number, error), at(fileID, filePath, line, column))
  }

  /// Ends the oldest effect that is equal to this one with an error.
  @discardableResult
  public func WHEN_EffectFails<E: Effect & Equatable>(
    _ effect: E,
    with error: any Error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    ending(.fails(effect, error), at(fileID, filePath, line, column))
  }

  /// Ends an effect of a type in a child with an error; its own maps create the event that the scope receives.
  @discardableResult
  public func WHEN_EffectFails<Target: EventTarget, E: Effect>(
    _ keyPath: KeyPath<Subject, Target>,
    _ effect: E.Type,
    number: Int? = nil,
    with error: any Error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    ending(.fails(effect, number, error), at(keyPath, fileID, filePath, line, column))
  }

  /// Ends the oldest effect in a child that is equal to this one with an error.
  @discardableResult
  public func WHEN_EffectFails<Target: EventTarget, E: Effect & Equatable>(
    _ keyPath: KeyPath<Subject, Target>,
    _ effect: E,
    with error: any Error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    ending(.fails(effect, error), at(keyPath, fileID, filePath, line, column))
  }

  /// Ends an effect of a type in the scope of a case with an error; its own maps create the event that the scope receives.
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
    ending(.fails(effect, number, error), at(keyPath, as: type, fileID, filePath, line, column))
  }

  /// Ends the oldest effect in the scope of a case that is equal to this one with an error.
  @discardableResult
  public func WHEN_EffectFails<Screen: ScopeEnum, Child: ScopeProtocol, E: Effect & Equatable>(
    _ keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type,
    _ effect: E,
    with error: any Error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    ending(.fails(effect, error), at(keyPath, as: type, fileID, filePath, line, column))
  }
}

// MARK: Refused events

extension FlowSteps {
  /// Ends an effect of a type with an error whose event the scope refuses, or that no map turns into an event.
  ///
  /// The update or the effect must throw.
  @discardableResult
  public func WHEN_EffectFails_Throws<E: Effect>(
    _ effect: E.Type,
    number: Int? = nil,
    with error: any Error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    refusing(.fails(effect, number, error), at(fileID, filePath, line, column))
  }

  /// Ends the oldest effect that is equal to this one with an error whose event the scope refuses.
  @discardableResult
  public func WHEN_EffectFails_Throws<E: Effect & Equatable>(
    _ effect: E,
    with error: any Error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    refusing(.fails(effect, error), at(fileID, filePath, line, column))
  }

  /// Ends an effect of a type in a child with an error whose event the scope refuses, or that no map turns into an event.
  @discardableResult
  public func WHEN_EffectFails_Throws<Target: EventTarget, E: Effect>(
    _ keyPath: KeyPath<Subject, Target>,
    _ effect: E.Type,
    number: Int? = nil,
    with error: any Error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    refusing(.fails(effect, number, error), at(keyPath, fileID, filePath, line, column))
  }

  /// Ends the oldest effect in a child that is equal to this one with an error whose event the scope refuses.
  @discardableResult
  public func WHEN_EffectFails_Throws<Target: EventTarget, E: Effect & Equatable>(
    _ keyPath: KeyPath<Subject, Target>,
    _ effect: E,
    with error: any Error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    refusing(.fails(effect, error), at(keyPath, fileID, filePath, line, column))
  }

  /// Ends an effect of a type in the scope of a case with an error whose event the scope refuses, or that no map turns into an event.
  @discardableResult
  public func WHEN_EffectFails_Throws<Screen: ScopeEnum, Child: ScopeProtocol, E: Effect>(
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
    refusing(.fails(effect, number, error), at(keyPath, as: type, fileID, filePath, line, column))
  }

  /// Ends the oldest effect in the scope of a case that is equal to this one with an error whose event the scope refuses.
  @discardableResult
  public func WHEN_EffectFails_Throws<Screen: ScopeEnum, Child: ScopeProtocol, E: Effect & Equatable>(
    _ keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type,
    _ effect: E,
    with error: any Error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    refusing(.fails(effect, error), at(keyPath, as: type, fileID, filePath, line, column))
  }
}

// MARK: Forks

extension FlowSteps {
  /// Adds another path from here, which begins with the failure of an effect of a type.
  @discardableResult
  public func FORK_EffectFails<E: Effect>(
    _ effect: E.Type,
    number: Int? = nil,
    with error: any Error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    try fork(.fails(effect, number, error), at(fileID, filePath, line, column), branch)
  }

  /// Adds another path from here, which begins with the failure of the oldest effect that is equal to this one.
  @discardableResult
  public func FORK_EffectFails<E: Effect & Equatable>(
    _ effect: E,
    with error: any Error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    try fork(.fails(effect, error), at(fileID, filePath, line, column), branch)
  }

  /// Adds another path from here, which begins with the failure of an effect of a type in a child.
  @discardableResult
  public func FORK_EffectFails<Target: EventTarget, E: Effect>(
    _ keyPath: KeyPath<Subject, Target>,
    _ effect: E.Type,
    number: Int? = nil,
    with error: any Error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    try fork(.fails(effect, number, error), at(keyPath, fileID, filePath, line, column), branch)
  }

  /// Adds another path from here, which begins with the failure of the oldest effect in a child that is equal to this one.
  @discardableResult
  public func FORK_EffectFails<Target: EventTarget, E: Effect & Equatable>(
    _ keyPath: KeyPath<Subject, Target>,
    _ effect: E,
    with error: any Error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    try fork(.fails(effect, error), at(keyPath, fileID, filePath, line, column), branch)
  }

  /// Adds another path from here, which begins with the failure of an effect of a type in the scope of a case.
  @discardableResult
  public func FORK_EffectFails<Screen: ScopeEnum, Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type,
    _ effect: E.Type,
    number: Int? = nil,
    with error: any Error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    try fork(.fails(effect, number, error), at(keyPath, as: type, fileID, filePath, line, column), branch)
  }

  /// Adds another path from here, which begins with the failure of the oldest effect in the scope of a case that is equal to this one.
  @discardableResult
  public func FORK_EffectFails<Screen: ScopeEnum, Child: ScopeProtocol, E: Effect & Equatable>(
    _ keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type,
    _ effect: E,
    with error: any Error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    try fork(.fails(effect, error), at(keyPath, as: type, fileID, filePath, line, column), branch)
  }
}
