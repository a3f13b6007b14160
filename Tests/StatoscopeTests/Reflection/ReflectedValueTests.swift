import Observation
import Statoscope
import Testing

/// The one reader: a value taken apart by one level, whatever it is.
@Suite("ReflectedValue")
struct ReflectedValueTests {
  @Test func `a value is reflected without its optionals`() {
    #expect(ReflectedValue(Optional(Optional(3)) as Any).value as? Int == 3)
    #expect(ReflectedValue(Optional(Optional<Int>.none) as Any).kind == .absent)
    #expect(ReflectedValue(Int?.none as Any).kind == .absent)
  }

  @Test func `each kind of value is distinguished`() {
    let values: [(Any, ReflectedValue.Kind)] = [
      ("a", .string), ([1], .list), (Set([1]), .set), ([1: 2], .dictionary), (Fruit.pear, .enumCase),
      (Fruit.cut(into: 3), .enumCase), ((1, 2), .tuple), (Bowl(), .structure), (Table(), .object),
      (3, .opaque),
      ({ () -> Void in }, .opaque),
    ]
    for (value, kind) in values { #expect(ReflectedValue(value).kind == kind, "\(value)") }
  }

  @Test func `fields are the state, and parts are the stored properties`() {
    let table = Table()
    #expect(ReflectedValue(table).fields.map(\.label) == ["inherited", "bowl", "child", "width"])
    #expect(ReflectedValue(table).parts.map(\.label).contains("_child"))
    #expect(ReflectedValue(table).fields.first { $0.label == "child" }?.value is Table?)
  }

  @Test func `the values of a case are its payload`() {
    #expect(ReflectedValue(Fruit.pear).payload?.label == nil)
    #expect(ReflectedValue(Fruit.cut(into: 3)).payload?.label == "cut")
  }
}

private enum Fruit {
  case pear
  case cut(into: Int)
}

private struct Bowl {
  var size = 1
}

private class Base: ScopeNode {
  var inherited = 1
}

private final class Table: Base, ScopeProtocol {
  enum When: Sendable { case nothing }
  var bowl = Bowl()
  @Subscope var child: Table?
  @Superscope var above: Table?
  lazy var width = 3
  func update(_ when: When) throws {}
}
