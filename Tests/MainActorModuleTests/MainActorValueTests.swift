import Statoscope
import StatoscopeTesting
import Testing

#if canImport(Combine)
  import Combine
#endif

// A `nonisolated struct` with one of the library's property wrappers does not compile: Swift 6.3 takes the storage of a
// wrapper that is `Sendable` for a mutable property that cannot be nonisolated. Effects and schemas need no `nonisolated`, as
// their protocols are `Sendable`; another value holds its secrets as `Redacted`.

struct FetchName: Effect {
  let prefix: String
  @InjectedForEffect private var names: Names

  init(prefix: String) { self.prefix = prefix }

  func runEffect() async throws -> String { prefix + names.first }
}

nonisolated struct Names: Injectable {
  var first: String
  static let defaultValue = Names(first: "")
}

struct Preferences: StorageSchema {
  @Stored("visits") var visits = 0
  @Stored("name") var name: String?
}

nonisolated struct Account: Equatable {
  var name = ""
  var token = Redacted(wrappedValue: "")
}

nonisolated final class SignIn: Scope, ObservableObject {
  enum When {
    case userSubmitted
    case named(String)
  }

  @Published private(set) var account = Account()
  @Redacted var password = ""
  @Stored("visits") var visits = 0

  func update(_ when: When) throws {
    switch when {
    case .userSubmitted:
      visits += 1
      account.token.wrappedValue = password + "!"
      effectsState.enqueue(FetchName(prefix: "Dr. ").map(When.named))
    case .named(let name):
      account.name = name
    }
  }
}

@Suite struct MainActorValueTests {
  @Test func `effects have injected values in a module of the MainActor`() async throws {
    try await SignIn.GIVEN {
      SignIn().injectObject(Names(first: "Ada")).injectObject(StateStorage.inMemory())
    }
    .WHEN(.userSubmitted)
    .RECEIVE(.named("Dr. Ada"))
    .THEN(\.account.name, equals: "Dr. Ada")
    .runTest(effects: .live())
  }

  @Test func `a schema and a scope share stored values in such a module`() throws {
    let storage = StateStorage.inMemory()
    SignIn().injectObject(storage).injectObject(Names(first: "")).send(.userSubmitted)
    try storage.update(Preferences.self) { $0.visits += 1 }
    #expect(storage.snapshot(of: Preferences.self).visits == 2)
  }

  @Test func `redacted values of such a module are in no text`() throws {
    let signIn = SignIn().injectObject(StateStorage.inMemory()).injectObject(Names(first: ""))
    signIn.password = "secret"
    signIn.send(.userSubmitted)
    #expect(signIn.account.token.wrappedValue == "secret!")
    #expect(!"\(signIn.account)".contains("secret"))
  }
}
