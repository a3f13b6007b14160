import NumberEvents
import SharedScope
import Statoscope
import TestSupport
import Testing
import TextEvents

/// One class that two modules make a scope, with numbers and with texts as events.
@Suite struct TwoConformancesTests {
  @Test func `each module may send its events while no code depends on their type`() {
    let scope = SharedScope()
    NumberEvents.send(1, to: scope)
    TextEvents.send("a", to: scope)
    NumberEvents.send(2, to: scope)
    #expect(scope.handled == ["number 1", "text a", "number 2"])
    #expect(NumberEvents.effects(of: scope) == 0 && TextEvents.effects(of: scope) == 0)
  }

  @Test func `each module has its own events of descendants`() {
    let (scope, child) = (SharedScope(), SharedScope())
    NumberEvents.addSubscopeMiddleware(to: scope)
    TextEvents.addSubscopeMiddleware(to: scope)
    let tokens = [NumberEvents.subscribeBelow(scope), TextEvents.subscribeBelow(scope)]
    scope.child = child
    NumberEvents.send(1, to: child)
    TextEvents.send("a", to: child)
    #expect(child.handled == ["number 1", "text a"])
    #expect(scope.handled == ["above 2", "below 2", "above aa", "below aa"])
    for token in tokens { token.cancel() }
  }

  @Test(.waitsForPrograms) func `an event traps when middleware has the other type`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let scope = SharedScope()
      NumberEvents.addMiddleware(to: scope)
      NumberEvents.send(1, to: scope)
      TextEvents.send("a", to: scope)
    }
    expectText(result, names: "Int")
  }

  @Test(.waitsForPrograms) func `an event traps when a subscriber has the other type`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let scope = SharedScope()
      NumberEvents.send(1, to: scope)
      let token = NumberEvents.subscribe(to: scope)
      TextEvents.send("a", to: scope)
      token.cancel()
    }
    expectText(result, names: "Int")
  }

  @Test(.waitsForPrograms) func `middleware traps when a subscriber has the other type`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let scope = SharedScope()
      let token = TextEvents.subscribe(to: scope)
      NumberEvents.addMiddleware(to: scope)
      token.cancel()
    }
    expectText(result, names: "String")
  }

  @Test(.waitsForPrograms) func `a subscription traps when middleware has the other type`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let scope = SharedScope()
      TextEvents.addMiddleware(to: scope)
      NumberEvents.subscribe(to: scope).cancel()
    }
    expectText(result, names: "String")
  }

  @Test(.waitsForPrograms) func `the result of an effect of the other type traps`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      @MainActor in
      ProcessTimeLimit.begin()
      let scope = SharedScope()
      NumberEvents.send(0, to: scope)
      TextEvents.send("", to: scope)
      // Until the effect of the text has ended.
      let (never, continuation) = AsyncStream.makeStream(of: Void.self)
      for await _ in never {}
      continuation.finish()
    }
    expectText(result, names: "Int")
  }

  @Test(.waitsForPrograms) func `an event traps during an event of the other type`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let scope = SharedScope()
      let token = NumberEvents.subscribe(to: scope) { scope in TextEvents.send("a", to: scope) }
      NumberEvents.send(1, to: scope)
      token.cancel()
    }
    expectText(result, names: "Int")
  }

  /// Checks the text that a process ended with.
  private func expectText(_ result: ExitTest.Result?, names events: String) {
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        """
        SharedScope was sent an event whose type is not \(events), which its middleware, subscribers and effects expect. \
        Two modules declare that SharedScope conforms to ScopeProtocol, each with an event type of its own. Remove one \
        of the conformances, or use the class in only one of the modules.
        """
      )
    )
  }
}
