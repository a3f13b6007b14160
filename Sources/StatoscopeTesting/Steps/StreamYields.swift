import Statoscope

extension FlowSteps {
  /// Makes a stream of a type yield an element; the stream stays in flight.
  ///
  /// ```swift
  /// .WHEN_StreamYields(Ticks.self, 1)
  /// ```
  /// - `number`: the position among several effects of the type, the oldest being number one; by default, the
  ///   oldest that has started.
  @discardableResult
  public func WHEN_StreamYields<E: StreamEffect>(
    _ effect: E.Type,
    number: Int? = nil,
    _ element: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    ending(.yields(effect, number, element), at(fileID, filePath, line, column))
  }

  /// Makes a stream of a type in a child yield an element; the stream stays in flight.
  @discardableResult
  public func WHEN_StreamYields<Target: EventTarget, E: StreamEffect>(
    _ keyPath: KeyPath<Subject, Target>,
    _ effect: E.Type,
    number: Int? = nil,
    _ element: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    ending(.yields(effect, number, element), at(keyPath, fileID, filePath, line, column))
  }

  /// Makes a stream of a type in the scope of a case yield an element; the stream stays in flight.
  @discardableResult
  public func WHEN_StreamYields<Screen: ScopeEnum, Child: ScopeProtocol, E: StreamEffect>(
    _ keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type,
    _ effect: E.Type,
    number: Int? = nil,
    _ element: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    ending(.yields(effect, number, element), at(keyPath, as: type, fileID, filePath, line, column))
  }
}

// MARK: Refused events

extension FlowSteps {
  /// Makes a stream of a type yield an element whose event the scope refuses: the update must throw.
  @discardableResult
  public func WHEN_StreamYields_Throws<E: StreamEffect>(
    _ effect: E.Type,
    number: Int? = nil,
    _ element: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    refusing(.yields(effect, number, element), at(fileID, filePath, line, column))
  }

  /// Makes a stream of a type in a child yield an element whose event the scope refuses: the update must throw.
  @discardableResult
  public func WHEN_StreamYields_Throws<Target: EventTarget, E: StreamEffect>(
    _ keyPath: KeyPath<Subject, Target>,
    _ effect: E.Type,
    number: Int? = nil,
    _ element: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    refusing(.yields(effect, number, element), at(keyPath, fileID, filePath, line, column))
  }

  /// Makes a stream of a type in the scope of a case yield an element whose event the scope refuses: the update must throw.
  @discardableResult
  public func WHEN_StreamYields_Throws<Screen: ScopeEnum, Child: ScopeProtocol, E: StreamEffect>(
    _ keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type,
    _ effect: E.Type,
    number: Int? = nil,
    _ element: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    refusing(.yields(effect, number, element), at(keyPath, as: type, fileID, filePath, line, column))
  }
}

// MARK: Forks

extension FlowSteps {
  /// Adds another path from here, which begins with an element of a stream of a type.
  @discardableResult
  public func FORK_StreamYields<E: StreamEffect>(
    _ effect: E.Type,
    number: Int? = nil,
    _ element: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    try fork(.yields(effect, number, element), at(fileID, filePath, line, column), branch)
  }

  /// Adds another path from here, which begins with an element of a stream of a type in a child.
  @discardableResult
  public func FORK_StreamYields<Target: EventTarget, E: StreamEffect>(
    _ keyPath: KeyPath<Subject, Target>,
    _ effect: E.Type,
    number: Int? = nil,
    _ element: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    try fork(.yields(effect, number, element), at(keyPath, fileID, filePath, line, column), branch)
  }

  /// Adds another path from here, which begins with an element of a stream of a type in the scope of a case.
  @discardableResult
  public func FORK_StreamYields<Screen: ScopeEnum, Child: ScopeProtocol, E: StreamEffect>(
    _ keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type,
    _ effect: E.Type,
    number: Int? = nil,
    _ element: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ branch: (_ sut: Self) throws -> Void
  ) throws -> Self {
    try fork(.yields(effect, number, element), at(keyPath, as: type, fileID, filePath, line, column), branch)
  }
}
