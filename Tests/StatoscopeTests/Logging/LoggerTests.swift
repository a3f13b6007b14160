import Statoscope
import TestSupport
import Testing

/// What is logged, and that no text is made that is not logged.
@MainActor @Suite struct LoggerTests {
  @Test func `events and effects are logged in the order they happen`() async throws {
    try await withLoggedLines([.when, .effects]) { journal in
      let gate = Gate<String>()
      let loader = Loader().send(.load(gate))
      await gate.open("a")
      await loader.receives(1)
      let beginnings = journal.entries.map { String($0.prefix(22)) }
      #expect(
        beginnings == [
          "when: Loader .load(Gat", "effects: Loader enqueu", "effects: Loader ended ",
          "when: Loader .loaded(.",
        ]
      )
    }
  }

  @Test func `nothing is formatted when nothing is logged`() async throws {
    try await withLoggedLines([]) { journal in
      let scope = Shy()
      scope.send(.init(onDescription: { journal.note("described") }))
      #expect(journal.entries == [])
    }
  }

  @Test func `the sink costs the same at each line however many there were`() async throws {
    try await withLoggedLines([.when]) { journal in
      let loader = Loader()
      for _ in 0..<20_000 { loader.send(.nothing) }
      #expect(journal.entries.count == 20_000)
    }
  }

  @Test func `the levels are what was set`() async throws {
    try await withLoggedLines(.all) { _ in
      #expect(StatoscopeLogger.logLevel == .all)
      StatoscopeLogger.logLevel = .basic
      #expect(StatoscopeLogger.logLevel == [.errors, .when])
    }
  }
}

private final class Shy: Scope {
  struct When: Sendable, CustomStringConvertible {
    let onDescription: @Sendable () -> Void
    var description: String {
      onDescription()
      return "described"
    }
  }

  func update(_ when: When) throws {}
}
