import Statoscope
import TestSupport
import Testing

/// Overrides: values that hold until their token ends.
@Suite struct OverrideTests {
  @Test func `an override is found at its scope and below until it is cancelled`() {
    let site = Site().injectObject(Server(name: "live"))
    let mock = site.override(Server(name: "mock"))
    #expect([site.server.name, site.page.server.name] == ["mock", "mock"])
    mock.cancel()
    #expect([site.server.name, site.page.server.name] == ["live", "live"])
  }

  @Test(.from(.appState)) func `an override ends when its token is released`() {
    let site = Site().injectObject(Server(name: "live"))
    var mock: InjectionOverride? = site.override(Server(name: "mock"))
    #expect(site.page.server.name == "mock")
    mock = nil
    #expect(site.page.server.name == "live")
    _ = mock
  }

  @Test func `an override of a subtree does not affect the rest of the tree`() {
    let site = Site().injectObject(Server(name: "live"))
    let mock = site.page.override(Server(name: "mock"))
    #expect([site.server.name, site.page.server.name, site.other.server.name] == ["live", "mock", "live"])
    mock.cancel()
    #expect(site.page.server.name == "live")
  }

  @Test func `after an override the default is found again`() {
    let site = Site()
    let mock = site.override(Server(name: "mock"))
    mock.cancel()
    #expect(site.server.name == "default")
    #expect(throws: NoInjectedValueFound.self) { try site.resolve(Server.self) }
  }

  @Test func `overrides nest, and the newest one is found`() {
    let site = Site().injectObject(Server(name: "live"))
    let first = site.override(Server(name: "first"))
    let second = site.override(Server(name: "second"))
    #expect(site.page.server.name == "second")
    second.cancel()
    #expect(site.page.server.name == "first")
    first.cancel()
    #expect(site.page.server.name == "live")
  }

  @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
  func `overrides may end in any order`(_ order: [Int]) {
    let site = Site().injectObject(Server(name: "live"))
    let tokens = (0..<3).map { site.override(Server(name: "\($0)")) }
    var inForce = ["live", "0", "1", "2"]
    for index in order {
      tokens[index].cancel()
      inForce.removeAll { $0 == "\(index)" }
      #expect(site.page.server.name == inForce.last)
    }
  }

  @Test func `cancelling twice ends no other override`() {
    let site = Site()
    let first = site.override(Server(name: "first"))
    first.cancel()
    let second = site.override(Server(name: "second"))
    first.cancel()
    #expect(site.server.name == "second")
    second.cancel()
  }

  @Test func `a value injected during an override is found after it`() {
    let site = Site().injectObject(Server(name: "before"))
    let mock = site.override(Server(name: "mock"))
    site.injectObject(Server(name: "after"))
    #expect(site.server.name == "mock")
    mock.cancel()
    #expect(site.server.name == "after")
  }

  @Test func `a value injected below an override is nearer`() {
    let site = Site()
    let mock = site.override(Server(name: "mock"))
    site.page.injectObject(Server(name: "page"))
    #expect([site.page.server.name, site.other.server.name] == ["page", "mock"])
    mock.cancel()
  }

  @Test(.from(.appState)) func `a protocol can be the key of an override`() throws {
    let site = Site().injectObject(English(), as: (any Greeter).self)
    let mock = site.override(Silent(), as: (any Greeter).self)
    #expect(try site.page.resolve((any Greeter).self).greeting == "")
    mock.cancel()
    #expect(try site.page.resolve((any Greeter).self).greeting == "Hello")
  }

  @Test func `overrides of different types are independent`() throws {
    let site = Site().injectObject(Server(name: "live"))
    let greeter = site.override(English(), as: (any Greeter).self)
    let server = site.override(Server(name: "mock"))
    greeter.cancel()
    #expect(site.server.name == "mock")
    #expect(throws: NoInjectedValueFound.self) { try site.resolve((any Greeter).self) }
    server.cancel()
  }

  @Test func `an override moves with its scope, and ends there`() {
    let site = Site().injectObject(Server(name: "live"))
    let page = site.page
    let mock = page.override(Server(name: "mock"))
    site.page = SitePage()
    let newSite = Site(page: page).injectObject(Server(name: "new"))
    #expect(page.server.name == "mock")
    mock.cancel()
    #expect(page.server.name == "new")
    #expect(newSite.page === page)
  }

  @Test func `a token does not retain its scope, and may end after it`() {
    var site: Site? = Site()
    weak let released = site
    let mock = site?.override(Server(name: "mock"))
    site = nil
    #expect(released == nil)
    mock?.cancel()
  }

  @Test @MainActor func `effects find the override at the time when they are enqueued`() async {
    let site = Site().injectObject(Server(name: "live"))
    let mock = site.page.override(Server(name: "mock"))
    await site.page.ask()
    mock.cancel()
    await site.page.ask()
    #expect(site.page.answers == ["mock", "live"])
  }
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
