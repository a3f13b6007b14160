import Statoscope
import TestSupport
import Testing

/// Where effects start and where their events arrive: the home rule.
@Suite struct HomeTests {
  @Test @MainActor func `the event of a MainActor scope's effect is sent on the MainActor`() async {
    let gate = Gate<String>()
    let loader = Loader()
    loader.send(.load(gate))
    await gate.arrived()
    await gate.open("news")
    await loader.receives(1)
    #expect(loader.received == ["news"])
    #expect(loader.effects.isEmpty)
  }

  @Test @MainActor func `a scope declared on the MainActor receives events there`() async {
    let scope = MainScope()
    await withCheckedContinuation { continuation in
      scope.onLoaded = { continuation.resume() }
      scope.send(.load)
    }
    #expect(scope.text == "loaded")
  }

  @Test @MainActor func `an update starts the effects of a child that it sends an event`() async {
    // On Linux the main actor may leave the main thread at the first suspension.
    await Task.yield()
    let gate = Gate<String>()
    let parent = Parent()
    parent.send(.letChildLoad(gate))
    #expect(parent.child.effects.count == 1)
    await gate.open("news")
    await parent.child.receives(1)
    #expect(parent.child.received == ["news"])
  }

  @Test @MainActor func `a child that outlives its removed parent brings the home along`() async throws {
    let gate = Gate<String>()
    let former = Grandparent()
    former.send(.nothing)
    let child = try #require(former.parent?.child)
    former.parent = nil
    let next = Grandparent()
    next.child = child
    try child.trySend(.load(gate), isolation: nil)
    await gate.open("news")
    await child.receives(1)
    #expect(child.received == ["news"])
  }

  @Test func `the event of an effect in an actor is sent on that actor`() async {
    let session = Session()
    let gate = Gate<String>()
    await session.load(gate)
    await gate.open("news")
    #expect(await session.receivedAfter(1) == ["news"])
  }

  @Test func `a closure that does not capture its actor uses the known home`() async {
    let session = Session()
    let gate = Gate<String>()
    await session.touch()
    await session.loadFromAClosureWithoutSelf(gate)
    await gate.open("news")
    #expect(await session.receivedAfter(1) == ["news"])
  }

  @Test func `a closure that does not capture its actor throws without a home`() async {
    let session = Session()
    let gate = Gate<String>()
    let error = await session.errorOfLoadingFromAClosureWithoutSelf(gate)
    #expect(error?.scope == "Loader")
    #expect(error?.reason == .noActor)
    #expect(await session.effectCount == 0)
  }

  @Test(.lesson(8)) func `an event without an actor starts no effects, and the error has a remedy`()
    async throws
  {
    let text = try await Task.detached {
      let loader = Loader()
      let error = #expect(throws: EffectIsolationError.self) {
        try loader.trySend(.load(Gate()), isolation: nil)
      }
      #expect(loader.effects.isEmpty)
      return try #require(error).localizedDescription
    }.value
    #expect(text.hasPrefix("Loader did not start PassGate<String>"))
    #expect(
      text.hasSuffix(
        """
        : the event was sent from a place that names no actor, and no actor is known that the scope's tree lives \
        on, so the results could not be delivered. Send the event from an isolated method of the actor that owns \
        the scope, or give the function that sends it the parameter `isolation: isolated (any Actor)? = #isolation`. \
        If another scope holds this one, declare it there as a @Subscope: otherwise it is not in that scope's tree, and \
        does not know its actor.
        """
      )
    )
  }

  @Test func `send reports what trySend throws without a home`() async throws {
    try await withLoggedLines { journal in
      await Task { _ = Loader().send(.load(Gate()), isolation: nil) }.value
      #expect(journal.entries.count == 1)
      #expect(journal.entries.first?.contains("did not start PassGate<String>") == true)
    }
  }

  @Test func `a scope that moved to another actor receives events there`() async {
    let first = Owner()
    let second = Owner()
    let gate = Gate<String>()
    await first.adopt(Loader())
    await first.load(gate)
    await gate.arrived()
    await second.adopt(first.release())
    await second.touch()
    await gate.open("news")
    #expect(await second.receivedAfter(1) == ["news"])
  }

  @Test func `a tree has one home`() async {
    let owner = TreeOwner()
    let gate = Gate<String>()
    await owner.touchParent()
    await owner.loadInChildFromAClosureWithoutSelf(gate)
    await gate.open("news")
    #expect(await owner.receivedAfter(1) == ["news"])
  }

  @Test @MainActor func `the main thread does not imply the MainActor`() {
    let loader = Loader()
    #expect(throws: EffectIsolationError.self) { try loader.trySend(.load(Gate()), isolation: nil) }
    #expect(loader.effects.isEmpty)
  }

  @Test func `moving a tree with pending effects is reported`() async throws {
    try await withLoggedLines { journal in
      let (first, second, gate) = (Owner(), Owner(), Gate<String>())
      await first.adopt(Loader())
      await first.load(gate)
      await second.adopt(first.release())
      await second.touch()
      #expect(journal.entries.count == 1)
      let line = try #require(journal.entries.first)
      #expect(
        line.hasPrefix("errors: Loader was sent an event on Owner while effects that started on Owner were")
      )
      #expect(line.contains("in flight: PassGate<String>"))
      #expect(line.contains("Their results are delivered on Owner from now on."))
      await gate.open("news")
      #expect(await second.receivedAfter(1) == ["news"])
    }
  }

  @Test func `moving a tree without pending effects is not reported`() async throws {
    try await withLoggedLines { journal in
      let (first, second) = (Owner(), Owner())
      await first.adopt(Loader())
      await first.touch()
      await second.adopt(first.release())
      await second.touch()
      #expect(journal.entries.isEmpty)
    }
  }
}

@MainActor private final class MainScope: @MainActor Scope {
  enum When {
    case load
    case loaded(String)
  }

  private(set) var text = ""
  var onLoaded: () -> Void = {}

  func update(_ when: When) throws {
    MainActor.assertIsolated()
    switch when {
    case .load:
      effectsState.enqueue(AnyEffect { .loaded("loaded") })
    case .loaded(let text):
      self.text = text
      onLoaded()
    }
  }
}

private actor Session {
  private let loader = Loader()

  var effectCount: Int { loader.effects.count }

  func load(_ gate: Gate<String>) { loader.send(.load(gate)) }

  func touch() { loader.send(.nothing) }

  func loadFromAClosureWithoutSelf(_ gate: Gate<String>) {
    let loader = loader
    let body: () -> Void = { loader.send(.load(gate)) }
    body()
  }

  func errorOfLoadingFromAClosureWithoutSelf(_ gate: Gate<String>) -> EffectIsolationError? {
    let loader = loader
    let body: () throws -> Void = { try loader.trySend(.load(gate)) }
    do { try body() } catch { return error as? EffectIsolationError }
    return nil
  }

  func receivedAfter(_ count: Int) async -> [String] {
    await loader.receives(count)
    return loader.received
  }
}

/// An actor that a scope can be handed to, and taken from.
private actor Owner {
  private var loader: Loader?

  func adopt(_ loader: sending Loader) { self.loader = loader }

  /// Gives the scope away.
  ///
  /// Sound: nothing in this actor keeps it, which the compiler cannot see of a stored property.
  func release() -> sending Loader {
    nonisolated(unsafe) let leaving = loader ?? Loader()
    loader = nil
    return leaving
  }

  func load(_ gate: Gate<String>) { loader?.send(.load(gate)) }

  func touch() { loader?.send(.nothing) }

  func loadFromAClosureWithoutSelf(_ gate: Gate<String>) {
    let loader = loader
    let body: () -> Void = { _ = loader?.send(.load(gate)) }
    body()
  }

  func receivedAfter(_ count: Int) async -> [String] {
    await loader?.receives(count)
    return loader?.received ?? []
  }
}

private final class Parent: Scope {
  enum When {
    case nothing
    case letChildLoad(Gate<String>)
  }

  @Subscope var child = Loader()

  func update(_ when: When) throws {
    if case .letChildLoad(let gate) = when { child.send(.load(gate)) }
  }
}

private final class Grandparent: Scope {
  enum When { case nothing }

  @Subscope var parent: Parent? = Parent()
  @Subscope var child: Loader?

  func update(_ when: When) {}
}

private actor TreeOwner {
  private let parent = Parent()

  func touchParent() { parent.send(.nothing) }

  func loadInChildFromAClosureWithoutSelf(_ gate: Gate<String>) {
    let child = parent.child
    let body: () -> Void = { child.send(.load(gate)) }
    body()
  }

  func receivedAfter(_ count: Int) async -> [String] {
    await parent.child.receives(count)
    return parent.child.received
  }
}
