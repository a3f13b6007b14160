import PlanTestSupport
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// Endpoints that no test has set.
@Suite struct UnimplementedTests {
  @Test func `an endpoint that is called in an update fails its step by name`() throws {
    let found = try texts {
      try Finder.GIVEN { Finder().injectObject(Client(log: { _ in })) }
        .WHEN(.toggle)
        .THEN(\.isOn, equals: false)
        .WHEN(.note("a"))
        .runTest()
    }
    #expect(
      found == [
        """
        WHEN(.toggle): Client.isOn was called, but it is unimplemented at \
        StatoscopeTestingTests/UnimplementedTests.swift:\(Client.lineOfIsOn). Set it in the value that you inject, or do \
        not call it here.
        """
      ]
    )
  }

  @Test func `each endpoint that is called fails on its own`() throws {
    let found = try texts {
      try Finder.GIVEN { Finder() }
        .WHEN(.toggle)
        .WHEN(.note("a"))
        .configure(defaultValues: .allowed)
        .runTest()
    }
    #expect(
      found.map { $0.prefix(while: { $0 != "," }) } == [
        "WHEN(.toggle): Client.isOn was called", "WHEN(.note(\"a\")): Client.log was called",
      ]
    )
  }

  @Test func `one that an effect of a live plan calls throws, and fails a step`() async throws {
    let found = try await liveTexts {
      try await Finder.GIVEN { Finder().injectObject(Client()) }
        .WHEN(.search("tea"))
        .RECEIVE(.failed("Client.load"))
        .runTest(effects: .live(TestClock()))
    }
    #expect(found.count == 1)
    #expect(found.first?.contains("Client.load was called, but it is unimplemented at") == true)
  }

  @Test func `one that a test has set is called as any closure`() async throws {
    try await Finder.GIVEN { Finder().injectObject(Client(load: { ["\($0) \($1)"] })) }
      .WHEN(.search("tea"))
      .RECEIVE(.found(["tea 3"]))
      .runTest(effects: .live(TestClock()))
  }

  @Test func `outside of plans one is logged, and throws or returns its placeholder`() async throws {
    try await withLoggedLines { log in
      let client = Client()
      #expect(!client.isOn())
      client.log("a")
      let error = await #expect(throws: UnimplementedError.self) { try await client.load("a", 1) }
      #expect(error?.endpoint == "Client.load")
      #expect(
        error?.errorDescription?.hasPrefix("Client.load was called, but it is unimplemented at ") == true
      )
      #expect(
        log.entries.map { $0.prefix(while: { $0 != "," }) } == [
          "errors: Client.isOn was called", "errors: Client.log was called", "errors: Client.load was called",
        ]
      )
    }
  }
}

private struct Client: Sendable, Injectable {
  static let lineOfIsOn: Int = #line + 2
  var load: @Sendable (String, Int) async throws -> [String] = unimplemented("Client.load")
  var isOn: @Sendable () -> Bool = unimplemented("Client.isOn", placeholder: false)
  var log: @Sendable (String) -> Void = unimplemented("Client.log")

  static let defaultValue = Client()
}

private final class Finder: Scope {
  enum When: Equatable {
    case toggle, note(String), search(String), found([String]), failed(String)
  }

  @Injected var client: Client
  private(set) var isOn = false
  private(set) var found: [String] = []
  private(set) var failure: String?

  func update(_ when: When) {
    switch when {
    case .toggle: isOn = client.isOn()
    case .note(let text): client.log(text)
    case .search(let text):
      let load = client.load
      effectsState.enqueue(
        AnyEffect<When> {
          do { return .found(try await load(text, 3)) } catch {
            return .failed((error as? UnimplementedError)?.endpoint ?? "")
          }
        }
      )
    case .found(let names): found = names
    case .failed(let endpoint): failure = endpoint
    }
  }
}
