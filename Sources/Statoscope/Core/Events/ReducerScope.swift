/// A scope whose state is a single value that a reducer changes, for users of Redux.
///
/// ```swift
/// let store = ReducerScope(initialState: 0, reducer: counting)
/// store.send(.up)
/// store.getState()   // 1
/// ```
/// All other features are those of any scope: middleware, subscriptions, effects from a subclass or a
/// middleware, and a place in a tree.
open class ReducerScope<State, When: Sendable>: ScopeNode, ScopeProtocol {
  /// The current state; a tracked read is notified of its next change.
  public var state: State {
    observation.read(\.state, of: self)
    return current
  }

  private var current: State
  private let reducer: Reducer<State, When>

  /// Creates a scope with an initial state.
  public init(initialState: State, reducer: Reducer<State, When>) {
    current = initialState
    self.reducer = reducer
  }

  /// Returns the current state.
  public func getState() -> State { state }

  /// Changes the state with the reducer.
  open func update(_ when: When) throws {
    guard let observation = storedObservation else { return try reducer.reduce(&current, when) }
    var end = Result<Void, any Error>.success(())
    observation.change(\.state, of: self) {
      end = Result { try reducer.reduce(&current, when) }
    }
    try end.get()
  }
}
