import Statoscope
import TestSupport
import Testing

/// What users of Turnstate, and of Redux, rely on: a store, its reducers, its middleware and its listeners.
///
/// Their `Store` is a `ReducerScope` here, and `dispatch` is `send`.
@Suite(.from(.turnstate)) struct FromTurnstateTests {
  @Test func `the store starts with its initial state`() {
    #expect(
      ReducerScope(initialState: AppState(count: 5), reducer: counting).getState() == AppState(count: 5)
    )
  }

  @Test func `dispatch is synchronous`() {
    let store = ReducerScope(initialState: AppState(), reducer: counting)
    store.send(.increment)
    #expect(store.getState().count == 1)
  }

  @Test func `listeners hear after the state differs in the order of their subscription`() {
    let (store, journal) = (ReducerScope(initialState: AppState(), reducer: counting), Journal())
    let tokens = ["first", "second"].map { name in
      store.subscribe { store, _ in journal.note("\(name) \(store.getState().count)") }
    }
    store.send(.increment)
    #expect(journal.entries == ["first 1", "second 1"])
    for token in tokens { token.cancel() }
    store.send(.increment)
    #expect(journal.entries.count == 2)
  }

  @Test func `reducers run in order on what the one before left`() {
    let labelling = Reducer<AppState, Action> { state, _ in state.label = "now \(state.count)" }
    let store = ReducerScope(initialState: AppState(), reducer: combineReducers(counting, labelling))
    store.send(.increment)
    #expect(store.getState() == AppState(count: 1, label: "now 1"))
    let reversed = ReducerScope(initialState: AppState(), reducer: combineReducers(labelling, counting))
    reversed.send(.increment)
    #expect(reversed.getState() == AppState(count: 1, label: "now 0"))
  }

  @Test func `an action that no reducer cares for leaves the state as it is`() {
    let store = ReducerScope(initialState: AppState(count: 3), reducer: counting)
    store.send(.unknown)
    #expect(store.getState() == AppState(count: 3))
  }

  @Test func `middleware reads the state before and after the action is passed on`() {
    let (store, journal) = (ReducerScope(initialState: AppState(), reducer: counting), Journal())
    store.addMiddleware { store, action, next in
      journal.note("before \(store.getState().count)")
      try next(action)
      journal.note("after \(store.getState().count)")
    }
    store.send(.increment)
    #expect(journal.entries == ["before 0", "after 1"])
  }

  @Test func `the action that the last middleware of the chain rewrote is the one that is reduced`() {
    let store = ReducerScope(initialState: AppState(), reducer: counting)
    store.addMiddleware { _, _, next in try next(.add(100)) }
    store.addMiddleware { _, action, next in try next(action == .increment ? .add(10) : action) }
    store.send(.increment)
    #expect(store.getState().count == 100)
  }

  @Test func `two middlewares of one class both pass the action on`() {
    let (store, journal) = (ReducerScope(initialState: AppState(), reducer: counting), Journal())
    for name in ["a", "b"] { store.addMiddleware(Logger(name: name, journal: journal).run) }
    store.send(.increment)
    #expect(journal.entries == ["b increment", "a increment"])
    #expect(store.getState().count == 1)
  }

  @Test func `an action that middleware dispatches goes through the whole chain`() {
    let (store, journal) = (ReducerScope(initialState: AppState(), reducer: counting), Journal())
    store.addMiddleware { store, action, next in
      if action == .unknown { store.send(.increment) }
      try next(action)
    }
    store.addMiddleware(Logger(name: "outer", journal: journal).run)
    store.send(.unknown)
    #expect(journal.entries == ["outer unknown", "outer increment"])
    #expect(store.getState().count == 1)
  }

  @Test func `middleware may keep an action back`() {
    let (store, journal) = (ReducerScope(initialState: AppState(), reducer: counting), Journal())
    store.addMiddleware { _, action, next in if action != .increment { try next(action) } }
    let token = store.subscribe { _, action in journal.note("\(action)") }
    store.send(.increment).send(.add(2))
    #expect(store.getState().count == 2)
    #expect(journal.entries == ["add(2)"])
    token.cancel()
  }

  @Test func `reducers of slices of the state make one for the whole`() {
    let label = Reducer<String, Action> { label, action in label += action == .increment ? "+" : "" }
    let whole = combineReducers(
      counting,
      Reducer<AppState, Action> { state, action in try label(&state.label, action) }
    )
    let store = ReducerScope(initialState: AppState(), reducer: whole)
    store.send(.increment).send(.add(2)).send(.increment)
    #expect(store.getState() == AppState(count: 4, label: "++"))
  }
}

private struct AppState: Equatable {
  var count = 0
  var label = ""
}

private enum Action: Equatable {
  case increment
  case add(Int)
  case unknown
}

private let counting = Reducer<AppState, Action> { state, action in
  switch action {
  case .increment: state.count += 1
  case .add(let amount): state.count += amount
  case .unknown: break
  }
}

private final class Logger {
  private let name: String
  private let journal: Journal

  init(name: String, journal: Journal) {
    (self.name, self.journal) = (name, journal)
  }

  func run(
    _ store: ReducerScope<AppState, Action>,
    _ action: Action,
    _ next: (Action) throws -> Void
  ) throws {
    journal.note("\(name) \(action)")
    try next(action)
  }
}
