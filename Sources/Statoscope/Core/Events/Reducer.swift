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
