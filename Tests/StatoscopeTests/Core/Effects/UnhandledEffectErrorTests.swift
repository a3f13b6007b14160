import Statoscope
import TestSupport
import Testing

/// Errors of effects that nothing turns into an event.
@MainActor @Suite struct UnhandledEffectErrorTests {
  @Test func `an unmapped error is logged and passed to the scope's handler`() async throws {
    try await withLoggedLines { journal in
      let (gate, failed) = (Gate<String>(), Gate<String>())
      let loader = Loader()
      loader.onUnhandledEffectError = { error in
        MainActor.assertIsolated()
        Task { await failed.open("\(error)") }
      }
      loader.send(.loadUnmapped(gate))
      await gate.fail(Offline())
      let error = try await failed.pass()
      #expect(error == "Offline()")
      #expect(loader.effects.isEmpty)
      #expect(journal.entries.count == 1)
    }
  }

  @Test func `the CancellationError of a cancelled effect is not an error`() async throws {
    try await withLoggedLines { journal in
      let (cancelled, next) = (Gate<String>(), Gate<String>())
      let loader = Loader()
      loader.onUnhandledEffectError = { journal.note("given \($0)") }
      loader.send(.loadUnmapped(cancelled))
      await cancelled.arrived()
      loader.send(.cancelAll)
      await cancelled.fail(CancellationError())
      loader.send(.load(next))
      await next.open("next")
      await loader.receives(1)
      #expect(journal.entries == [])
    }
  }

  @Test func `a mapped error is not passed to the handler`() async throws {
    try await withLoggedLines { journal in
      let gate = Gate<String>()
      let loader = Loader()
      loader.onUnhandledEffectError = { journal.note("given \($0)") }
      loader.send(.load(gate))
      await gate.fail(Offline())
      await loader.receives(1)
      #expect(journal.entries == [])
    }
  }
}
