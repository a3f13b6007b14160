import Statoscope
import TestSupport
import Testing

/// What users of CacheStore rely on, as far as it is about the tree, injection, slices and reducers.
///
/// Its `Store` is a scope here, a scoped store a child with slices, its dependency an injected value.
@MainActor @Suite(.from(.cacheStore)) struct FromCacheStoreTests {
  @Test func `a missing value reads as nil`() {
    let store = PostsStore()
    #expect(store.panel.draft == nil)
    #expect(store.panel.url == nil)
    #expect(Panel().draft == nil)
  }

  @Test func `a value of a wrong type is an error that says so`() {
    let store = PostsStore().injectObject("https://example.com")
    let error = #expect(throws: NoInjectedValueFound.self) { try store.panel.resolve(Int.self) }
    #expect(error?.type == "Int")
    #expect(error?.offers == ["Panel: nothing", "PostsStore: String"])
  }

  @Test func `a change of a scoped value is seen by the parent and the other way round`() {
    let store = PostsStore()
    store.panel.draft = "a"
    #expect(store.drafts == ["current": "a"])
    store.send(.setDraft("current", "b"))
    #expect(store.panel.draft == "b")
  }

  @Test func `a handler reaches its dependency`() async throws {
    let store = PostsStore().injectObject(PostService { _ in ["mock"] })
    let loaded = Gate<Void>()
    let token = store.subscribe { store, when in
      if case .loaded = when { Task { await loaded.open(()) } }
    }
    store.send(.fetch("posts"))
    #expect(store.isLoading)
    try await loaded.pass()
    #expect(store.posts == ["mock"])
    #expect(!store.isLoading)
    token.cancel()
  }

  @Test func `an effect of the same id cancels the one before`() async throws {
    let (slow, fast) = (Gate<[String]>(), Gate<[String]>())
    let service = PostService { path in try await (path == "slow" ? slow : fast).pass() }
    let store = PostsStore().injectObject(service)
    let loaded = Gate<Void>()
    let token = store.subscribe { store, when in
      if case .loaded = when { Task { await loaded.open(()) } }
    }
    store.send(.fetch("slow"))
    await slow.arrived()
    store.send(.fetch("fast"))
    #expect(store.effects.count == 1)
    await slow.open(["slow"])
    await fast.open(["fast"])
    try await loaded.pass()
    #expect(store.posts == ["fast"])
    #expect(store.loads == 1)
    token.cancel()
  }

  @Test func `an action handler is a reducer`() {
    let handler = Reducer<[String: Int], Action> { cache, action in
      switch action {
      case .set(let key, let value): cache[key] = value
      case .increment(let key):
        guard let value = cache[key] else { throw MissingKey(key: key) }
        cache[key] = value + 1
      }
    }
    let store = ReducerScope(initialState: ["a": 1], reducer: handler)
    store.send(.increment("a")).send(.set("b", 5))
    #expect(store.getState() == ["a": 2, "b": 5])
    #expect(throws: MissingKey(key: "c")) { try store.trySend(.increment("c")) }
    store.send(.set("a", nil))
    #expect(store.getState() == ["b": 5])
  }
}

private enum Action {
  case set(String, Int?)
  case increment(String)
}

private struct MissingKey: Error, Equatable {
  let key: String
}

private struct PostService: Injectable, Sendable {
  var posts: @Sendable (String) async throws -> [String]
  static let defaultValue = PostService { _ in [] }
}

private struct FetchPosts: Effect {
  @InjectedForEffect var service: PostService
  let path: String
  func runEffect() async throws -> [String] { try await service.posts(path) }
}

private final class PostsStore: Scope {
  enum When {
    case fetch(String)
    case loaded(Result<[String], any Error>)
    case setDraft(String, String?)
  }

  private(set) var url: String?
  private(set) var posts: [String] = []
  private(set) var loads = 0
  private(set) var isLoading = false
  private(set) var drafts: [String: String] = [:]
  @Subscope var panel = Panel()

  func update(_ when: When) throws {
    switch when {
    case .fetch(let path):
      isLoading = true
      effectsState.enqueue(
        FetchPosts(path: path).mapToResult().map(When.loaded),
        id: "fetch",
        policy: .replace
      )
    case .loaded(let result):
      isLoading = false
      loads += 1
      posts = try result.get()
    case .setDraft(let key, let text):
      drafts[key] = text
    }
  }
}

private final class Panel: Scope {
  enum When { case nothing }
  @Slice(\PostsStore.url) var url
  @Slice(\PostsStore.drafts["current"], set: { .setDraft("current", $0) }) var draft
  func update(_ when: When) throws {}
}
