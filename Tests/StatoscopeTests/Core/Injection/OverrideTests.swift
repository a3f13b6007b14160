import Statoscope
import TestSupport
import Testing

/// Overrides: values that hold until their token ends.
@Suite struct OverrideTests {
  @Test func `an override is found here and below until it is cancelled`() {
    let app = App().injectObject(Server(name: "live"))
    let mock = app.override(Server(name: "mock"))
    #expect([app.server.name, app.page.server.name] == ["mock", "mock"])
    mock.cancel()
    #expect([app.server.name, app.page.server.name] == ["live", "live"])
  }

  @Test(.from(.appState)) func `an override ends when its token is released`() {
    let app = App().injectObject(Server(name: "live"))
    var mock: InjectionOverride? = app.override(Server(name: "mock"))
    #expect(app.page.server.name == "mock")
    mock = nil
    #expect(app.page.server.name == "live")
    _ = mock
  }

  @Test func `an override of a subtree leaves the rest of the tree alone`() {
    let app = App().injectObject(Server(name: "live"))
    let mock = app.page.override(Server(name: "mock"))
    #expect([app.server.name, app.page.server.name, app.other.server.name] == ["live", "mock", "live"])
    mock.cancel()
    #expect(app.page.server.name == "live")
  }

  @Test func `where nothing was injected the default comes back`() {
    let app = App()
    let mock = app.override(Server(name: "mock"))
    mock.cancel()
    #expect(app.server.name == "default")
    #expect(throws: NoInjectedValueFound.self) { try app.resolve(Server.self) }
  }

  @Test func `overrides nest and the newest in force is found`() {
    let app = App().injectObject(Server(name: "live"))
    let first = app.override(Server(name: "first"))
    let second = app.override(Server(name: "second"))
    #expect(app.page.server.name == "second")
    second.cancel()
    #expect(app.page.server.name == "first")
    first.cancel()
    #expect(app.page.server.name == "live")
  }

  @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
  func `overrides may end in any order`(_ order: [Int]) {
    let app = App().injectObject(Server(name: "live"))
    let tokens = (0..<3).map { app.override(Server(name: "\($0)")) }
    var inForce = ["live", "0", "1", "2"]
    for index in order {
      tokens[index].cancel()
      inForce.removeAll { $0 == "\(index)" }
      #expect(app.page.server.name == inForce.last)
    }
  }

  @Test func `cancelling twice ends no other override`() {
    let app = App()
    let first = app.override(Server(name: "first"))
    first.cancel()
    let second = app.override(Server(name: "second"))
    first.cancel()
    #expect(app.server.name == "second")
    second.cancel()
  }

  @Test func `what is injected while overridden is found once the override ends`() {
    let app = App().injectObject(Server(name: "before"))
    let mock = app.override(Server(name: "mock"))
    app.injectObject(Server(name: "after"))
    #expect(app.server.name == "mock")
    mock.cancel()
    #expect(app.server.name == "after")
  }

  @Test func `what is injected below an override is nearer`() {
    let app = App()
    let mock = app.override(Server(name: "mock"))
    app.page.injectObject(Server(name: "page"))
    #expect([app.page.server.name, app.other.server.name] == ["page", "mock"])
    mock.cancel()
  }

  @Test(.from(.appState)) func `a protocol can be the key of an override`() throws {
    let app = App().injectObject(English(), as: (any Greeter).self)
    let mock = app.override(Silent(), as: (any Greeter).self)
    #expect(try app.page.resolve((any Greeter).self).greeting == "")
    mock.cancel()
    #expect(try app.page.resolve((any Greeter).self).greeting == "Hello")
  }

  @Test func `overrides of different types do not touch each other`() throws {
    let app = App().injectObject(Server(name: "live"))
    let greeter = app.override(English(), as: (any Greeter).self)
    let server = app.override(Server(name: "mock"))
    greeter.cancel()
    #expect(app.server.name == "mock")
    #expect(throws: NoInjectedValueFound.self) { try app.resolve((any Greeter).self) }
    server.cancel()
  }

  @Test func `an override goes with a scope that is moved and ends there`() {
    let app = App().injectObject(Server(name: "live"))
    let page = app.page
    let mock = page.override(Server(name: "mock"))
    app.page = Page()
    let newApp = App(page: page).injectObject(Server(name: "new"))
    #expect(page.server.name == "mock")
    mock.cancel()
    #expect(page.server.name == "new")
    #expect(newApp.page === page)
  }

  @Test func `a token does not keep its scope and may end after it`() {
    var app: App? = App()
    weak let released = app
    let mock = app?.override(Server(name: "mock"))
    app = nil
    #expect(released == nil)
    mock?.cancel()
  }

  @Test @MainActor func `effects find the override that is in force when they are enqueued`() async {
    let app = App().injectObject(Server(name: "live"))
    let mock = app.page.override(Server(name: "mock"))
    await app.page.ask()
    mock.cancel()
    await app.page.ask()
    #expect(app.page.answers == ["mock", "live"])
  }
}

private struct Server: Injectable, Sendable {
  var name: String
  static let defaultValue = Server(name: "default")
}

private protocol Greeter: Sendable {
  var greeting: String { get }
}

private struct English: Greeter {
  let greeting = "Hello"
}

private struct Silent: Greeter {
  let greeting = ""
}

private struct AskServer: Effect {
  @InjectedForEffect var server: Server
  func runEffect() async throws -> String { server.name }
}

private final class App: Scope {
  enum When { case nothing }
  @Subscope var page: Page
  @Subscope var other = Page()
  @Injected var server: Server

  init(page: Page = Page()) {
    _page = Subscope(wrappedValue: page)
  }

  func update(_ when: When) throws {}
}

private final class Page: Scope {
  enum When {
    case ask
    case answered(String)
  }

  @Injected var server: Server
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
