import PlanTestSupport
import Statoscope
import StatoscopeTesting
import Testing

/// A step that addresses a scope which is not in the tree of its plan names the forgotten `@Subscope`.
@Suite struct ForgottenSubscopeTests {
  @Test func `a child in a plain property`() throws {
    let found = try texts {
      try Household.GIVEN { Household() }
        .WHEN(\.cat, .meow)
        .THEN(\.cat.meows, equals: 0)
        .WITH(\.cat)
        .WHEN(.meow)
        .POP()
        .WHEN(\.dog, .meow)
        .THEN(\.dog.meows, equals: 1)
        .runTest()
    }
    #expect(
      found.first == """
        WHEN(\\.cat, .meow): cat is no @Subscope of Household, so it is not in the tree of the plan, and the step was \
        skipped. Declare it as `@Subscope var cat`.
        """
    )
    #expect(found.count == 2)
    #expect(found.last?.hasPrefix("WHEN(.meow): cat is no @Subscope of Household, so it") == true)
  }

  @Test func `an optional child, an element, and one below a child`() throws {
    let found = try texts {
      try Household.GIVEN { Household() }
        .WHEN(\.guest, .meow)
        .WHEN(\.strays[ifThere: 1], .meow)
        .WHEN(\.dog.kitten, .meow)
        .runTest()
    }
    #expect(found.count == 3)
    #expect(found.first?.contains(": guest is no @Subscope of Household") == true)
    #expect(found.dropFirst().first?.contains(": strays is no @Subscope of Household") == true)
    #expect(found.last?.contains(": dog.kitten is no @Subscope of Household") == true)
    #expect(found.last?.hasSuffix("Declare it as `@Subscope var kitten`.") == true)
  }

  @Test func `a scope in a case`() throws {
    let found = try texts {
      try Household.GIVEN { Household() }
        .WHEN(\.room, as: Pet.self, .meow)
        .runTest()
    }
    #expect(found.count == 1)
    #expect(found.first?.contains(": room is no @Subscope of Household") == true)
  }

  @Test func `a key path to an ancestor stays in the tree`() throws {
    try Household.GIVEN { Household() }
      .WITH(\.dog)
      .WHEN(\.household, .open)
      .POP()
      .THEN(\.opened, equals: 1)
      .runTest()
  }
}

private enum Room: ScopeEnum {
  case pets(Pet)
}

private final class Household: Scope {
  enum When { case open }

  var cat = Pet()
  var guest: Pet? = Pet()
  var strays = [Pet(), Pet()]
  var room = Room.pets(Pet())
  @Subscope var dog = Pet(kitten: Pet())
  private(set) var opened = 0

  func update(_ when: When) throws { opened += 1 }
}

private final class Pet: Scope {
  enum When { case meow }

  let kitten: Pet?
  @Superscope var household: Household?
  private(set) var meows = 0

  init(kitten: Pet? = nil) {
    self.kitten = kitten
  }

  func update(_ when: When) throws { meows += 1 }
}
