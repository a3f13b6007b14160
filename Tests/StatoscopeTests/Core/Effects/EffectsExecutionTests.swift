import Statoscope
import TestSupport
import Testing

/// Effects that are listed and never started: what test plans build on.
@MainActor @Suite struct EffectsExecutionTests {
  private let journal = NotedRuns()
  private let root = Branch()

  @Test func `enqueueOnly applies to the whole tree, also to children added later`() async {
    root.send(.putChild)
    root.injectObject(EffectsExecution.enqueueOnly)
    root.child?.send(.putChild)
    for branch in [root, root.child, root.child?.child].compactMap(\.self) {
      branch.send(.run(effect("never"), id: nil))
      #expect(branch.effects.count == 1)
    }
    await somethingElseHasRun()
    #expect(!journal.notes.contains("never begins"))
  }

  @Test func `a scope that looks it up finds the default, without an error`() async throws {
    try await withLoggedLines { log in
      let meter = Meter()
      #expect(meter.execution == .live)
      #expect(meter.injectObject(EffectsExecution.enqueueOnly).execution == .enqueueOnly)
      #expect(log.entries == [])
    }
  }

  @Test func `a subtree may be live again`() async {
    root.injectObject(EffectsExecution.enqueueOnly)
    root.send(.putChild)
    root.child?.injectObject(EffectsExecution.live).send(.putChild)
    root.send(.run(effect("never"), id: nil))
    root.child?.child?.send(.run(effect("live"), id: nil))
    await root.child?.child?.receives(1)
    #expect(root.child?.child?.received == ["live"])
    #expect(journal.notes == ["live begins", "live ends, cancelled: false"])
    #expect(root.effects.count == 1)
  }

  @Test func `a removed subtree starts and lists no effects`() {
    root.injectObject(EffectsExecution.enqueueOnly)
    root.send(.putChild)
    let child = root.child
    child?.send(.run(effect("never"), id: nil))
    root.send(.removeChild)
    #expect(child?.effects.isEmpty == true)
    #expect(throws: EffectIsolationError.self) { try child?.trySend(.run(effect("never"), id: nil)) }
    #expect(child?.effects.isEmpty == true)
    #expect(journal.notes.isEmpty)
  }

  @Test func `effects enqueued before the tree is live again do not start`() async {
    root.injectObject(EffectsExecution.enqueueOnly)
    root.send(.run(effect("never"), id: nil))
    root.injectObject(EffectsExecution.live).send(.run(effect("live"), id: nil))
    await root.receives(1)
    #expect(root.received == ["live"])
    #expect(root.effects.count == 1)
  }

  @Test func `listed effects start once, in any scope of the tree`() async {
    root.settle(on: MainActor.shared)
    #expect(!root.startListedEffects())
    root.send(.putChild)
    for branch in [root, root.child].compactMap(\.self) {
      root.injectObject(EffectsExecution.enqueueOnly)
      branch.send(.run(effect("listed"), id: nil))
      root.injectObject(EffectsExecution.live)
      #expect(root.startListedEffects())
      #expect(!root.startListedEffects())
      await branch.receives(1)
    }
    #expect(journal.notes.count { $0 == "listed begins" } == 2)
    #expect(!root.startListedEffects())
  }

  @Test func `policies and cancellations apply to effects that do not run`() async {
    root.injectObject(EffectsExecution.enqueueOnly)
    for name in ["a", "b", "c", "d"] { root.send(.run(effect(name), id: name == "d" ? "other" : "id")) }
    #expect(listed == ["a", "b", "c", "d"])
    root.send(.cancelNamed("a"))
    #expect(listed == ["b", "c", "d"])
    root.send(.cancelID("id"))
    #expect(listed == ["d"])
    root.send(.replace(effect("e"), id: "other"))
    #expect(listed == ["e"])
    root.send(.cancelAll)
    #expect(listed == [])
    await somethingElseHasRun()
    #expect(journal.notes == ["else begins", "else ends, cancelled: false"])
  }

  @Test func `an effect whose turn comes without an actor is logged`() async throws {
    try await withLoggedLines { log in
      root.injectObject(EffectsExecution.enqueueOnly)
      for name in ["first", "next"] { root.send(.run(effect(name), id: "id"), isolation: nil) }
      root.injectObject(EffectsExecution.live)
      root.discardOwnEffects { ($0 as? NotedEffect)?.name == "first" }
      #expect(listed == [])
      #expect(log.entries.count == 1)
      #expect(log.entries.first?.hasPrefix("errors: Branch did not start NotedEffect") == true)
    }
  }

  @Test func `enqueueOnly does not apply outside of its tree`() async {
    root.injectObject(EffectsExecution.enqueueOnly)
    let other = Branch().send(.run(effect("other"), id: nil))
    await other.receives(1)
    #expect(other.received == ["other"])
  }

  private var listed: [String] { root.effects.compactMap { ($0 as? NotedEffect)?.name } }

  /// An effect that ends as soon as it runs.
  private func effect(_ name: String) -> NotedEffect {
    let gate = Gate<String>()
    let effect = NotedEffect(name: name, gate: gate, journal: journal)
    Task { await gate.open(name) }
    return effect
  }

  /// Runs an effect of another tree, behind all that could have been started before.
  private func somethingElseHasRun() async {
    await Branch().send(.run(effect("else"), id: nil)).receives(1)
  }
}

private final class Branch: Scope {
  enum When {
    case run(NotedEffect, id: String?)
    case replace(NotedEffect, id: String)
    case cancelNamed(String)
    case cancelID(String)
    case cancelAll
    case putChild
    case removeChild
    case ended(String)
  }

  @Subscope var child: Branch?
  private(set) var received: [String] = []
  private var watcher: (count: Int, continuation: CheckedContinuation<Void, Never>)?

  func update(_ when: When) throws {
    switch when {
    case .run(let effect, let id): effectsState.enqueue(effect.map(When.ended), id: id, policy: .queue)
    case .replace(let effect, let id): effectsState.enqueue(effect.map(When.ended), id: id, policy: .replace)
    case .cancelNamed(let name): effectsState.cancelEffect { ($0 as? NotedEffect)?.name == name }
    case .cancelID(let id): effectsState.cancelEffect(id: id)
    case .cancelAll: effectsState.cancelAllEffects()
    case .putChild: child = Branch()
    case .removeChild: child = nil
    case .ended(let name):
      received.append(name)
      if let watcher, watcher.count <= received.count {
        self.watcher = nil
        watcher.continuation.resume()
      }
    }
  }

  @MainActor func receives(_ count: Int) async {
    if received.count < count { await withCheckedContinuation { watcher = (count, $0) } }
  }
}

private final class Meter: Scope {
  enum When {}
  @Injected var execution: EffectsExecution
  func update(_ when: When) throws {}
}
