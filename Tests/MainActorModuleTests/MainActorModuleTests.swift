import Statoscope
import StatoscopeTesting
import Testing

// This module's default isolation is the main actor. There, a scope says `nonisolated`, because of
// https://github.com/swiftlang/swift/issues/84644

nonisolated final class PlainCounter: Scope {
  enum When { case up }
  var count = 0
  func update(_ when: When) throws { count += 1 }
}

@Suite struct MainActorModuleTests {
  @Test func aNonisolatedScopeWorksInAModuleOfTheMainActor() throws {
    #expect(PlainCounter().send(.up).count == 1)
    try PlainCounter.GIVEN { PlainCounter() }.WHEN(.up).THEN(\.count, equals: 1).runTest()
  }
}
