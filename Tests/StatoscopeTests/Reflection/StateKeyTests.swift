import Foundation
import Statoscope
import Testing

/// What distinguishes states when no STATE says so.
@Suite("Keys of states")
struct StateKeyTests {
  private let maker = StateKeyMaker()

  @Test func `values are distinguished also by type, and equal ones are equal`() {
    let values: [Any] = [
      1, 2, 1.0, UInt8(1), true, "1", "", [1], [1, 1], [Int](), ["a": 1], ["a": 2], ["b": 1], Set([1]),
      Set([1, 2]),
      Optional<Int>.none as Any, Optional(3) as Any, (1, 2), (2, 1), Mood.glad, Mood.sad(1), Mood.sad(2),
      Opaque.one(Plain(number: 1)), Opaque.one(Plain(number: 2)), Opaque.none, Opaque.other,
      Plain(number: 1), Plain(number: 2), Plain(number: 1, next: Box(1)), Plain(number: 1, next: Box(2)),
      Box(1), Box(2), [Box(1)], [Box(2)], [Box(1), Box(1)], ["a": Box(1)], ["a": Box(2)], Double.nan, 0.0,
      -0.0,
      Int.self, String.self, Date(timeIntervalSince1970: 1), Date(timeIntervalSince1970: 2),
    ]
    for (first, value) in values.enumerated() {
      #expect(maker.key(of: value) == maker.key(of: value))
      for (second, other) in values.enumerated() where second != first {
        #expect(maker.key(of: value) != maker.key(of: other), "\(value) and \(other)")
      }
    }
  }

  @Test func `objects are distinguished by their contents, not by identity`() {
    #expect(maker.key(of: Box(1)) == maker.key(of: Box(1)))
    #expect(maker.key(of: [Box(1), Box(2)]) == maker.key(of: [Box(1), Box(2)]))
    #expect(maker.key(of: HashedBox(1)) == maker.key(of: HashedBox(1)))
    #expect(maker.key(of: [HashedBox(1)]) == maker.key(of: [HashedBox(1)]))
    #expect(maker.key(of: Optional(HashedBox(1)) as Any) == maker.key(of: Optional(HashedBox(1)) as Any))
    #expect(maker.key(of: ["k": HashedBox(1)]) != maker.key(of: ["k": HashedBox(2)]))
  }

  @Test func `an object's own mirror is read each time`() {
    #expect(maker.key(of: SelfMirrored([])) != maker.key(of: SelfMirrored(["a"])))
    #expect(maker.key(of: SelfMirrored(["a", "b", "c"])) != maker.key(of: SelfMirrored(["a", "b"])))
    #expect(maker.key(of: SelfMirrored(["a", "b", "c"])) == maker.key(of: SelfMirrored(["a", "b", "c"])))
  }

  @Test func `numbers are distinguished over their whole range`() {
    let numbers =
      [0, -1, 1, -64, 63, 64, -65, 127, 128, 8_191, 8_192, .max, .min, .max - 1, .min + 1]
      + (0..<63).map { 1 << $0 }.filter { $0 > 8_192 }
    #expect(Set(numbers.map { maker.key(of: $0) }).count == numbers.count)
    let lists = numbers.flatMap { first in numbers.map { [Box(first), Box($0)] } }
    #expect(Set(lists.map { maker.key(of: $0) }).count == lists.count)
  }

  @Test func `one object twice is not two equal objects`() {
    let box = Box(1)
    #expect(maker.key(of: [box, box]) != maker.key(of: [Box(1), Box(1)]))
    #expect(maker.key(of: [box, box]) == maker.key(of: { [$0, $0] }(Box(1))))
  }

  @Test func `cycles of objects end, and differences inside them count`() {
    func circle(_ last: Int) -> ChainLink {
      let link = ChainLink(0)
      link.next = ChainLink(last)
      link.next?.next = link
      return link
    }
    let circles = [circle(1), circle(1), circle(2)]
    // They would keep themselves.
    defer { for circle in circles { circle.next = nil } }
    #expect(maker.key(of: circles[0]) == maker.key(of: circles[1]))
    #expect(maker.key(of: circles[0]) != maker.key(of: circles[2]))
  }

  @Test func `a chain of 100,000 objects needs no deep stack`() {
    let first = ChainLink(0)
    var last = first
    for number in 1...100_000 {
      let link = ChainLink(number)
      last.next = link
      last = link
    }
    #expect(maker.key(of: first).isWhole)
    // Taken apart from the front: left to itself, each link's release would run inside the one before.
    var current: ChainLink? = first
    while let link = current {
      current = link.next
      link.next = nil
    }
  }

  @Test func `entries of a dictionary and elements of a set have no order`() {
    var (forward, backward): ([Int: Box], [Int: Box]) = ([:], [:])
    for number in 1...50 { forward[number] = Box(number) }
    for number in (1...50).reversed() { backward[number] = Box(number) }
    #expect(maker.key(of: forward) == maker.key(of: backward))
    #expect(maker.key(of: Set(1...50)) == maker.key(of: Set((1...50).reversed())))
  }

  @Test func `properties of superclasses count, those of the library do not`() {
    let (one, other) = (Derived(), Derived())
    #expect(maker.key(of: one) == maker.key(of: other))
    other.send(.touch, isolation: nil)
    #expect(maker.key(of: one) == maker.key(of: other))
    other.inherited = 1
    #expect(maker.key(of: one) != maker.key(of: other))
  }

  @Test func `state that reflection cannot see is listed`() {
    #expect(maker.key(of: Plain(number: 1)).isWhole)
    #expect(!maker.key(of: Holder(call: {})).isWhole)
  }
}

private enum Mood: Hashable { case glad, sad(Int) }

private enum Opaque {
  case none
  case other
  case one(Plain)
}

private struct Plain {
  var number: Int
  var next: Box?
}

private struct Holder {
  let call: () -> Void
}

private final class Box {
  let number: Int
  init(_ number: Int) { self.number = number }
}

private final class HashedBox: Hashable {
  let number: Int
  init(_ number: Int) { self.number = number }
  static func == (left: HashedBox, right: HashedBox) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

private final class ChainLink {
  let number: Int
  var next: ChainLink?
  init(_ number: Int) { self.number = number }
}

private class Base: ScopeNode {
  var inherited = 0
}

private final class Derived: Base, ScopeProtocol {
  enum When { case touch }
  var own = 0
  func update(_ when: When) throws {}
}

/// Shows as many children as it has things.
private final class SelfMirrored: CustomReflectable {
  private let things: [String]

  init(_ things: [String]) {
    self.things = things
  }

  var customMirror: Mirror { Mirror(self, unlabeledChildren: things) }
}
