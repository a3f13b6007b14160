import Statoscope
import TestSupport
import Testing

/// Cancellation handlers that change the subtree that is being removed.
@MainActor @Suite struct RemovalWithinRemovalTests {
  /// A shell whose pane has a header, which runs code when it is cancelled, and a footer.
  @MainActor private final class Stage {
    var shell: Shell? = Shell()
    var pane: Pane? = Pane()
    let (header, footer, calls) = (Pane(), Pane(), Journal())
    /// A tree beside the shell's.
    let other = Shell()

    init() {
      shell?.pane = pane
      pane?.header = header
      pane?.footer = footer
      shell?.addSubscopeMiddleware { [calls] _, next in
        calls.note("shell")
        try next()
      }
      footer.addSubscopeMiddleware { [calls] _, next in
        calls.note("footer")
        try next()
      }
    }

    /// The calls of middlewares since the last time, by name.
    func callsOf(events scopes: Pane...) -> [String] {
      let before = calls.entries.count
      for scope in scopes { scope.send(.nothing) }
      return Array(calls.entries[before...])
    }
  }

  @Test func `the root's middleware is called after the removal of a sibling`() async throws {
    let stage = Stage()
    let reentry = Reentry { stage.pane?.footer = nil }
    try await stage.header.run(onCancel: reentry)
    let shell = try #require(stage.shell)
    shell.pane = nil
    #expect(reentry.count == 1)
    expectAgreement(in: shell, without: [stage.pane, stage.footer].compactMap { $0 })
    let panes = (0..<5).map { _ in Pane() }
    shell.list = panes
    #expect(panes.flatMap { stage.callsOf(events: $0) } == Array(repeating: "shell", count: 5))
    #expect(stage.callsOf(events: stage.footer) == ["footer"])
    #expect(stage.callsOf(events: stage.header) == [])
  }

  @Test func `the sibling may be added again`() async throws {
    let stage = Stage()
    let reentry = Reentry { stage.pane?.footer = nil }
    try await stage.header.run(onCancel: reentry)
    stage.shell?.pane = nil
    stage.pane?.footer = stage.footer
    stage.shell?.pane = stage.pane
    #expect(stage.callsOf(events: stage.header, stage.footer) == ["shell", "shell", "footer"])
    if let shell = stage.shell { expectAgreement(in: shell) }
  }

  @Test func `the sibling may be added again by the handler itself`() async throws {
    let stage = Stage()
    let reentry = Reentry {
      stage.pane?.footer = nil
      stage.pane?.footer = stage.footer
      stage.shell?.pane = stage.pane
    }
    try await stage.header.run(onCancel: reentry)
    stage.shell?.pane = nil
    #expect(reentry.count == 1 && stage.shell?.pane === stage.pane)
    #expect(stage.callsOf(events: stage.header, stage.footer) == ["shell", "shell", "footer"])
    if let shell = stage.shell { expectAgreement(in: shell) }
  }

  @Test func `the sibling may remain in the tree that the others leave`() async throws {
    let stage = Stage()
    let reentry = Reentry {
      stage.pane?.footer = nil
      stage.shell?.list = [stage.footer]
    }
    try await stage.header.run(onCancel: reentry)
    stage.shell?.pane = nil
    #expect(stage.footer.shell === stage.shell)
    #expect(stage.callsOf(events: stage.header, stage.footer) == ["shell", "footer"])
    try await expectEffectsStart(of: stage.footer)
  }

  @Test func `the sibling may be added to another tree`() async throws {
    let stage = Stage()
    let reentry = Reentry {
      stage.pane?.footer = nil
      stage.other.pane = stage.footer
    }
    try await stage.header.run(onCancel: reentry)
    stage.shell?.pane = nil
    #expect(stage.footer.shell === stage.other)
    #expect(stage.callsOf(events: stage.footer) == ["footer"])
    expectAgreement(in: stage.other, without: [stage.header].filter { $0.tree.parent == nil })
    try await expectEffectsStart(of: stage.footer)
  }

  @Test func `a new scope may be added to the tree that the others leave`() async throws {
    let stage = Stage()
    let added = Pane()
    let reentry = Reentry { stage.shell?.list = [added] }
    try await stage.header.run(onCancel: reentry)
    stage.shell?.pane = nil
    #expect(stage.callsOf(events: added) == ["shell"])
    try await expectEffectsStart(of: added)
  }

  @Test func `an event that a cancellation sends may remove the same scope`() async throws {
    let stage = Stage()
    let reentry = Reentry {
      stage.footer.removeFromSuperscope()
      stage.header.removeFromSuperscope()
      stage.pane?.removeFromSuperscope()
    }
    try await stage.header.run(onCancel: reentry)
    stage.shell?.pane = nil
    let scopes = [stage.pane, stage.header, stage.footer].compactMap { $0 }
    if let shell = stage.shell { expectAgreement(in: shell, without: scopes) }
    expectRoots(scopes)
    let pane = Pane()
    stage.shell?.pane = pane
    #expect(stage.callsOf(events: pane) == ["shell"])
  }

  @Test func `two siblings may remove each other`() async throws {
    let stage = Stage()
    let first = Reentry { stage.pane?.footer = nil }
    let second = Reentry { stage.pane?.header = nil }
    try await stage.header.run(onCancel: first)
    try await stage.footer.run(onCancel: second)
    stage.shell?.pane = nil
    #expect(first.count == 1 && second.count == 1)
    #expect(stage.pane?.tree.children.isEmpty == true)
    expectRoots([stage.header, stage.footer])
    let pane = Pane()
    stage.shell?.pane = pane
    #expect(stage.callsOf(events: pane, stage.footer) == ["shell", "footer"])
  }

  @Test(arguments: [true, false])
  func `a sibling may be removed during the owner's release`(_ isRetained: Bool) async throws {
    let stage = Stage()
    stage.pane?.addSubscopeMiddleware { [calls = stage.calls] _, next in
      calls.note("pane")
      try next()
    }
    weak let pane = stage.pane
    let reentry = Reentry {
      pane?.footer = nil
      stage.footer.removeFromSuperscope()
    }
    try await stage.header.run(onCancel: reentry)
    if !isRetained { stage.pane = nil }
    stage.shell = nil
    #expect(reentry.count == 1)
    #expect(stage.footer.tree.parent == nil)
    #expect(stage.callsOf(events: stage.footer) == ["footer"])
    guard isRetained else { return expectRoots([stage.header, stage.footer]) }
    #expect(stage.callsOf(events: stage.header) == ["pane"])
    stage.pane?.footer = stage.footer
    #expect(stage.callsOf(events: stage.footer) == ["pane", "footer"])
    stage.other.pane = stage.pane
    if let pane { expectAgreement(in: pane) }
    try await expectEffectsStart(of: stage.footer)
  }

  @Test func `a scope may be added to another tree during its owner's release`() async throws {
    let stage = Stage()
    let reentry = Reentry {
      stage.pane?.footer = nil
      stage.other.pane = stage.footer
    }
    try await stage.header.run(onCancel: reentry)
    stage.shell = nil
    #expect(reentry.count == 1 && stage.footer.shell === stage.other)
    expectAgreement(in: stage.other)
    try await expectEffectsStart(of: stage.footer)
  }

  /// Checks that a scope is in a tree whose effects start, and are cancelled when it leaves.
  private func expectEffectsStart(of pane: Pane) async throws {
    let ended = Reentry {}
    try await pane.run(onCancel: ended)
    #expect(pane.effects.count == 1)
    pane.removeFromSuperscope()
    #expect(ended.count == 1 && pane.effects.isEmpty)
  }
}
