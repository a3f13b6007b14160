import Observation
import Statoscope
import TestSupport
import Testing

#if canImport(Combine)
  import Combine
#endif

/// Code of the app that sets a property of children once more while it changes.
@MainActor @Suite struct ChangeWithinChangeTests {
  /// The child that the property is set to meanwhile.
  enum Choice: CaseIterable, Sendable {
    case none
    case another
    case next
    case former
  }

  /// A shell whose pane is replaced, and the code that runs meanwhile.
  @MainActor private final class Replacement {
    var shell: Shell? = Shell()
    let property: Shell.Property
    let (next, another) = (Pane(), Pane())
    var former: Pane? = Pane()
    let chosen: Pane?

    init(_ property: Shell.Property, _ choice: Choice) {
      self.property = property
      chosen =
        switch choice {
        case .none: nil
        case .another: another
        case .next: next
        case .former: former
        }
      shell?.show(former, in: property)
    }

    /// Sets the property to the chosen pane.
    func reentry() -> Reentry {
      Reentry { [weak shell, chosen, property] in
        shell?.show(chosen, in: property)
        if let shell { expectAgreement(in: shell) }
      }
    }

    /// Replaces the pane; afterwards, the shell is released and the panes are used.
    func replace(calling reentry: Reentry, expecting expected: Pane?) throws {
      weak let released = former
      if chosen !== former { former = nil }
      shell?.show(next, in: property)
      #expect(reentry.count == 1)
      let shell = try #require(self.shell)
      let panes = [next, another, released].compactMap { $0 }
      #expect(
        shell.shown(in: property).map(ObjectIdentifier.init)
          == (expected.map { [ObjectIdentifier($0)] } ?? [])
      )
      expectAgreement(in: shell, without: panes.filter { $0 !== expected })
      self.shell = nil
    }

    func expectAllRoots() {
      #expect(shell == nil)
      expectRoots([next, another, former].compactMap { $0 })
    }
  }

  @Test(arguments: Shell.Property.allCases, Choice.allCases)
  func `a change by a stream's termination is final`(_ property: Shell.Property, _ choice: Choice)
    async throws
  {
    let replacement = Replacement(property, choice)
    let reentry = replacement.reentry()
    try await replacement.former?.listen(onTermination: reentry)
    try replacement.replace(calling: reentry, expecting: replacement.chosen)
    replacement.expectAllRoots()
  }

  @Test(arguments: Shell.Property.allCases, Choice.allCases)
  func `a change by a cancellation handler is final`(_ property: Shell.Property, _ choice: Choice)
    async throws
  {
    let replacement = Replacement(property, choice)
    let reentry = replacement.reentry()
    try await replacement.former?.run(onCancel: reentry)
    try replacement.replace(calling: reentry, expecting: replacement.chosen)
    replacement.expectAllRoots()
  }

  @Test(arguments: Shell.Property.allCases, [Choice.none, .another, .next])
  func `a change by a deinit is final`(_ property: Shell.Property, _ choice: Choice) throws {
    let replacement = Replacement(property, choice)
    let reentry = replacement.reentry()
    replacement.former?.payload = RunsInDeinit(reentry)
    try replacement.replace(calling: reentry, expecting: replacement.chosen)
    replacement.expectAllRoots()
  }

  @Test(arguments: Shell.Property.allCases, [Choice.none, .another, .next])
  func `a change by an isolated deinit is final`(_ property: Shell.Property, _ choice: Choice) throws {
    let replacement = Replacement(property, choice)
    let reentry = replacement.reentry()
    replacement.former?.payload = RunsInIsolatedDeinit(reentry)
    try replacement.replace(calling: reentry, expecting: replacement.chosen)
    replacement.expectAllRoots()
  }

  @Test(arguments: Shell.Property.allCases, Choice.allCases)
  func `a change by a listener is overwritten`(_ property: Shell.Property, _ choice: Choice) throws {
    let replacement = Replacement(property, choice)
    let reentry = replacement.reentry()
    let token = replacement.shell?.objectWillChange.sink { _ in reentry.run() }
    try replacement.replace(calling: reentry, expecting: replacement.next)
    replacement.expectAllRoots()
    token?.cancel()
  }

  @Test(arguments: Shell.Property.allCases, Choice.allCases)
  func `a change by a tracker is overwritten`(_ property: Shell.Property, _ choice: Choice) throws {
    let replacement = Replacement(property, choice)
    let reentry = replacement.reentry()
    withObservationTracking {
      _ = replacement.shell?.shown(in: property)
    } onChange: {
      reentry.run()
    }
    try replacement.replace(calling: reentry, expecting: replacement.next)
    replacement.expectAllRoots()
  }

  @Test func `a cancelled effect may move its scope to another parent`() async throws {
    let (shell, other) = (Shell(), Shell())
    let (first, next) = (Pane(), Pane())
    shell.pane = first
    let reentry = Reentry {
      shell.pane = nil
      other.list = [next, first]
    }
    try await first.listen(onTermination: reentry)
    shell.pane = next
    #expect(reentry.count == 1 && shell.pane == nil)
    #expect(next.shell === other && first.shell === other)
    expectAgreement(in: shell)
    expectAgreement(in: other)
  }

  @Test func `in a chain of terminations the change by the last is final`() async throws {
    var shell: Shell? = Shell()
    let panes = (0..<4).map { _ in Pane() }
    shell?.list = [panes[0], panes[1]]
    let last = Reentry { [weak shell] in shell?.list = [panes[3]] }
    let first = Reentry { [weak shell] in shell?.list = [panes[1], panes[2]] }
    try await panes[0].listen(onTermination: first)
    try await panes[1].listen(onTermination: last)
    shell?.list = [panes[2]]
    #expect(first.count == 1 && last.count == 1)
    #expect(shell?.list.first === panes[3] && shell?.list.count == 1)
    if let shell { expectAgreement(in: shell, without: Array(panes[..<3])) }
    shell = nil
    expectRoots(panes)
  }

  @Test func `a termination may release the parent`() async throws {
    var shell: Shell? = Shell()
    weak let released = shell
    let (first, next) = (Pane(), Pane())
    shell?.pane = first
    let reentry = Reentry { shell = nil }
    try await first.listen(onTermination: reentry)
    shell?.pane = next
    #expect(reentry.count == 1 && released == nil)
    expectRoots([first, next])
  }

  @Test func `a change by an error that is released by a join is final`() {
    let (parent, child, last) = (Relay(), Relay(), Relay())
    let reentry = Reentry {
      parent.child = last
      expectAgreement(in: parent, without: [child])
    }
    let join = Reentry { parent.child = child }
    let failInChild = Reentry {
      child.send(.fail { Failure(payload: RunsInDeinit(reentry)) })
      child.send(.run(join))
    }
    let fail = Reentry {
      parent.send(.fail { Failure(payload: nil) })
      parent.send(.run(Reentry { _ = try? child.trySend(.run(failInChild)) }))
    }
    #expect(throws: Failure.self) { try parent.trySend(.run(fail)) }
    #expect(join.count == 1 && reentry.count == 1)
    #expect(parent.child === last)
    expectAgreement(in: parent, without: [child])
  }
}

private struct Failure: Error {
  let payload: RunsInDeinit?
}

/// A scope whose events are code.
private final class Relay: Scope {
  enum When: Sendable {
    case run(Reentry)
    case fail(@Sendable () -> Failure)
  }

  @Subscope var child: Relay?

  func update(_ when: When) throws {
    switch when {
    case .run(let reentry): reentry.run()
    case .fail(let failure): throw failure()
    }
  }
}
