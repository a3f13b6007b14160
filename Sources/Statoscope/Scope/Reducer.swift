/// A function that changes a state for one event, as Redux has them.
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

  /// Makes a reducer of a function; what it throws undoes nothing.
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

/// A reducer that runs others in order, on the state that the one before has left; the first error ends it.
public func combineReducers<State, When>(_ reducers: Reducer<State, When>...) -> Reducer<State, When> {
  Reducer { state, when in
    for reducer in reducers { try reducer.reduce(&state, when) }
  }
}
