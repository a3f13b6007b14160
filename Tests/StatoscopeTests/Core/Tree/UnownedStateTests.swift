import Statoscope
import TestSupport
import Testing

/// Scopes with a reference to an object that owns them and is gone before they are.
@MainActor @Suite struct UnownedStateTests {
  @Test(arguments: [0, 1, 2])
  func `a tree is released after its coordinator`(_ depth: Int) {
    let journal = Journal()
    var coordinator: Coordinator? = Coordinator { Flow($0, depth: depth, journal) }
    #expect(coordinator?.flow != nil && journal.entries.isEmpty)
    coordinator = nil
    #expect(journal.entries == Array(repeating: "released", count: depth + 1))
  }

  @Test func `a tree that was read is released after its coordinator`() {
    let journal = Journal()
    var coordinator: Coordinator? = Coordinator { Flow($0, depth: 2, journal) }
    #expect(coordinator?.flow?.next?.next?.tree.keyPathFromRoot == #"\.next?.next"#)
    coordinator = nil
    #expect(journal.entries == ["released", "released", "released"])
  }

  @Test func `a tree without an event is released in the deinit of its coordinator`() {
    let journal = Journal()
    var coordinator: Coordinator? = Coordinator { Flow($0, depth: 1, journal) }
    coordinator?.onDeinit = { $0.flow = nil }
    coordinator = nil
    #expect(journal.entries == ["released", "released"])
  }

  @Test func `a child that other code retains becomes a root`() async throws {
    try await withoutStatesInTheLog {
      let journal = Journal()
      var coordinator: Coordinator? = Coordinator { Flow($0, depth: 1, journal) }
      let child = coordinator?.flow?.next
      coordinator = nil
      #expect(journal.entries == ["released"])
      #expect(child?.tree.parent == nil && child?.send(.nothing).count == 1)
    }
  }

  @Test func `a tree's first event may follow the coordinator's release`() async throws {
    try await withoutStatesInTheLog {
      let flow = try makeOrphan(depth: 1)
      #expect(flow.send(.nothing).count == 1)
      #expect(flow.next?.send(.nothing).count == 1)
      #expect(flow.next?.tree.parent === flow)
    }
  }

  @Test func `an event may pass through middleware and start effects`() async throws {
    try await withoutStatesInTheLog {
      let (flow, journal) = (try makeOrphan(depth: 1), Journal())
      flow.addSubscopeMiddleware { event, next in
        journal.note(event.path)
        try next()
      }
      let token = flow.subscribe { _, when in journal.note("\(when)") }
      flow.send(.nothing)
      flow.next?.send(.nothing)
      #expect(journal.entries == [#"\.self"#, "nothing", #"\.next"#])
      flow.send(.work)
      #expect(flow.effects.count == 1)
      flow.send(.cancel)
      #expect(flow.effects.isEmpty)
      token.cancel()
    }
  }

  @Test func `a scope may be added to a tree and removed again`() throws {
    let (flow, child) = (try makeOrphan(depth: 1), try makeOrphan(depth: 0))
    flow.next?.next = child
    #expect(child.tree.keyPathFromRoot == #"\.next?.next"#)
    child.removeFromSuperscope()
    #expect(child.tree.parent == nil && flow.next?.next == nil)
  }

  /// Runs a test that sends events while no other test has states logged: the text of one would read the coordinator.
  private func withoutStatesInTheLog(_ test: @MainActor () throws -> Void) async throws {
    try await withLoggedLines { _ in try test() }
  }

  /// Returns a scope without a coordinator, of a class that the library knows.
  private func makeOrphan(depth: Int) throws -> Flow {
    let known = Coordinator { Flow($0, depth: 0, Journal()) }
    known.flow?.send(.nothing)
    var coordinator: Coordinator? = Coordinator { Flow($0, depth: depth, Journal()) }
    let flow = try #require(coordinator?.flow)
    coordinator = nil
    return flow
  }
}

private final class Coordinator {
  var flow: Flow?
  var onDeinit: ((Coordinator) -> Void)?

  init(_ makeFlow: (Coordinator) -> Flow) {
    flow = makeFlow(self)
  }

  deinit { onDeinit?(self) }
}

private final class Flow: Scope {
  enum When: Sendable {
    case nothing
    case work
    case cancel
  }

  unowned let coordinator: Coordinator
  private(set) var count = 0
  @Subscope var next: Flow?
  private let journal: Journal

  init(_ coordinator: Coordinator, depth: Int, _ journal: Journal) {
    self.coordinator = coordinator
    self.journal = journal
    _next = Subscope(wrappedValue: depth == 0 ? nil : Flow(coordinator, depth: depth - 1, journal))
  }

  func update(_ when: When) throws {
    count += 1
    switch when {
    case .nothing: break
    case .work: effectsState.enqueue(AnyEffect { .nothing })
    case .cancel: effectsState.cancelAllEffects()
    }
  }

  deinit { journal.note("released") }
}
