import Statoscope
import TestSupport
import Testing

/// One event at a time: what is sent to a scope that is updating waits, also around cycles of the tree.
@Suite struct RunToCompletionTests {
  @Test func `an event sent to an updating scope runs after that update`() {
    let scope = Nester()
    scope.send(.outer)
    #expect(scope.steps == ["outer begins", "outer ends", "inner 1", "inner 2"])
  }

  @Test func `queued events run first in, first out, also those added meanwhile`() {
    let scope = Nester()
    scope.send(.chain(3))
    #expect(scope.steps == ["chain 3", "chain 2", "side 3", "chain 1", "side 2", "side 1"])
  }

  @Test func `an event that a child sends to its updating parent is queued`() {
    let parent = Parent()
    parent.send(.askChild)
    #expect(parent.steps == ["asks", "child answers", "asked", "heard"])
  }

  @Test func `effects start before a queued event runs`() throws {
    let scope = Starter()
    scope.injectObject(EffectsExecution.enqueueOnly)
    scope.send(.start)
    #expect(scope.effectsSeenByWaitingEvent == 1)
  }

  @Test func `send of a queued event returns before the event runs`() {
    let scope = Nester()
    scope.send(.outer)
    #expect(scope.innerHadRunWhenSendReturned == false)
  }

  @Test func `trySend rethrows an error of its update`() {
    #expect(throws: Refused("a")) { try Thrower().trySend(.refuse("a")) }
  }

  @Test func `send logs an error of its update`() async throws {
    try await withLoggedLines { journal in
      let scope = Thrower()
      #expect(scope.send(.refuse("a")) === scope)
      #expect(journal.entries == ["errors: Thrower could not handle .refuse(\"a\"): Refused(\"a\")"])
    }
  }

  @Test func `the outermost trySend rethrows the error of a queued event`() async throws {
    try await withLoggedLines { journal in
      let scope = Thrower()
      #expect(throws: Refused("later")) { try scope.trySend(.sendAnotherThatThrows("later")) }
      #expect(journal.entries == ["errors: Thrower could not handle .refuse(\"later\"): Refused(\"later\")"])
    }
  }

  @Test func `the outermost trySend rethrows the error of a child's queued event`() async throws {
    try await withLoggedLines { journal in
      let parent = ThrowerParent()
      #expect(throws: Refused("later")) { try parent.trySend(.letChildQueueAnError) }
      #expect(journal.entries.count == 1)
      #expect(throws: Never.self) { try parent.trySend(.nothing) }
    }
  }

  @Test func `an update's own error takes precedence over those of queued events`() async throws {
    try await withLoggedLines { journal in
      #expect(throws: Refused("own")) { try Thrower().trySend(.queueAndThrow(queued: "later", own: "own")) }
      #expect(journal.entries.count == 1)
    }
  }

  @Test func `an update that throws does not block the next event`() {
    let scope = Thrower()
    #expect(throws: Refused.self) { try scope.trySend(.refuse("a")) }
    #expect(throws: Never.self) { try scope.trySend(.nothing) }
    #expect(scope.count == 2)
  }

  @Test func `an update that throws reverts none of its changes`() {
    let scope = Thrower()
    #expect(throws: Refused.self) { try scope.trySend(.refuse("a")) }
    #expect(scope.count == 1)
  }
}

private final class Nester: Scope {
  enum When {
    case outer
    case inner(Int)
    case chain(Int)
    case side(Int)
  }

  private(set) var steps: [String] = []
  private(set) var innerHadRunWhenSendReturned: Bool?

  func update(_ when: When) throws {
    switch when {
    case .outer:
      steps.append("outer begins")
      send(.inner(1)).send(.inner(2))
      innerHadRunWhenSendReturned = steps.contains("inner 1")
      steps.append("outer ends")
    case .inner(let number):
      steps.append("inner \(number)")
    case .chain(let number):
      steps.append("chain \(number)")
      if number > 1 { send(.chain(number - 1)) }
      send(.side(number))
    case .side(let number):
      steps.append("side \(number)")
    }
  }
}

private final class Parent: Scope {
  enum When {
    case askChild
    case childAnswered
  }

  @Subscope var child = Child()
  var steps: [String] = []

  func update(_ when: When) throws {
    switch when {
    case .askChild:
      steps.append("asks")
      child.send(.question)
      steps.append("asked")
    case .childAnswered:
      steps.append("heard")
    }
  }
}

private final class Child: Scope {
  enum When { case question }
  @Superscope var parent: Parent?

  func update(_ when: When) throws {
    parent?.steps.append("child answers")
    parent?.send(.childAnswered)
  }
}

private final class Starter: Scope {
  enum When: Sendable {
    case start
    case look
  }

  private(set) var effectsSeenByWaitingEvent: Int?

  func update(_ when: When) throws {
    switch when {
    case .start:
      send(.look)
      effectsState.enqueue(PassGate(Gate<When>()))
    case .look:
      effectsSeenByWaitingEvent = effects.count
    }
  }
}

private struct Refused: Error, Equatable, CustomStringConvertible {
  let reason: String
  init(_ reason: String) { self.reason = reason }
  var description: String { "Refused(\"\(reason)\")" }
}

private final class Thrower: Scope {
  enum When {
    case refuse(String)
    case sendAnotherThatThrows(String)
    case queueAndThrow(queued: String, own: String)
    case nothing
  }

  private(set) var count = 0

  func update(_ when: When) throws {
    count += 1
    switch when {
    case .refuse(let reason):
      throw Refused(reason)
    case .sendAnotherThatThrows(let reason):
      send(.refuse(reason))
    case .queueAndThrow(let queued, let own):
      send(.refuse(queued))
      throw Refused(own)
    case .nothing:
      break
    }
  }
}

private final class ThrowerParent: Scope {
  enum When {
    case letChildQueueAnError
    case nothing
  }

  @Subscope var child = Thrower()

  func update(_ when: When) throws {
    if case .letChildQueueAnError = when { child.send(.sendAnotherThatThrows("later")) }
  }
}
