import Statoscope

extension FlowSteps {
  /// Ends the oldest effect of the scope, of any type, with a value that its own maps turn into an event.
  ///
  /// ```swift
  /// .WHEN_OldestEffectCompletes(with: article)
  /// ```
  /// - `number`: the position among the effects that have started, the oldest being number one.
  /// - `value`: a value of the effect's result type; any other fails the step.
  @discardableResult
  public func WHEN_OldestEffectCompletes<Value>(
    number: Int? = nil,
    with value: Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    ending(.oldestCompletes(number, value), at(fileID, filePath, line, column))
  }

  /// Ends the oldest effect of the scope, of any type, with an event that the scope receives.
  ///
  /// ```swift
  /// .WHEN_OldestEffectCompletes(with: .articleLoaded(article))
  /// ```
  /// - `number`: the position among the effects that have started, the oldest being number one.
  /// - `when`: the event, which bypasses the effect's maps.
  @discardableResult
  public func WHEN_OldestEffectCompletes(
    number: Int? = nil,
    with when: Subject.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    ending(.oldestSends(number, when), at(fileID, filePath, line, column))
  }

  /// Ends the oldest effect of a child, of any type, with a value that its own maps turn into an event.
  @discardableResult
  public func WHEN_OldestEffectCompletes<Target: EventTarget, Value>(
    _ keyPath: KeyPath<Subject, Target>,
    number: Int? = nil,
    with value: Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    ending(.oldestCompletes(number, value), at(keyPath, fileID, filePath, line, column))
  }

  /// Ends the oldest effect of a child, of any type, with an event that the scope receives.
  @discardableResult
  public func WHEN_OldestEffectCompletes<Target: EventTarget>(
    _ keyPath: KeyPath<Subject, Target>,
    number: Int? = nil,
    with when: Target.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    ending(.oldestSends(number, when), at(keyPath, fileID, filePath, line, column))
  }

  /// Ends the oldest effect of the scope in a case, of any type, with a value that its own maps turn into an event.
  @discardableResult
  public func WHEN_OldestEffectCompletes<Screen: ScopeEnum, Child: ScopeProtocol, Value>(
    _ keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type,
    number: Int? = nil,
    with value: Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    ending(.oldestCompletes(number, value), at(keyPath, as: type, fileID, filePath, line, column))
  }

  /// Ends the oldest effect of the scope in a case, of any type, with an event that the scope receives.
  @discardableResult
  public func WHEN_OldestEffectCompletes<Screen: ScopeEnum, Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type,
    number: Int? = nil,
    with when: Child.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    ending(.oldestSends(number, when), at(keyPath, as: type, fileID, filePath, line, column))
  }
}

// MARK: Ends without an event

extension FlowSteps {
  /// Ends the oldest effect of the scope, of any type, without an event, as if its maps created none.
  ///
  /// ```swift
  /// .WHEN_OldestEffectCompletes(number: 2)
  /// ```
  /// - `number`: the position among the effects that have started, the oldest being number one.
  @discardableResult
  public func WHEN_OldestEffectCompletes(
    number: Int? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    ending(.oldestEnds(number), at(fileID, filePath, line, column))
  }

  /// Ends the oldest effect of a child, of any type, without an event, as if its maps created none.
  @discardableResult
  public func WHEN_OldestEffectCompletes<Target: EventTarget>(
    _ keyPath: KeyPath<Subject, Target>,
    number: Int? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    ending(.oldestEnds(number), at(keyPath, fileID, filePath, line, column))
  }

  /// Ends the oldest effect of the scope in a case, of any type, without an event, as if its maps created none.
  @discardableResult
  public func WHEN_OldestEffectCompletes<Screen: ScopeEnum, Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type,
    number: Int? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    ending(.oldestEnds(number), at(keyPath, as: type, fileID, filePath, line, column))
  }
}

// MARK: Refused events

extension FlowSteps {
  /// Ends the oldest effect of the scope with a value whose event the scope refuses: the update must throw.
  @discardableResult
  public func WHEN_OldestEffectCompletes_Throws<Value>(
    number: Int? = nil,
    with value: Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    refusing(.oldestCompletes(number, value), at(fileID, filePath, line, column))
  }

  /// Ends the oldest effect of the scope with an event that the scope refuses: the update must throw.
  @discardableResult
  public func WHEN_OldestEffectCompletes_Throws(
    number: Int? = nil,
    with when: Subject.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    refusing(.oldestSends(number, when), at(fileID, filePath, line, column))
  }

  /// Ends the oldest effect of a child with a value whose event the scope refuses: the update must throw.
  @discardableResult
  public func WHEN_OldestEffectCompletes_Throws<Target: EventTarget, Value>(
    _ keyPath: KeyPath<Subject, Target>,
    number: Int? = nil,
    with value: Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    refusing(.oldestCompletes(number, value), at(keyPath, fileID, filePath, line, column))
  }

  /// Ends the oldest effect of a child with an event that the scope refuses: the update must throw.
  @discardableResult
  public func WHEN_OldestEffectCompletes_Throws<Target: EventTarget>(
    _ keyPath: KeyPath<Subject, Target>,
    number: Int? = nil,
    with when: Target.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    refusing(.oldestSends(number, when), at(keyPath, fileID, filePath, line, column))
  }

  /// Ends the oldest effect of the scope in a case with a value whose event the scope refuses: the update must throw.
  @discardableResult
  public func WHEN_OldestEffectCompletes_Throws<Screen: ScopeEnum, Child: ScopeProtocol, Value>(
    _ keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type,
    number: Int? = nil,
    with value: Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    refusing(.oldestCompletes(number, value), at(keyPath, as: type, fileID, filePath, line, column))
  }

  /// Ends the oldest effect of the scope in a case with an event that the scope refuses: the update must throw.
  @discardableResult
  public func WHEN_OldestEffectCompletes_Throws<Screen: ScopeEnum, Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type,
    number: Int? = nil,
    with when: Child.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    refusing(.oldestSends(number, when), at(keyPath, as: type, fileID, filePath, line, column))
  }
}

// MARK: Forks

extension FlowSteps {
  /// Adds another path from here, which begins with the end of the oldest effect of the scope, and a value.
  @discardableResult
  public func FORK_OldestEffectCompletes<Value>(
    number: Int? = nil,
    with value: Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    try fork(.oldestCompletes(number, value), at(fileID, filePath, line, column), branch)
  }

  /// Adds another path from here, which begins with the end of the oldest effect of the scope, and an event.
  @discardableResult
  public func FORK_OldestEffectCompletes(
    number: Int? = nil,
    with when: Subject.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    try fork(.oldestSends(number, when), at(fileID, filePath, line, column), branch)
  }

  /// Adds another path from here, which begins with the end of the oldest effect of a child, and a value.
  @discardableResult
  public func FORK_OldestEffectCompletes<Target: EventTarget, Value>(
    _ keyPath: KeyPath<Subject, Target>,
    number: Int? = nil,
    with value: Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    try fork(.oldestCompletes(number, value), at(keyPath, fileID, filePath, line, column), branch)
  }

  /// Adds another path from here, which begins with the end of the oldest effect of a child, and an event.
  @discardableResult
  public func FORK_OldestEffectCompletes<Target: EventTarget>(
    _ keyPath: KeyPath<Subject, Target>,
    number: Int? = nil,
    with when: Target.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    try fork(.oldestSends(number, when), at(keyPath, fileID, filePath, line, column), branch)
  }

  /// Adds another path from here, which begins with the end of the oldest effect of the scope in a case, and a value.
  @discardableResult
  public func FORK_OldestEffectCompletes<Screen: ScopeEnum, Child: ScopeProtocol, Value>(
    _ keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type,
    number: Int? = nil,
    with value: Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    try fork(.oldestCompletes(number, value), at(keyPath, as: type, fileID, filePath, line, column), branch)
  }

  /// Adds another path from here, which begins with the end of the oldest effect of the scope in a case, and an event.
  @discardableResult
  public func FORK_OldestEffectCompletes<Screen: ScopeEnum, Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type,
    number: Int? = nil,
    with when: Child.When,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    try fork(.oldestSends(number, when), at(keyPath, as: type, fileID, filePath, line, column), branch)
  }
}
