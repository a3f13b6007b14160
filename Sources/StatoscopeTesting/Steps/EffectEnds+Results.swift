import Statoscope

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
