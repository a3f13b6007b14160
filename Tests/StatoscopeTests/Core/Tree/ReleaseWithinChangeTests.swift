import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

#if canImport(Combine)
  import Combine
#endif

/// What a scope holds is released, and its own code uses the scope meanwhile.
@Suite struct ReleaseWithinChangeTests {
  @Test func `a replaced injected value may use the scope in its deinit`() {
    let (root, journal) = (Station(), Journal())
    root.injectObject(Radio { [weak root] in journal.note(root?.send(.look).found ?? "none") })
    root.injectObject(Radio {})
    #expect(journal.entries == ["radio"])
  }

  @Test func `the value of an override that ends may use the scope in its deinit`() {
    let (root, journal) = (Station(), Journal())
    root.injectObject(Radio {})
    let token = root.override(Radio { [weak root] in journal.note(root?.send(.look).found ?? "none") })
    token.cancel()
    #expect(journal.entries == ["radio"])
  }

  @Test func `the value of an override may hold the token of another`() {
    let root = Station()
    var inner: InjectionOverride? = root.override(Radio {})
    let holder = Radio { _ = inner.take() }
    let outer = root.override(holder)
    outer.cancel()
    root.injectObject(Radio {})
    #expect(root.send(.look).found == "radio")
    inner?.cancel()
  }

  @Test func `a listener that is removed may hold the token of another`() {
    let root = Station()
    let second = TokenHolder(root.objectWillChange.sink { _ in })
    let first = root.objectWillChange.sink { [second] _ in withExtendedLifetime(second) {} }
    first.cancel()
    root.send(.look)
    #expect(root.found == "radio")
  }

  @Test func `a subscriber may send the scope an event in its release`() {
    let root = Station()
    let token = subscription(to: root, holding: Radio { [unowned root] in root.send(.look) })
    token.cancel()
    #expect(root.found == "radio")
  }

  @Test func `a token may hold an object that cancels it again`() {
    let journal = Journal()
    var token: AnyCancellable?
    token = cancellable(holding: Radio { token?.cancel() }, journal)
    token?.cancel()
    #expect(journal.entries == ["cancelled"])
  }

  @Test func `a replaced error handler may use the scope in its release`() {
    let (root, journal) = (Station(), Journal())
    handleErrors(
      of: root,
      holding: Radio { [unowned root] in journal.note("\(root.onUnhandledEffectError == nil)") }
    )
    root.onUnhandledEffectError = nil
    #expect(journal.entries == ["true"])
  }

  @Test func `a replaced case may use the property in its deinit`() {
    let root = Station()
    root.panel = .message(Radio { [unowned root] in root.panel = .closing(Closing()) })
    root.panel = nil
    #expect(root.tree.children.count == 1)
    root.panels = ["a": .message(Radio { [unowned root] in root.panels["b"] = .closing(Closing()) })]
    root.panels = [:]
    #expect(root.panels.count == 1 && root.tree.children.count == 2)
  }

  // Functions, so that only the closure holds the value.

  private func subscription(to root: Station, holding radio: Radio) -> ScopeSubscription {
    root.subscribe { _, _ in withExtendedLifetime(radio) {} }
  }

  private func cancellable(holding radio: Radio, _ journal: Journal) -> AnyCancellable {
    AnyCancellable { withExtendedLifetime(radio) { journal.note("cancelled") } }
  }

  private func handleErrors(of root: Station, holding radio: Radio) {
    root.onUnhandledEffectError = { _ in withExtendedLifetime(radio) {} }
  }

  @Test func `a flow test of a scope that throws in its deinit ends`() throws {
    try GIVEN { Throwing() }
      .WHEN(.nothing)
      .runTest()
  }

  @Test func `a flow test of a child that enqueues in its deinit ends`() throws {
    try GIVEN { ThrowingParent() }
      .WHEN(.nothing)
      .THEN(\.child.isClosed, equals: false)
      .runTest()
  }

  @Test func `abandoned iterations are released without another event`() {
    let root = Station()
    let probes = (0..<1_000).map { _ in Probe() }
    var latest: [() -> Probe?] = []
    for probe in probes {
      root.probe = probe
      latest.append { [weak probe] in probe }
      _ = root.changes(of: \.probe)
    }
    root.probe = nil
    _ = consume probes
    #expect(latest.filter { $0() != nil }.isEmpty)
  }
}

/// A value that runs a closure when it is released.
private final class Radio: Injectable {
  static var defaultValue: Radio { Radio {} }
  let name = "radio"
  private let onDeinit: () -> Void

  init(onDeinit: @escaping () -> Void) { self.onDeinit = onDeinit }

  deinit { onDeinit() }
}

private final class Probe: Sendable, Equatable {
  static func == (left: Probe, right: Probe) -> Bool { left === right }
}

private final class TokenHolder {
  private let token: AnyCancellable
  init(_ token: AnyCancellable) { self.token = token }
}

private enum Panel: ScopeEnum {
  case message(Radio)
  case closing(Closing)
}

private final class Station: Scope, ObservableObject {
  enum When: Sendable { case look }
  @Subscope var panel: Panel?
  @Subscope var panels: [String: Panel] = [:]
  @Injected var radio: Radio
  @Published var found = ""
  var probe: Probe?

  func update(_ when: When) throws { found = radio.name }
}

private final class Throwing: Scope {
  enum When: Sendable {
    case nothing
    case closed
  }

  func update(_ when: When) throws {
    if case .closed = when { throw InvalidStateError() }
  }

  deinit { send(.closed) }
}

private final class ThrowingParent: Scope {
  enum When: Sendable { case nothing }
  @Subscope var child = Closing()
  func update(_ when: When) throws {}
}

private final class Closing: Scope {
  enum When: Sendable {
    case closed
    case reported
  }

  private(set) var isClosed = false

  func update(_ when: When) throws {
    isClosed = true
    effectsState.enqueue(AnyEffect { .reported })
  }

  deinit { send(.closed) }
}
