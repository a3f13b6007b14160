/// A function that changes a state for one event, as in Redux.
///
/// ```swift
/// let counting = Reducer<Int, CounterEvent> { count, when in
///   if case .up = when { count += 1 }
/// }
/// ```
///
/// It is `Sendable`, so that it can be a global constant: a pure function belongs to no actor.
public struct Reducer<State, When>: Sendable {
  private let change: @Sendable (inout State, When) throws -> Void

  /// Creates a reducer from a function; an error that it throws does not undo its changes.
  public init(_ change: @escaping @Sendable (_ state: inout State, _ when: When) throws -> Void) {
    self.change = change
  }

  /// Changes the state for one event.
  public func reduce(_ state: inout State, _ when: When) throws {
    try change(&state, when)
  }

  /// Changes the state for one event.
  public func callAsFunction(_ state: inout State, _ when: When) throws {
    try change(&state, when)
  }
}

extension Reducer: HiddenState {}

/// Returns a reducer that runs others in order, each on the state that the previous one left; the first error
/// ends it.
public func combineReducers<State, When>(_ reducers: Reducer<State, When>...) -> Reducer<State, When> {
  Reducer { state, when in
    for reducer in reducers { try reducer.reduce(&state, when) }
  }
}

/// A scope whose state is a single value that a reducer changes, for users of Redux.
///
/// ```swift
/// let store = ReducerScope(initialState: 0, reducer: counting)
/// store.send(.up)
/// store.getState()   // 1
/// ```
/// All other features are those of any scope: middleware, subscriptions, effects from a subclass or a
/// middleware, and a parent in a tree.
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
    #if canImport(Combine)
      notifyListeners()
    #endif
    guard let observation = storedObservation else { return try reducer.reduce(&current, when) }
    var end = Result<Void, any Error>.success(())
    observation.change(\.state, of: self) {
      end = Result { try reducer.reduce(&current, when) }
    }
    try end.get()
  }
}
