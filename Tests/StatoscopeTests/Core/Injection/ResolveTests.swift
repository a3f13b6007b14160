import Statoscope
import TestSupport
import Testing

/// `resolve(_:)`, and all that it says when it finds nothing.
@Suite struct ResolveTests {
  @Test func `the nearest value is found`() throws {
    let street = Street().injectObject(Number(value: 1))
    street.houses[0].injectObject(Number(value: 2))
    #expect(try street.houses[0].door?.resolve(Number.self).value == 2)
    #expect(try street.houses[1].resolve(Number.self).value == 1)
    #expect(try street.resolve(Number.self).value == 1)
  }

  @Test func `a type's default is not an injected value`() {
    #expect(throws: NoInjectedValueFound.self) { try Street().resolve(Number.self) }
  }

  @Test(.from(.cacheStore))
  func `the error names the type, the path, and each ancestor's values`() throws {
    let street = Street().injectObject("Elm Street").injectObject(Brass(), as: (any Knocker).self)
    street.houses[1].injectObject(7)
    let door = try #require(street.houses[1].door)
    let error = #expect(throws: NoInjectedValueFound.self) { try door.resolve(Number.self) }
    #expect(
      error?.description == #"""
        no Number was injected for the scope at \.houses[1].door. Inject one with injectObject(_:) \#
        into one of these scopes, which provide:
          Door: nothing
          House: Int
          Street: Knocker, String
        """#
    )
    #expect(error?.type == "Number")
    #expect(error?.path == #"\.houses[1].door"#)
    #expect(error?.providedValues == ["Door: nothing", "House: Int", "Street: Knocker, String"])
  }

  @Test(.lesson(9)) func `a value injected as a protocol is found as that protocol only`()
    throws
  {
    let street = Street().injectObject(Brass(), as: (any Knocker).self)
    #expect(try street.resolve((any Knocker).self).sound == "clang")
    let error = #expect(throws: NoInjectedValueFound.self) { try street.resolve(Brass.self) }
    #expect(error?.type == "Brass")
    #expect(error?.providedValues == ["Street: Knocker"])
  }

  @Test func `the error for a protocol names the protocol`() {
    let error = #expect(throws: NoInjectedValueFound.self) { try Street().resolve((any Knocker).self) }
    #expect(error?.type == "Knocker")
    #expect(error?.path == #"\.self"#)
  }

  @Test func `the error lists an overridden value until the override ends`() throws {
    let street = Street()
    let override = street.override(7)
    let during = #expect(throws: NoInjectedValueFound.self) { try street.resolve(Number.self) }
    #expect(during?.providedValues == ["Street: Int"])
    override.cancel()
    let after = #expect(throws: NoInjectedValueFound.self) { try street.resolve(Number.self) }
    #expect(after?.providedValues == ["Street: nothing"])
  }

  @Test func `a class, a function and an optional can be injected`() throws {
    let street = Street()
    let shared = Shared()
    street.injectObject(shared)
    street.injectObject({ (number: Int) in number + 1 }, as: ((Int) -> Int).self)
    street.injectObject(Int?.some(3))
    let door = street.houses[0].door
    #expect(try door?.resolve(Shared.self) === shared)
    #expect(try door?.resolve(((Int) -> Int).self)(1) == 2)
    #expect(try door?.resolve(Int?.self) == 3)
    #expect(try door?.resolve(Int.self) == 3)
  }
}

private struct Number: Injectable {
  var value: Int
  static let defaultValue = Number(value: 0)
}

private protocol Knocker {
  var sound: String { get }
}

private struct Brass: Knocker {
  let sound = "clang"
}

private final class Shared {}

private final class Street: Scope {
  enum When { case nothing }
  @Subscope var houses = [House(), House()]
  func update(_ when: When) throws {}
}

private final class House: Scope {
  enum When { case nothing }
  @Subscope var door: Door? = Door()
  func update(_ when: When) throws {}
}

private final class Door: Scope {
  enum When { case nothing }
  func update(_ when: When) throws {}
}
