import Foundation
import Statoscope
import Testing

/// How a value reads in failures and in the log.
@Suite("Texts of values")
struct NodeTextTests {
  @Test func `no value is cut, however deep it is nested`() {
    let lines = ValueNode(Box.deep(1000)).lines
    #expect(lines.count == 1_002)
    #expect(lines[64] == String(repeating: "  ", count: 64) + "inner: Box")
    #expect(lines.last == String(repeating: "  ", count: 64) + "(1001) inner: nil")
  }

  @Test func `what a reader knows about types is gone with what it read`() {
    weak var known: ReflectedTypes?
    do {
      let types = ReflectedTypes()
      known = types
      // Of an enumeration, the nodes of each value are known, too.
      #expect(ValueNode([Flag.up, .down], types: types).lines == ["[", "  .up", "  .down", "]"])
    }
    #expect(known == nil)
  }

  @Test func `cycles are cut`() {
    let node = Cyclic()
    node.next = node
    #expect(ValueNode(node).lines == ["Cyclic", "  next: Cyclic (shown above)"])
  }

  @Test func `an object is written once, and later occurrences refer to it`() {
    let friends = (0..<8).map { _ in Friend() }
    for friend in friends { friend.friends = friends.filter { $0 !== friend } }
    defer { for friend in friends { friend.friends = [] } }
    let lines = ValueNode(friends).lines
    #expect(lines.count == 2 + 8 + 8 * 7 + 8 * 2)
    #expect(lines.prefix(4) == ["[", "  Friend", "    friends: [", "      Friend"])
    #expect(lines.contains("          Friend (shown above)"))
    #expect(lines.contains("              Friend (shown above, #2)"))
  }

  @Test func `a date is written to its last bit, and data by its bytes`() {
    func text(_ seconds: Double) -> String {
      ValueNode(Date(timeIntervalSinceReferenceDate: seconds)).lines[0]
    }
    #expect(text(0) == "2001-01-01 00:00:00 +0000")
    #expect(text(1.5) == "2001-01-01 00:00:01.500 +0000")
    #expect(text(1.25e-4) == "2001-01-01 00:00:00 +0000 (0.000125 s since 2001)")
    #expect(ValueNode(Data([1, 2, 255])).lines == ["3 bytes: 01 02 ff"])
    #expect(ValueNode(Data()).lines == ["0 bytes"])
    #expect(ValueNode(Data(repeating: 0, count: 20)).lines[0].hasPrefix("20 bytes: 00 00"))
    #expect(ValueNode(Data(repeating: 0, count: 20)).lines[0].contains("checksum"))
  }

  @Test func `a value in an existential is written with its type`() {
    let values: [any Sendable] = [1, Int8(1), "a", Substring("a"), Optional(1), Choice.plain, [Int8(1)]]
    #expect(
      ValueNode(values).lines == [
        "[", "  1", "  Int8(1)", "  \"a\"", "  Substring(a)", "  Optional<Int>.some", "    1",
        "  Choice.plain",
        "  Array<Int8> [", "    1", "  ]", "]",
      ]
    )
  }

  @Test func `texts that look alike but differ are told apart`() {
    #expect(ValueNode("e\u{301}").lines == [#""e\u{301}""#])
    #expect(ValueNode("\u{e9}").lines == ["\"\u{e9}\""])
    #expect(ValueNode("a\u{a0}b").lines == [#""a\u{a0}b""#])
    #expect(ValueNode(#"a\tb"#).lines == [#""a\\tb""#])
    #expect(ValueNode("a\tb").lines == [#""a\tb""#])
    #expect(ValueNode("\"").lines == [#""\"""#])
  }

  @Test func `a type of the app is written by its fields, whatever its description says`() {
    #expect(ValueNode(Price(cents: 199)).lines == ["Price", "  cents: 199"])
    #expect(ValueNode(Tariff.paid).lines == [#".case(rawValue: "paid", number: 0x1)"#])
  }

  @Test func `an actor is printed as its type`() {
    #expect(ValueNode(Bank(vault: Vault())).lines == ["Bank", "  vault: Vault"])
  }

  @Test func `objects of an effect are printed as their types`() {
    let effect = Rob(vault: Vault(), plan: [Plan(hour: 3)], hour: 3)
    #expect(EffectText(effect).text == "Rob(vault: Vault, plan: [Plan], hour: 3)")
  }

  @Test func `equal dictionaries and sets have the same text`() {
    let names = (0..<20).map { "name \($0)" }
    let first = ValueNode(Dictionary(uniqueKeysWithValues: names.map { ($0, 1) })).lines
    let second = ValueNode(Dictionary(uniqueKeysWithValues: names.reversed().map { ($0, 1) })).lines
    #expect(first == second)
    #expect(ValueNode(Set(names)).lines == ValueNode(Set(names.reversed())).lines)
  }

  @Test func `values are printed as their source`() {
    #expect(ValueNode("a").lines == ["\"a\""])
    #expect(ValueNode(Int?.none as Any).lines == ["nil"])
    #expect(ValueNode(Int?.some(3) as Any).lines == ["3"])
    #expect(ValueNode(Choice.plain).lines == [".plain"])
    #expect(ValueNode(Choice.with(3)).lines == [".with", "  3"])
    #expect(ValueNode(Choice.labelled(width: 3)).lines == [".labelled", "  width: 3"])
    #expect(ValueNode(Choice.several(3, name: "b")).lines == [".several", "  .0: 3", #"  name: "b""#])
    #expect(ValueNode(Result<Void, any Error>.success(())).lines == [".success", "  ()"])
    #expect(ValueNode([1, 2]).lines == ["[", "  1", "  2", "]"])
    #expect(ValueNode([String: Int]()).lines == ["[:]"])
    #expect(ValueNode(Point(x: 1, y: 2)).lines == ["Point", "  x: 1", "  y: 2"])
  }

  @Test func `nested values are printed as an indented tree`() {
    let visit = Visit(guests: ["Ada": [1, 2]], seat: (row: 3, name: "b"), end: .success(Choice.plain))
    #expect(
      ValueNode(visit).lines.joined(separator: "\n") == """
        Visit
          guests: [
            "Ada": [
              1
              2
            ]
          ]
          seat: tuple
            row: 3
            name: "b"
          end: .success
            .plain
          note: nil
        """
    )
  }
}

private final class Box {
  let inner: Box?
  init(inner: Box?) { self.inner = inner }

  static func deep(_ count: Int) -> Box {
    (0..<count).reduce(Box(inner: nil)) { inner, _ in Box(inner: inner) }
  }
}

private final class Friend {
  var friends: [Friend] = []
}

private struct Price: CustomStringConvertible {
  let cents: Int
  var description: String { "\(cents / 100) €" }
}

private enum Tariff: String, CustomStringConvertible {
  case free, paid
  var description: String { "a tariff" }
}

private actor Vault {
  var gold = 100
}

private struct Bank {
  let vault: Vault
}

private final class Plan: Sendable {
  let hour: Int
  init(hour: Int) { self.hour = hour }
}

private struct Rob: Effect {
  let vault: Vault
  let plan: [Plan]
  let hour: Int
  func runEffect() async -> Int { hour }
}

private final class Cyclic {
  // The cycle ends with the test.
  unowned(unsafe) var next: Cyclic?
}

private enum Choice {
  case plain
  case with(Int)
  case labelled(width: Int)
  case several(Int, name: String)
}

private struct Point {
  let x: Int
  let y: Int
}

private struct Visit {
  var guests: [String: [Int]]
  var seat: (row: Int, name: String)
  var end: Result<Choice, any Error>
  var note: String?
}

private enum Flag {
  case up, down
}
