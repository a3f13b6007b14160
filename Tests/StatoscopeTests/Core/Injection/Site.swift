import Statoscope

/// A scope with pages, for the tests of injection.
final class Site: Scope, Injectable {
  enum When { case nothing }
  static var defaultValue: Site { Site() }
  @Subscope var page: SitePage
  @Subscope var other = SitePage()
  @Subscope var optional: SitePage?
  @Injected var server: Server
  @Superscope var site: Site?

  init(page: SitePage = SitePage()) {
    _page = Subscope(wrappedValue: page)
  }

  func update(_ when: When) throws {}
}

/// A child of a site, whose effect asks the server for its name.
final class SitePage: Scope {
  enum When {
    case ask
    case answered(String)
  }

  @Injected var server: Server
  @Injected var first: First.Key
  @Injected var second: Second.Key
  @Superscope var site: Site?
  @Superscope var requiredSite: Site
  private(set) var answers: [String] = []
  private var waiting: CheckedContinuation<Void, Never>?

  func update(_ when: When) throws {
    switch when {
    case .ask:
      effectsState.enqueue(AskServer().map(When.answered))
    case .answered(let answer):
      answers.append(answer)
      waiting?.resume()
    }
  }

  @MainActor func ask() async {
    await withCheckedContinuation {
      waiting = $0
      send(.ask)
    }
  }
}

/// A value that tests inject.
struct Server: Injectable, Sendable, Equatable {
  var name: String
  static let defaultValue = Server(name: "default")
}

/// An effect that finds the server of its tree.
struct AskServer: Effect, Equatable {
  @InjectedForEffect var server: Server
  func runEffect() async throws -> String { server.name }
}

/// Two types with the same name.
enum First {
  struct Key: Injectable {
    var value: Int
    static let defaultValue = Key(value: 0)
  }
}

/// The other of two types with the same name.
enum Second {
  struct Key: Injectable {
    var value: Int
    static let defaultValue = Key(value: 0)
  }
}
