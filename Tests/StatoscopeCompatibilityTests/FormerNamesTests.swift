import Statoscope
import StatoscopeCompatibility
import TestSupport
import Testing

/// The names of the first Statoscope, each at work.
///
/// The tests are deprecated themselves, so that they may use them.
@MainActor @Suite struct FormerNamesTests {
  @available(*, deprecated) @Test func `a scope is a Statostore`() {
    #expect(FormerCounter().send(.up).count == 1)
  }

  @available(*, deprecated) @Test func `sendUnsafe rethrows`() throws {
    let counter = FormerCounter()
    #expect(try counter.sendUnsafe(.up).count == 1)
    #expect(throws: InvalidStateError()) { try counter.sendUnsafe(.refuse) }
  }

  @available(*, deprecated) @Test func `a middleware wraps the update`() {
    let counter = FormerCounter()
    counter.addMiddleWare { _, when, next in
      try next(when)
      try next(when)
    }
    #expect(counter.send(.up).count == 2)
  }

  @available(*, deprecated) @Test func `a middleware may return another event or none`() {
    let counter = FormerCounter()
    counter.addMiddleWare { scope, when in scope.count == 0 ? when : nil }
    #expect(counter.send(.up).send(.up).count == 1)
    let other = FormerCounter()
    other.addMiddleWare { _, _ in .up }
    #expect(other.send(.refuse).count == 1)
  }

  @available(*, deprecated) @Test func `a scope itself wraps the events of its descendants`() {
    let parent = FormerParent()
    parent.send(.nothing)
    parent.child.send(.up)
    parent.send(.makeGrandchild)
    parent.child.grandchild?.send(.up)
    #expect(parent.seen == ["\\.child: up", "\\.child: makeGrandchild", "\\.child.grandchild: up"])
    #expect(parent.child.count == 1)
    #expect(parent.child.grandchild?.count == 1)
    parent.isBlocking = true
    parent.child.send(.up)
    #expect(parent.child.count == 1)
  }

  @available(*, deprecated) @Test func `a changed event is the one that is received further inside`() {
    let root = FormerRoot()
    let parent = root.parent
    root.changes = [.up]
    var received: [String] = []
    let subscription = parent.child.subscribe { _, when in received.append("\(when)") }
    parent.child.send(.refuse)
    #expect(root.seen == ["refuse", "refuse"])
    #expect(parent.seen == ["\\.parent.child: up"])
    #expect(parent.child.count == 1)
    #expect(received == ["up"])
    root.changes = []
    parent.child.send(.up)
    #expect(received == ["up", "up"])
    subscription.cancel()
  }

  @available(*, deprecated) @Test func `each call with an event is an update`() {
    let root = FormerRoot()
    root.changes = [.up, .makeGrandchild, .up]
    root.parent.child.send(.refuse)
    #expect(root.parent.child.count == 2)
    #expect(root.parent.child.grandchild != nil)
    #expect(root.seen == ["refuse", "refuse"])
  }

  @available(*, deprecated) @Test func `an error of a changed event reaches the sender`() {
    let root = FormerRoot()
    root.changes = [.up, .refuse]
    #expect(throws: InvalidStateError()) { try root.parent.child.trySend(.up) }
    #expect(root.parent.child.count == 1)
  }

  @available(*, deprecated) @Test func `an event may be nil`() {
    let optional = FormerOptional()
    optional.send(nil).send(3).send(nil)
    #expect(optional.values == [nil, 3, nil])
    #expect(optional.wrapped == 3)
  }

  @available(*, deprecated) @Test func `a scope that wraps events is released`() {
    weak var released: FormerParent?
    do {
      let parent = FormerParent()
      parent.child.send(.up)
      released = parent
      #expect(parent.seen.count == 1)
    }
    #expect(released == nil)
  }

  @available(*, deprecated) @Test func `an injected value has its own default and can be set`() {
    let scope = FormerReader()
    #expect(scope.unit.name == "metre")
    scope.unit = Unit(name: "foot")
    #expect(scope.unit.name == "foot")
    #expect(FormerReader().injectObject(Unit(name: "mile")).unit.name == "mile")
  }

  @available(*, deprecated) @Test func `an ancestor is set for a scope that has none`() async throws {
    try await withLoggedLines { lines in
      let (ancestor, optional) = (FormerAncestor(), FormerCounter())
      let scope = FormerReader()
        .injectSuperscopeForTesting(ancestor)
        .injectSuperscopeForTesting(optional)
      #expect(scope.ancestor === ancestor)
      #expect(scope.counter === optional)
      #expect(FormerReader().counter == nil)
      #expect(lines.entries == [])
    }
  }

  @available(*, deprecated) @Test func `resolve() returns what was injected, or else the default`() {
    let (scope, ancestor) = (FormerReader(), FormerAncestor())
    let standard: FormerAncestor = scope.resolve()
    #expect(standard !== ancestor)
    scope.injectObject(ancestor)
    let injected: FormerAncestor = scope.resolve()
    #expect(injected === ancestor)
  }

  #if !canImport(Darwin) || os(macOS)
    @available(*, deprecated) @Test(.waitsForPrograms)
    func `a setting of the process keeps effects from starting`() async {
      // In a process of its own: it would hold for the other tests too.
      await #expect(processExitsWith: .success) { await FormerSwitch.run() }
    }
  #endif
}

@available(*, deprecated)
private final class FormerCounter: Statostore {
  enum When {
    case up
    case refuse
    case makeGrandchild
  }

  var count = 0
  @Subscope var grandchild: FormerCounter?

  func update(_ when: When) throws {
    switch when {
    case .up: count += 1
    case .refuse: throw InvalidStateError()
    case .makeGrandchild: grandchild = FormerCounter()
    }
  }
}

@available(*, deprecated)
private final class FormerParent: Statostore, SubscopeMiddleware {
  enum When {
    case nothing
    case makeGrandchild
  }

  var isBlocking = false
  var seen: [String] = []
  @Subscope var child = FormerCounter()

  func update(_ when: When) throws {
    if case .makeGrandchild = when { child.send(.makeGrandchild) }
  }

  func updateSubscope(_ event: ScopeEvent, _ next: () throws -> Void) throws {
    seen.append("\(event.path): \(event.when)")
    if !isBlocking { try next() }
  }
}

/// Wraps the events of the children of another one, whose middleware has today's name.
@available(*, deprecated)
private final class FormerRoot: Statostore, HierarchialScopeMiddleWare {
  enum When { case nothing }

  /// The events in place of one of a counter; none if it continues.
  var changes: [FormerCounter.When] = []
  /// The event before and after it continued.
  var seen: [String] = []
  @Subscope var parent = FormerParent()

  func update(_ when: When) throws {}

  func updateSubscope<SubWhen: Sendable>(_ event: WhenFromSubscope<SubWhen>) throws {
    guard !changes.isEmpty else { return try event.forward() }
    seen.append("\(event.when)")
    for case let change as SubWhen in changes { try event.subscope()._unsafeSendImplementation(change) }
    seen.append("\(event.when)")
  }
}

@available(*, deprecated)
private final class FormerOptional: Statostore, HierarchialScopeMiddleWare {
  var values: [Int?] = []
  var wrapped = 0

  func update(_ when: Int?) throws { values.append(when) }

  func updateSubscope<SubWhen: Sendable>(_ event: WhenFromSubscope<SubWhen>) throws {
    wrapped += 1
    try event.subscope()._unsafeSendImplementation(event.when)
  }
}

private struct Unit {
  var name: String
}

private final class FormerAncestor: Scope, Injectable {
  enum When { case nothing }
  static var defaultValue: FormerAncestor { FormerAncestor() }
  func update(_ when: When) throws {}
}

@available(*, deprecated)
private final class FormerReader: Statostore {
  enum When { case nothing }
  @InjectedWithDefault(Unit(name: "metre")) var unit: Unit
  @Superscope var ancestor: FormerAncestor
  @Superscope var counter: FormerCounter?
  func update(_ when: When) throws {}
}

@available(*, deprecated)
private enum FormerSwitch {
  @MainActor static func run() async {
    #expect(!scopeEffectsDisabledInUnitTests)
    scopeEffectsDisabledInUnitTests = true
    #expect(scopeEffectsDisabledInUnitTests)
    let gate = Gate<String>()
    let loader = Loader().send(.load(gate))
    #expect(loader.effects.count == 1)
    scopeEffectsDisabledInUnitTests = false
    loader.send(.load(gate))
    await gate.open("loaded")
    await loader.receives(1)
    #expect(loader.received == ["loaded"])
    // The first one was listed and never ran.
    #expect(loader.effects.count == 1)
  }
}
