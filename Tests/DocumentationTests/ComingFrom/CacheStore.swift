import Foundation
import Statoscope
import StatoscopeTesting
import Testing

/// Keeps the names of one page apart from those of others.
enum CacheStorePage {
  struct Post: Equatable, Sendable {
    var id: Int
    var title: String
  }

  struct Blog: Injectable, Sendable {
    var fetchPosts: @Sendable (URL) async throws -> [Post]
    static let defaultValue = Blog { _ in [] }
  }

  struct FetchPosts: Effect, Equatable {
    let url: URL
    @InjectedForEffect var blog: Blog
    func runEffect() async throws -> [Post] { try await blog.fetchPosts(url) }
  }

  final class Posts: Scope {
    private(set) var url: URL?
    private(set) var posts: [Post] = []
    private(set) var isLoading = false

    enum When {
      case fetchPosts
      case postsResponse(Result<[Post], any Error>)
    }

    init(url: URL?) {
      self.url = url
    }

    func update(_ when: When) throws {
      switch when {
      case .fetchPosts:
        guard let url else { throw InvalidStateError() }
        isLoading = true
        effectsState.enqueue(
          FetchPosts(url: url).mapToResult().map(When.postsResponse),
          id: "fetch",
          policy: .replace
        )
      case .postsResponse(.success(let posts)):
        isLoading = false
        self.posts = posts
      case .postsResponse(.failure):
        isLoading = false
      }
    }
  }

  final class Features: Scope {
    private(set) var isOn: [String: Bool] = [:]
    @Subscope var banner = Banner()

    enum When { case serverSet(key: String, isOn: Bool) }

    func update(_ when: When) throws {
      switch when {
      case .serverSet(let key, let isOn): self.isOn[key] = isOn
      }
    }
  }

  final class Banner: Scope {
    @Slice(\Features.isOn["banner"]) var isShown: Bool?

    enum When { case nothing }
    func update(_ when: When) throws {}
  }

  /// What the page for those who come from CacheStore shows.
  @Suite struct FromCacheStorePageTests {
    let url = URL(string: "https://example.org/posts")

    @Test func `the test store is an exhaustive plan`() throws {
      let posts = [Post(id: 1, title: "Mock")]
      try Posts.GIVEN { Posts(url: url) }
        .configure(exhaustivity: .on)
        .WHEN(.fetchPosts)
        .THEN(\.isLoading, equals: true)
        .THEN_EnqueuedEffect(parameter: \FetchPosts.url, equals: url ?? URL(fileURLWithPath: ""))
        .WHEN_EffectCompletes(FetchPosts.self, with: posts)
        .THEN(\.isLoading, equals: false)
        .THEN(\.posts, equals: posts)
        .runTest()
    }

    @Test func `keys of run time are keys of a dictionary`() throws {
      try Features.GIVEN { Features() }
        .THEN(\.banner.isShown, equals: nil)
        .WHEN(.serverSet(key: "banner", isOn: true))
        .THEN(\.banner.isShown, equals: true)
        .runTest()
    }

    @Test func `a storage reports a value of another type`() throws {
      let storage = StateStorage.inMemory()
      try storage.write(3, forKey: "count")
      #expect(try storage.read(Int.self, forKey: "count") == 3)
      #expect(throws: StorageError.self) { try storage.read([String].self, forKey: "count") }
    }

    @Test func `a missing value makes the event throw`() throws {
      try Posts.GIVEN { Posts(url: nil) }
        .WHEN_Throws(.fetchPosts)
        .THEN(\.isLoading, equals: false)
        .runTest()
    }
  }
}
