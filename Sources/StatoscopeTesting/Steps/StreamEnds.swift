import Statoscope

extension FlowSteps {
  /// Ends a stream of a type without another element; only its `mapEnd(to:)` creates an event.
  ///
  /// ```swift
  /// .WHEN_EffectCompletes(RunEffect<Countdown.When>.self)
  /// ```
  /// - `number`: the position among several effects of the type, the oldest being number one; by default, the
  ///   oldest that has started.
  @discardableResult
  public func WHEN_EffectCompletes<E: StreamEffect>(
    _ effect: E.Type,
    number: Int? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    ending(.ends(effect, number), at(fileID, filePath, line, column))
  }

  /// Ends a stream of a type in a child without another element; only its `mapEnd(to:)` creates an event.
  @discardableResult
  public func WHEN_EffectCompletes<Target: EventTarget, E: StreamEffect>(
    _ keyPath: KeyPath<Subject, Target>,
    _ effect: E.Type,
    number: Int? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    ending(.ends(effect, number), at(keyPath, fileID, filePath, line, column))
  }

  /// Ends a stream of a type in the scope of a case without another element; only its `mapEnd(to:)` creates an event.
  @discardableResult
  public func WHEN_EffectCompletes<Screen: ScopeEnum, Child: ScopeProtocol, E: StreamEffect>(
    _ keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type,
    _ effect: E.Type,
    number: Int? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    ending(.ends(effect, number), at(keyPath, as: type, fileID, filePath, line, column))
  }

  /// Ends a stream of a type without another element, with an event that the scope refuses: the update must throw.
  @discardableResult
  public func WHEN_EffectCompletes_Throws<E: StreamEffect>(
    _ effect: E.Type,
    number: Int? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    refusing(.ends(effect, number), at(fileID, filePath, line, column))
  }

  /// Ends a stream of a type in a child without another element, with an event that the scope refuses: the update must throw.
  @discardableResult
  public func WHEN_EffectCompletes_Throws<Target: EventTarget, E: StreamEffect>(
    _ keyPath: KeyPath<Subject, Target>,
    _ effect: E.Type,
    number: Int? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    refusing(.ends(effect, number), at(keyPath, fileID, filePath, line, column))
  }

  /// Ends a stream of a type in the scope of a case without another element, with an event that the scope refuses: the update must throw.
  @discardableResult
  public func WHEN_EffectCompletes_Throws<Screen: ScopeEnum, Child: ScopeProtocol, E: StreamEffect>(
    _ keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type,
    _ effect: E.Type,
    number: Int? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    refusing(.ends(effect, number), at(keyPath, as: type, fileID, filePath, line, column))
  }

  /// Adds another path from here, which begins with the end of a stream of a type, without another element.
  @discardableResult
  public func FORK_EffectCompletes<E: StreamEffect>(
    _ effect: E.Type,
    number: Int? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    try fork(.ends(effect, number), at(fileID, filePath, line, column), branch)
  }

  /// Adds another path from here, which begins with the end of a stream of a type in a child, without another element.
  @discardableResult
  public func FORK_EffectCompletes<Target: EventTarget, E: StreamEffect>(
    _ keyPath: KeyPath<Subject, Target>,
    _ effect: E.Type,
    number: Int? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    try fork(.ends(effect, number), at(keyPath, fileID, filePath, line, column), branch)
  }

  /// Adds another path from here, which begins with the end of a stream of a type in the scope of a case, without another element.
  @discardableResult
  public func FORK_EffectCompletes<Screen: ScopeEnum, Child: ScopeProtocol, E: StreamEffect>(
    _ keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type,
    _ effect: E.Type,
    number: Int? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    try fork(.ends(effect, number), at(keyPath, as: type, fileID, filePath, line, column), branch)
  }
}
