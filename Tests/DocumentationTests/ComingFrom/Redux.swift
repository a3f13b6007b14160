import Statoscope
import TestSupport
import Testing

struct AppState: Equatable {
  var users: [String] = []
  var isBusy = false
}

enum Action {
  case userCreateRequested(String)
  case userCreated(String)
}

let users = Reducer<AppState, Action> { state, action in
  if case .userCreated(let name) = action { state.users.append(name) }
}

let activity = Reducer<AppState, Action> { state, action in
  if case .userCreateRequested = action { state.isBusy = true } else { state.isBusy = false }
}

struct CreateUser: Effect {
  let name: String
  func runEffect() async throws -> String { name }
}

final class Users: ReducerScope<AppState, Action> {
  override func update(_ action: Action) throws {
    try super.update(action)
    if case .userCreateRequested(let name) = action {
      effectsState.enqueue(CreateUser(name: name).map(Action.userCreated))
    }
  }
}

/// What the page for those who come from Turnstate or Redux shows.
@MainActor @Suite struct FromReduxPageTests {
  @Test func aStoreIsAReducerScope() {
    let journal = Journal()
    let store = ReducerScope(initialState: AppState(), reducer: combineReducers(users, activity))
    store.addMiddleware { store, action, next in
      journal.note("\(action)")
      try next(action)
    }
    let unsubscribe = store.subscribe { store, _ in
      journal.note("\(store.getState().users)")
    }
    store.send(.userCreated("Ada"))
    #expect(store.getState() == AppState(users: ["Ada"]))
    unsubscribe.cancel()
    #expect(journal.entries == ["userCreated(\"Ada\")", "[\"Ada\"]"])
  }

  @Test func workIsAnEffectOfASubclass() async {
    let store = Users(initialState: AppState(), reducer: combineReducers(users, activity))
    store.send(.userCreateRequested("Ada"))
    #expect(store.state.isBusy)
    for await names in store.changes(of: \.state.users) where names == ["Ada"] { break }
    #expect(store.state == AppState(users: ["Ada"]))
  }
}
