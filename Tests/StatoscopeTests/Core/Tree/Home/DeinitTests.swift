import Statoscope
import TestSupport
import Testing

/// Events that are sent while a scope, or the actor that owns it, is being deinitialized.
@Suite struct DeinitTests {
  @Test func `an isolated deinit of an actor may send an event with an effect`() async {
    let journal = Journal()
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    var session: LeavingSession? = LeavingSession(Departure(journal: journal), journal: journal, end: end)
    await session?.touch()
    session = nil
    for await _ in ended {}
    #expect(journal.entries.count == 2)
    #expect(journal.entries.first == "left")
    #expect(journal.entries.last?.contains("sent in a deinit") == true)
  }

  @Test func `a scope released off its actor may send an event with an effect`() async throws {
    try await withLoggedLines { journal in
      let started = Journal()
      var holder: Holder? = await Holder(journal: started)
      await holder?.touch()
      holder = nil
      #expect(started.entries == ["closed"])
      #expect(journal.entries.count == 1)
      #expect(journal.entries.first?.contains("sent in a deinit") == true)
    }
  }

  @Test func `a scope with middleware may send an event in its deinit`() {
    let journal = Journal()
    var scope: ClosingScope? = ClosingScope(journal: journal)
    scope?.addMiddleware { scope, when, next in
      journal.note("around \(when) of \(scope.name)")
      try next(when)
    }
    scope = nil
    #expect(journal.entries == ["around closed of closing", "closed"])
  }

  @Test func `a scope with subscope middleware may send an event in its deinit`() {
    let journal = Journal()
    var scope: ClosingScope? = ClosingScope(journal: journal)
    scope?.addSubscopeMiddleware { event, next in
      journal.note("around \(event.when) at \(event.path)")
      try next()
    }
    scope = nil
    #expect(journal.entries == [#"around closed at \.self"#, "closed"])
  }

  @Test func `a scope may send events to its children in its deinit`() {
    let journal = Journal()
    var scope: ClosingParent? = ClosingParent(journal: journal)
    scope?.send(.nothing)
    scope = nil
    #expect(journal.entries == ["around closed", "closed", "closed"])
  }

  @Test func `a scope with a subscription may send an event in its deinit`() {
    let journal = Journal()
    var scope: ClosingScope? = ClosingScope(journal: journal)
    let subscription = scope?.subscribe { scope, _ in journal.note("after \(scope.name)") }
    scope = nil
    #expect(journal.entries == ["closed", "after closing"])
    subscription?.cancel()
  }
}

private struct Report: Effect {
  func runEffect() async throws {}
}

private final class Departure: Scope {
  enum When: Sendable {
    case nothing
    case userLeft
    case reported
  }

  private let journal: Journal

  init(journal: Journal) { self.journal = journal }

  func update(_ when: When) throws {
    guard case .userLeft = when else { return }
    journal.note("left")
    effectsState.enqueue(Report().map { .reported })
  }
}

private actor LeavingSession {
  private let departure: Departure
  private let journal: Journal
  private let end: AsyncStream<Void>.Continuation

  init(_ departure: sending Departure, journal: Journal, end: AsyncStream<Void>.Continuation) {
    self.departure = departure
    self.journal = journal
    self.end = end
  }

  func touch() { departure.send(.nothing) }

  isolated deinit {
    do { try departure.trySend(.userLeft) } catch { journal.note("\(error)") }
    end.finish()
  }
}

/// A scope that sends itself an event when it is released.
private final class ClosingScope: Scope {
  enum When: Sendable {
    case nothing
    case closed
    case reported
  }

  let name = "closing"
  private let journal: Journal

  init(journal: Journal) { self.journal = journal }

  func update(_ when: When) throws {
    guard case .closed = when else { return }
    journal.note("closed")
    effectsState.enqueue(Report().map { .reported })
  }

  deinit { send(.closed) }
}

private final class ClosingParent: Scope, SubscopeMiddleware {
  enum When: Sendable { case nothing }

  @Subscope var child: ClosingScope
  private let journal: Journal

  init(journal: Journal) {
    self.journal = journal
    child = ClosingScope(journal: journal)
  }

  func update(_ when: When) throws {}

  func updateSubscope(_ event: ScopeEvent, _ next: () throws -> Void) throws {
    journal.note("around \(event.when)")
    try next()
  }

  deinit { child.send(.closed) }
}

@MainActor private final class Holder {
  private let scope: ClosingScope

  init(journal: Journal) { scope = ClosingScope(journal: journal) }

  func touch() { scope.send(.nothing) }
}
