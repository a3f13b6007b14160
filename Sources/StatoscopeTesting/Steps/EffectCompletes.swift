import Statoscope

extension FlowSteps {
  /// Ends an effect of a type with a value; its own maps create the event that the scope receives.
  ///
  /// ```swift
  /// .WHEN_EffectCompletes(LoadArticle.self, with: article)
  /// .WHEN_EffectCompletes(\.sidebar, LoadArticle.self, number: 2, with: article)
  /// ```
  /// - `number`: the position among several effects of the type, the oldest being number one; by default, the
  ///   oldest that has started.
  @discardableResult
  public func WHEN_EffectCompletes<E: Effect>(
    _ effect: E.Type,
    number: Int? = nil,
    with value: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    ending(.completes(effect, number, value), at(fileID, filePath, line, column))
  }

  /// Ends the oldest effect that is equal to this one with a value.
  ///
  /// ```swift
  /// .WHEN_EffectCompletes(LoadPage(2), with: page)
  /// ```
  @discardableResult
  public func WHEN_EffectCompletes<E: Effect & Equatable>(
    _ effect: E,
    with value: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    ending(.completes(effect, value), at(fileID, filePath, line, column))
  }

  /// Ends an effect of a type in a child with a value; its own maps create the event that the scope receives.
  @discardableResult
  public func WHEN_EffectCompletes<Target: EventTarget, E: Effect>(
    _ keyPath: KeyPath<Subject, Target>,
    _ effect: E.Type,
    number: Int? = nil,
    with value: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    ending(.completes(effect, number, value), at(keyPath, fileID, filePath, line, column))
  }

  /// Ends the oldest effect in a child that is equal to this one with a value.
  @discardableResult
  public func WHEN_EffectCompletes<Target: EventTarget, E: Effect & Equatable>(
    _ keyPath: KeyPath<Subject, Target>,
    _ effect: E,
    with value: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    ending(.completes(effect, value), at(keyPath, fileID, filePath, line, column))
  }

  /// Ends an effect of a type in the scope of a case with a value; its own maps create the event that the scope receives.
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
    ending(.completes(effect, number, value), at(keyPath, as: type, fileID, filePath, line, column))
  }

  /// Ends the oldest effect in the scope of a case that is equal to this one with a value.
  @discardableResult
  public func WHEN_EffectCompletes<Screen: ScopeEnum, Child: ScopeProtocol, E: Effect & Equatable>(
    _ keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type,
    _ effect: E,
    with value: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    ending(.completes(effect, value), at(keyPath, as: type, fileID, filePath, line, column))
  }
}

// MARK: Refused events

extension FlowSteps {
  /// Ends an effect of a type with a value whose event the scope refuses: the update must throw.
  @discardableResult
  public func WHEN_EffectCompletes_Throws<E: Effect>(
    _ effect: E.Type,
    number: Int? = nil,
    with value: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    refusing(.completes(effect, number, value), at(fileID, filePath, line, column))
  }

  /// Ends the oldest effect that is equal to this one with a value whose event the scope refuses.
  @discardableResult
  public func WHEN_EffectCompletes_Throws<E: Effect & Equatable>(
    _ effect: E,
    with value: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    refusing(.completes(effect, value), at(fileID, filePath, line, column))
  }

  /// Ends an effect of a type in a child with a value whose event the scope refuses: the update must throw.
  @discardableResult
  public func WHEN_EffectCompletes_Throws<Target: EventTarget, E: Effect>(
    _ keyPath: KeyPath<Subject, Target>,
    _ effect: E.Type,
    number: Int? = nil,
    with value: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    refusing(.completes(effect, number, value), at(keyPath, fileID, filePath, line, column))
  }

  /// Ends the oldest effect in a child that is equal to this one with a value whose event the scope refuses.
  @discardableResult
  public func WHEN_EffectCompletes_Throws<Target: EventTarget, E: Effect & Equatable>(
    _ keyPath: KeyPath<Subject, Target>,
    _ effect: E,
    with value: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    refusing(.completes(effect, value), at(keyPath, fileID, filePath, line, column))
  }

  /// Ends an effect of a type in the scope of a case with a value whose event the scope refuses: the update must throw.
  @discardableResult
  public func WHEN_EffectCompletes_Throws<Screen: ScopeEnum, Child: ScopeProtocol, E: Effect>(
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
    refusing(.completes(effect, number, value), at(keyPath, as: type, fileID, filePath, line, column))
  }

  /// Ends the oldest effect in the scope of a case that is equal to this one with a value whose event the scope refuses.
  @discardableResult
  public func WHEN_EffectCompletes_Throws<Screen: ScopeEnum, Child: ScopeProtocol, E: Effect & Equatable>(
    _ keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type,
    _ effect: E,
    with value: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    refusing(.completes(effect, value), at(keyPath, as: type, fileID, filePath, line, column))
  }
}

// MARK: Forks

extension FlowSteps {
  /// Adds another path from here, which begins with the end of an effect of a type.
  @discardableResult
  public func FORK_EffectCompletes<E: Effect>(
    _ effect: E.Type,
    number: Int? = nil,
    with value: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    try fork(.completes(effect, number, value), at(fileID, filePath, line, column), branch)
  }

  /// Adds another path from here, which begins with the end of the oldest effect that is equal to this one.
  @discardableResult
  public func FORK_EffectCompletes<E: Effect & Equatable>(
    _ effect: E,
    with value: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    try fork(.completes(effect, value), at(fileID, filePath, line, column), branch)
  }

  /// Adds another path from here, which begins with the end of an effect of a type in a child.
  @discardableResult
  public func FORK_EffectCompletes<Target: EventTarget, E: Effect>(
    _ keyPath: KeyPath<Subject, Target>,
    _ effect: E.Type,
    number: Int? = nil,
    with value: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    try fork(.completes(effect, number, value), at(keyPath, fileID, filePath, line, column), branch)
  }

  /// Adds another path from here, which begins with the end of the oldest effect in a child that is equal to this one.
  @discardableResult
  public func FORK_EffectCompletes<Target: EventTarget, E: Effect & Equatable>(
    _ keyPath: KeyPath<Subject, Target>,
    _ effect: E,
    with value: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    try fork(.completes(effect, value), at(keyPath, fileID, filePath, line, column), branch)
  }

  /// Adds another path from here, which begins with the end of an effect of a type in the scope of a case.
  @discardableResult
  public func FORK_EffectCompletes<Screen: ScopeEnum, Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type,
    _ effect: E.Type,
    number: Int? = nil,
    with value: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    try fork(.completes(effect, number, value), at(keyPath, as: type, fileID, filePath, line, column), branch)
  }

  /// Adds another path from here, which begins with the end of the oldest effect in the scope of a case that is equal to this one.
  @discardableResult
  public func FORK_EffectCompletes<Screen: ScopeEnum, Child: ScopeProtocol, E: Effect & Equatable>(
    _ keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type,
    _ effect: E,
    with value: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    try fork(.completes(effect, value), at(keyPath, as: type, fileID, filePath, line, column), branch)
  }
}

// MARK: Mistakes

// Unavailable forms with which the compiler suggests the right one. An effect of your own that returns a
// `Result` is ended with one: these forms are chosen only where no other fits.

@available(
  *,
  unavailable,
  message: """
    with: takes what the effect itself returns, and its own maps make the Result: write (with: value), or \
    WHEN_EffectFails(…, with: error)
    """
)
extension FlowSteps {
  /// Unavailable: an effect ends with its own result, and its maps turn that into a `Result`.
  @discardableResult
  public func WHEN_EffectCompletes<E: Effect>(
    _ effect: E.Type,
    number: Int? = nil,
    with result: Result<E.ResultType, any Error>
  ) throws -> Self {
    preconditionFailure("unavailable")
  }

  /// Unavailable: an effect ends with its own result, and its maps turn that into a `Result`.
  @discardableResult
  public func WHEN_EffectCompletes<E: Effect & Equatable>(
    _ effect: E,
    with result: Result<E.ResultType, any Error>
  ) throws -> Self {
    preconditionFailure("unavailable")
  }

  /// Unavailable: an effect ends with its own result, and its maps turn that into a `Result`.
  @discardableResult
  public func WHEN_EffectCompletes<Target: EventTarget, E: Effect>(
    _ keyPath: KeyPath<Subject, Target>,
    _ effect: E.Type,
    number: Int? = nil,
    with result: Result<E.ResultType, any Error>
  ) throws -> Self {
    preconditionFailure("unavailable")
  }

  /// Unavailable: an effect ends with its own result, and its maps turn that into a `Result`.
  @discardableResult
  public func WHEN_EffectCompletes<Screen: ScopeEnum, Child: ScopeProtocol, E: Effect>(
    _ keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type,
    _ effect: E.Type,
    number: Int? = nil,
    with result: Result<E.ResultType, any Error>
  ) throws -> Self {
    preconditionFailure("unavailable")
  }
}

@available(
  *,
  unavailable,
  message: """
    with: takes what the effect itself returns, and its own maps make the Result: write (with: value), or \
    FORK_EffectFails(…, with: error)
    """
)
extension FlowSteps {
  /// Unavailable: an effect ends with its own result, and its maps turn that into a `Result`.
  @discardableResult
  public func FORK_EffectCompletes<E: Effect>(
    _ effect: E.Type,
    with result: Result<E.ResultType, any Error>,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    preconditionFailure("unavailable")
  }
}
