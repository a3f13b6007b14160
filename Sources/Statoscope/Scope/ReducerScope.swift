/// A scope whose state is one value that a reducer changes, for those who come from Redux.
///
/// ```swift
/// let store = ReducerScope(initialState: 0, reducer: counting)
/// store.send(.up)
/// store.getState()   // 1
/// ```
/// Everything else is as for any scope: middleware, subscriptions, effects from a subclass or a middleware, and a
/// place in a tree.
open class ReducerScope<State, When: Sendable>: ScopeNode, ScopeProtocol {
  /// The state now; a tracked read is notified of its next change.
  public var state: State {
    observation.read(\.state, of: self)
    return current
  }

  private var current: State
  private let reducer: Reducer<State, When>

  /// Makes a scope with a state to begin with.
  public init(initialState: State, reducer: Reducer<State, When>) {
    current = initialState
    self.reducer = reducer
  }

  /// The state now.
  public func getState() -> State { state }

  /// Lets the reducer change the state.
  open func update(_ when: When) throws {
    guard let observation = storedObservation else { return try reducer.reduce(&current, when) }
    var end = Result<Void, any Error>.success(())
    observation.change(\.state, of: self) {
      end = Result { try reducer.reduce(&current, when) }
    }
    try end.get()
  }
}
