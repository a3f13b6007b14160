import Foundation
import Statoscope
import Synchronization
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

  @Test func `scopes in hashable values are distinguished by their state`() {
    func seat(_ number: Int) -> Seat {
      let scope = Derived()
      scope.own = number
      return Seat(scope: scope)
    }
    #expect(maker.key(of: Set([seat(1), seat(2)])) == maker.key(of: Set([seat(2), seat(1)])))
    #expect(maker.key(of: Set([seat(1), seat(2)])) != maker.key(of: Set([seat(1), seat(3)])))
    let (one, other) = (seat(1), seat(2))
    #expect(maker.key { $0.write(hashable: one) } == maker.key { $0.write(hashable: one) })
    #expect(maker.key { $0.write(hashable: one) } != maker.key { $0.write(hashable: other) })
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
    #expect(maker.unseenInLast == [])
    #expect(!maker.key(of: Holder(call: {})).isWhole)
    #expect(maker.unseenInLast == ["() -> ()"])
    #expect(!maker.key(of: Keeper()).isWhole)
    #expect(maker.unseenInLast == ["Keeper.lock", "Keeper.calls", "Keeper.address", "Desk"])
    // An object of the toolchain is compared by its ==, and this one has none.
    #expect(!maker.key(of: TaskLocal(wrappedValue: 1)).isWhole)
    #expect(maker.unseenInLast == ["TaskLocal<Int>"])
    #expect(!maker.key(of: SelfMirrored([])).isWhole)
    #expect(!maker.key(of: Desk()).isWhole)
  }

  @Test func `an equality of its own does not show what reflection hides`() {
    #expect(!maker.key(of: Named(name: "a") {}).isWhole)
    #expect(maker.key(of: Named(name: "a") {}) == maker.key(of: Named(name: "a") {}))
    #expect(maker.key(of: Named(name: "a") {}) != maker.key(of: Named(name: "b") {}))
  }

  @Test func `floating-point numbers are compared by their bits`() {
    #expect(maker.key(of: Float.nan) == maker.key(of: Float.nan))
    #expect(maker.key(of: Float(0)) != maker.key(of: -Float(0)))
    #expect(maker.key(of: [Float.nan, 1]) == maker.key(of: [Float.nan, 1]))
    #expect(
      maker.key(of: Date(timeIntervalSince1970: .nan)) == maker.key(of: Date(timeIntervalSince1970: .nan))
    )
    #expect(maker.key(of: SIMD2(1.0, 2.0)).isWhole)
    #expect(maker.key(of: SIMD2(1.0, 2.0)) != maker.key(of: SIMD2(1.0, 3.0)))
    #expect(maker.key(of: 0.5...Double.infinity) != maker.key(of: 0.25...Double.infinity))
  }

  @Test func `sets and dictionaries of values of the app have no order`() {
    var (forward, backward): (Set<Ratio>, Set<Ratio>) = ([], Set(minimumCapacity: 500))
    var (named, renamed): ([Ratio: Int], [Ratio: Int]) = ([:], Dictionary(minimumCapacity: 500))
    for number in 1...50 {
      forward.insert(Ratio(value: Double(number)))
      named[Ratio(value: Double(number))] = number
    }
    for number in (1...50).reversed() {
      backward.insert(Ratio(value: Double(number)))
      renamed[Ratio(value: Double(number))] = number
    }
    #expect(maker.key(of: forward) == maker.key(of: backward))
    #expect(maker.key(of: named) == maker.key(of: renamed))
    renamed[Ratio(value: 1)] = 2
    #expect(maker.key(of: named) != maker.key(of: renamed))
  }

  @Test func `sets of objects have no order, and their contents count`() {
    let boxes = (1...50).map { HashedBox($0) }
    let others = (1...50).reversed().map { HashedBox($0) }
    #expect(maker.key(of: Set(boxes)) == maker.key(of: Set(others)))
    #expect(maker.key(of: Set(boxes)) != maker.key(of: Set(others.dropLast())))
    // Written as a whole, they are what their own equality says.
    let first = maker.key { $0.write(hashable: AnyHashable(boxes[0])) }
    #expect(first == maker.key { $0.write(hashable: AnyHashable(boxes[0])) })
    #expect(first != maker.key { $0.write(hashable: AnyHashable(HashedBox(2))) })
  }

  @Test func `decimals are distinguished by their values`() {
    let (one, two) = (Decimal(1), Decimal(2))
    #expect(maker.key(of: one) == maker.key(of: Decimal(1)))
    #expect(maker.key(of: [one: two]) != maker.key(of: [two: one]))
    #expect(maker.key(of: Set([one, two])) == maker.key(of: Set([two, one])))
  }

  @Test func `a wrong equality neither ends the process nor makes two values equal`() {
    for number in 0..<200 {
      let key = maker.key(of: Vague(number: number))
      #expect(key == maker.key(of: Vague(number: number)))
      #expect(key != maker.key(of: Vague(number: number + 1)))
      let written = maker.key { $0.write(hashable: AnyHashable(Vague(number: number))) }
      #expect(written == maker.key { $0.write(hashable: AnyHashable(Vague(number: number))) })
    }
  }

  @Test func `cases are distinguished whatever their description says`() {
    let cases: [Described] = [.first, .second, .third(1), .third(2)]
    #expect(Set(cases.map { maker.key(of: $0) }).count == 4)
    #expect(Set(cases.map { maker.key(of: Optional($0) as Any) }).count == 4)
    let small: [Switch] = [.off, .on(false), .on(true)]
    #expect(Set(small.map { maker.key(of: $0) }).count == 3)
  }

  @Test func `errors of Foundation are distinguished by domain, code and details`() {
    let errors: [any Error] = [
      URLError(.timedOut), URLError(.cancelled), CocoaError(.fileNoSuchFile), NSError(domain: "a", code: 1),
      NSError(domain: "a", code: 2), NSError(domain: "b", code: 1),
      NSError(domain: "b", code: 1, userInfo: [NSLocalizedDescriptionKey: "c"]),
    ]
    for (first, error) in errors.enumerated() {
      #expect(maker.key(of: error) == maker.key(of: error))
      for other in errors[(first + 1)...] { #expect(maker.key(of: error) != maker.key(of: other)) }
    }
    // Hashing it would end the process.
    let state = AnyHashable([URLError(.timedOut)])
    #expect(maker.key { $0.write(hashable: state) } == maker.key { $0.write(hashable: state) })
  }

  @Test func `objects of Foundation are values, unless they are not`() {
    let data = NSMutableData(data: Data([1]))
    let before = maker.key(of: data)
    #expect(before == maker.key(of: NSMutableData(data: Data([1]))))
    data.append(Data([2]))
    #expect(before != maker.key(of: data))
    #expect(before == maker.key(of: NSMutableData(data: Data([1]))))
    #expect(maker.key(of: \Plain.number) == maker.key(of: \Plain.number))
    #expect(maker.key(of: \Plain.number) != maker.key(of: \Plain.next))
    #expect(!maker.key(of: NSLock()).isWhole)
  }

  @Test func `dictionaries of a type that contains itself need no deep stack`() {
    func nested(_ count: Int, _ last: Int) -> Branch {
      (0..<count).reduce(Branch(leaf: last)) { inner, _ in Branch(leaf: 0, inner: ["inner": inner]) }
    }
    #expect(maker.key(of: nested(2_000, 1)) == maker.key(of: nested(2_000, 1)))
    #expect(maker.key(of: nested(2_000, 1)) != maker.key(of: nested(2_000, 2)))
  }

  @Test func `values of thousands of levels need no deep stack`() {
    func nested(_ count: Int, in last: Level = .end) -> Level {
      (0..<count).reduce(last) { level, _ in .inner(level) }
    }
    #expect(maker.key(of: nested(20_000)) == maker.key(of: nested(20_000)))
    #expect(maker.key(of: nested(20_000)) != maker.key(of: nested(20_001)))
    #expect(maker.key(of: nested(20_000)) != maker.key(of: nested(20_000, in: .other)))
    func dictionaries(_ count: Int, _ last: Int) -> [String: Any] {
      (0..<count).reduce(["last": last]) { inner, _ in ["inner": inner] }
    }
    #expect(maker.key(of: dictionaries(2_000, 1)) == maker.key(of: dictionaries(2_000, 1)))
    #expect(maker.key(of: dictionaries(2_000, 1)) != maker.key(of: dictionaries(2_000, 2)))
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

private struct Branch {
  var leaf: Int
  var inner: [String: Branch] = [:]
}

private struct Holder {
  let call: () -> Void
}

private final class Keeper {
  let lock = Mutex(0)
  let calls: [() -> Void] = [{}]
  let address = ObjectIdentifier(Box(1))
  let owner = Desk()
  let number = 1
}

private actor Desk {
  var number = 1
}

/// Known by its name.
private struct Named: Hashable {
  let name: String
  let call: () -> Void
  static func == (one: Named, other: Named) -> Bool { one.name == other.name }
  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

private struct Ratio: Hashable {
  var value: Double
}

private struct Vague: Hashable {
  let number: Int
  static func == (_: Vague, _: Vague) -> Bool { false }
  func hash(into hasher: inout Hasher) { hasher.combine(Int.random(in: 0...Int.max)) }
}

private enum Described: CustomStringConvertible {
  case first, second
  case third(Int)
  var description: String { "a case" }
}

private enum Switch: CustomStringConvertible {
  case off
  case on(Bool)
  var description: String { "a switch" }
}

private indirect enum Level {
  case end, other
  case inner(Level)
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

private struct Seat: Hashable {
  let scope: Derived
  static func == (one: Seat, other: Seat) -> Bool { one.scope === other.scope }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(scope)) }
}

/// Shows as many children as it has things.
private final class SelfMirrored: CustomReflectable {
  private let things: [String]

  init(_ things: [String]) {
    self.things = things
  }

  var customMirror: Mirror { Mirror(self, unlabeledChildren: things) }
}
