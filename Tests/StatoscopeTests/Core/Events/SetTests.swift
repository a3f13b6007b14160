import Observation
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

#if canImport(Combine)
  import Combine
#endif

/// `set(_:_:)`: the state that a scope begins with.
@Suite struct SetTests {
  @Test func `set assigns a value to a property and returns the scope`() {
    let lamp = Lamp()
    let same = lamp.set(\.isOn, true).set(\.watts, 40).set(\.shade, nil)
    #expect(same === lamp)
    #expect(lamp.isOn)
    #expect(lamp.watts == 40)
    #expect(lamp.shade == nil)
    #expect(lamp.set(\.shade, Shade(color: "green")).set(\.shade!.color, "blue").shade?.color == "blue")
  }

  @Test func `set sends no event`() {
    let journal = Journal()
    let lamp = Lamp().addMiddleware { _, when, next in
      journal.note("\(when)")
      try next(when)
    }
    lamp.set(\.isOn, true)
    #expect(journal.entries == [])
  }

  @Test func `a plan may begin with values that were set`() throws {
    try GIVEN { Lamp().set(\.isOn, true).set(\.watts, 60) }
      .THEN(\.watts, equals: 60)
      .WHEN(.toggle)
      .THEN(\.isOn, equals: false)
      .runTest()
  }

  @Test func `set may assign a child`() {
    let other = Lamp()
    let lamp = Lamp().set(\.next, other)
    #expect(other.tree.root === lamp)
  }
}

private struct Shade: Equatable {
  var color: String
}

private final class Lamp: Scope, ObservableObject {
  enum When { case toggle }
  @Published var isOn = false
  var watts = 25
  var shade: Shade?
  @Subscope var next: Lamp?
  func update(_ when: When) throws { isOn.toggle() }
}
