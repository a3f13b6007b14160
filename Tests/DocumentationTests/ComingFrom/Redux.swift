import Statoscope
import StatoscopeTesting
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

final class Home: Scope {
  @Subscope var people = Users(initialState: AppState(), reducer: users)
  private(set) var isSearching = false

  enum When { case userTappedSearch }

  func update(_ when: When) throws {
    switch when {
    case .userTappedSearch: isSearching.toggle()
    }
  }
}

/// What the page for those who come from Turnstate or Redux shows.
@MainActor @Suite struct FromReduxPageTests {
  @Test func `a store is a ReducerScope`() {
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

  @Test func `a state that was read does not change`() {
    let store = ReducerScope(initialState: AppState(users: ["Ada"]), reducer: users)
    let before = store.getState()
    store.send(.userCreated("Grace"))
    #expect(before.users == ["Ada"])
    #expect(store.getState().users == ["Ada", "Grace"])
  }

  @Test func `a store is a child of a scope`() throws {
    try Home.GIVEN { Home() }
      .WHEN(\.people, .userCreateRequested("Ada"))
      .WITH(\.people)
      .WHEN_EffectCompletes(CreateUser.self, with: "Ada")
      .THEN(\.state.users, equals: ["Ada"])
      .POP()
      .WHEN(.userTappedSearch)
      .THEN(\.isSearching, equals: true)
      .runTest(assertNoPendingEffects: true)
  }

  @Test func `asynchronous work is an effect of a subclass`() async {
    let store = Users(initialState: AppState(), reducer: combineReducers(users, activity))
    store.send(.userCreateRequested("Ada"))
    #expect(store.state.isBusy)
    for await names in store.changes(of: \.state.users) where names == ["Ada"] { break }
    #expect(store.state == AppState(users: ["Ada"]))
  }
}
