import Foundation
import PlanTestSupport
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// What a storage outside the closure of `GIVEN` keeps from one path of a plan to the next.
@Suite struct `A fork that begins with other stored values` {
  @Test func `says what a storage outside of GIVEN has kept`() throws {
    let storage = StateStorage.inMemory()
    let found = try texts { try visits { Hall().injectObject(storage) } }
    #expect(
      found == [
        """
        FORK(.visit): this fork begins with other stored values than the steps before it led to the first time:
          \\.name is "b" instead of nil
          \\.visits is 3 instead of 1
        A storage that outlives a path keeps what the path has written: make it in the closure that creates the scope, \
        with no file or one of its own. Inject CurrentDate and NewUUID for values that differ by themselves.
        """
      ]
    )
  }

  @Test func `says it of a file that each path opens anew, too`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let found = try texts { try visits { Hall().injectObject(StateStorage.file(file)) } }
    #expect(found.count == 1)
    #expect(found.first?.contains("\n  \\.visits is 3 instead of 1\n") == true)
  }

  @Test func `says nothing where each path has a storage of its own`() throws {
    #expect(try texts { try visits { Hall().injectObject(StateStorage.inMemory()) } } == [])
    #expect(try texts { try visits { Hall() } } == [])
  }

  @Test func `names a value once, though several scopes show it`() throws {
    let storage = StateStorage.inMemory()
    let found = try texts {
      try Hall.GIVEN { Hall().injectObject(storage) }
        .WHEN(.openDoor)
        .FORK(.visit) { sut in
          try sut.FORK(\.door, .knock) { sut in try sut.THEN(\.visits, equals: 3) }
        }
        .runTest()
    }
    #expect(found.count == 1)
    #expect(found.first?.contains("\n  \\.door.visits is 2 instead of 1\nA storage") == true, "\(found)")
  }

  @Test func `says it in a live plan`() async throws {
    let storage = StateStorage.inMemory()
    let found = try await liveTexts {
      try await Hall.GIVEN { Hall().injectObject(storage) }
        .WHEN(.visit)
        .FORK(.visit) { sut in try sut.THEN(\.visits, equals: 4) }
        .WHEN(.visit)
        .runTest(effects: .live(TestClock()))
    }
    #expect(found.count == 1)
    #expect(found.first?.contains("\n  \\.visits is 3 instead of 1\n") == true)
  }

  /// Runs a plan whose trunk and fork write.
  private func visits(_ given: @escaping () throws -> Hall) throws {
    try Hall.GIVEN(given)
      .WHEN(.visit)
      .FORK(.visit) { _ in }
      .WHEN(.rename("b"))
      .WHEN(.visit)
      .runTest()
  }
}

private final class Hall: Scope {
  enum When { case visit, rename(String), openDoor }

  @Stored("visits") var visits = 0
  @Stored("name") var name: String?
  @Subscope var door: Door?

  func update(_ when: When) throws {
    switch when {
    case .visit: visits += 1
    case .rename(let other): name = other
    case .openDoor: door = Door()
    }
  }
}

private final class Door: Scope {
  enum When { case knock }

  @Stored("visits") var visits = 0
  private(set) var knocks = 0

  func update(_ when: When) throws {
    knocks += 1
    visits += 1
  }
}
