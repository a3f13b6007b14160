import Foundation
import Statoscope
import TestSupport
import Testing

/// States made by chance, compared with what made them.
@Suite("Random states")
struct RandomStateTests {
  private static var simple: [any RandomValue.Type] {
    [
      Int.self, UInt8.self, Bool.self, Double.self, Float.self, String.self, Character.self, Date.self,
      Data.self,
      RandomMood.self, Switch.self, Described.self, Vague.self, Labelled.self, Caller.self, RandomLink.self,
      RandomLeaf.self,
      Mixed.self, Withheld.self, Mark.self, [Int].self, Set<Mark>.self, Vector.self, Tree.self,
    ]
  }

  @Test(arguments: 0..<12)
  func `states have the same key exactly when they are the same`(_ seed: UInt64) throws {
    let maker = StateKeyMaker()
    var (keys, states): ([String: StateKey], [StateKey: String]) = ([:], [:])
    var types = RandomSource(seed: seed &* 0x2545_F491_4F6C_DD1D)
    for _ in 0..<20 {
      let type = randomType(&types, Self.simple, depth: 3)
      for _ in 0..<20 {
        let once = types.dice.next()
        for isReversed in [false, true] {
          var source = RandomSource(seed: once, isReversed: isReversed)
          let value: any RandomValue = source.make(type)
          defer { for unlink in source.unlinks { unlink() } }
          let (description, key) = (ValueDescription(value), maker.key(of: value))
          #expect(keys[description.text, default: key] == key, "one state, two keys: \(description.text)")
          let state = states[key, default: description.text]
          #expect(state == description.text, "two states, one key")
          #expect(key.isWhole == description.isWhole, "\(description.text)")
          #expect(maker.unseenInLast.isEmpty == description.isWhole, "\(description.text)")
          #expect(key.hasObjects == description.hasObjects, "\(description.text)")
          (keys[description.text], states[key]) = (key, description.text)
        }
      }
    }
  }

  @Test(arguments: 0..<12)
  func `a tree of nodes differs from that of any other state`(_ seed: UInt64) {
    var types = RandomSource(seed: seed &* 0x9E37_79B9_7F4A_7C15)
    for _ in 0..<20 {
      let type = randomType(&types, Self.simple, depth: 3)
      var known: [(state: String, node: ValueNode)] = []
      for _ in 0..<20 {
        let once = types.dice.next()
        for _ in 0..<2 {
          var source = RandomSource(seed: once)
          let value: any RandomValue = source.make(type)
          defer { for unlink in source.unlinks { unlink() } }
          let (description, node) = (ValueDescription(value), ValueNode(value))
          for other in known {
            let isSame = node == other.node
            #expect(isSame == (description.text == other.state), "\(other.state) and \(description.text)")
            let isRedacted = other.node.lines.contains { $0.contains("<redacted>") }
            if !isRedacted {
              #expect((node.lines == other.node.lines) == isSame, "\(node.lines)")
            }
          }
          known.append((description.text, node))
        }
      }
    }
  }
}

/// An enumeration of one byte with a value in a case, whose text says nothing.
private enum Switch: RandomValue, CustomStringConvertible {
  case off
  case on(Bool)

  var description: String { "a switch" }
  static var name: String { "Switch" }
  static func make(_ source: inout RandomSource) -> Switch {
    source.below(3) == 0 ? .off : .on(source.make())
  }
  func describe(to description: inout ValueDescription) {
    switch self {
    case .off: description.write("off")
    case .on(let flag): flag.describe(to: &description)
    }
  }
}

/// An enumeration of many bytes whose text says nothing.
private enum Described: RandomValue, CustomStringConvertible {
  case first, second
  case third(Int)

  var description: String { "a case" }
  static var name: String { "Described" }
  static func make(_ source: inout RandomSource) -> Described {
    source.one(of: [.first, .second, .third(source.make())])
  }
  func describe(to description: inout ValueDescription) {
    switch self {
    case .first: description.write("first")
    case .second: description.write("second")
    case .third(let number): number.describe(to: &description)
    }
  }
}

/// A structure whose `==` finds all of them equal.
private struct Vague: RandomValue, Hashable {
  let number: Int

  static var name: String { "Vague" }
  static func make(_ source: inout RandomSource) -> Vague { Vague(number: source.make()) }
  static func == (_: Vague, _: Vague) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
  func describe(to description: inout ValueDescription) { number.describe(to: &description) }
}

/// A structure whose `==` looks at the label only, beside a closure.
private struct Labelled: RandomValue, Hashable {
  let label: String
  let call: () -> Void

  static var name: String { "Labelled" }
  static func make(_ source: inout RandomSource) -> Labelled { Labelled(label: source.make()) {} }
  static func == (one: Labelled, other: Labelled) -> Bool { one.label == other.label }
  func hash(into hasher: inout Hasher) { hasher.combine(label) }
  func describe(to description: inout ValueDescription) {
    label.describe(to: &description)
    description.writeHidden()
  }
}

/// A structure with a closure, of which nothing is to be seen.
private struct Caller: RandomValue {
  let number: UInt8
  let call: () -> Void

  static var name: String { "Caller" }
  static func make(_ source: inout RandomSource) -> Caller { Caller(number: source.make()) {} }
  func describe(to description: inout ValueDescription) {
    number.describe(to: &description)
    description.writeHidden()
  }
}

/// An honest key of the app.
private struct Mark: RandomKey {
  let number: UInt8
  let text: String?

  static var name: String { "Mark" }
  static func make(_ source: inout RandomSource) -> Mark { Mark(number: source.make(), text: source.make()) }
  func describe(to description: inout ValueDescription) { description.write(parts: [number, text]) }
}

/// A vector, which has an equality but no parts that count.
private struct Vector: RandomValue {
  let scalars: SIMD2<Double>

  static var name: String { "Vector" }
  static func make(_ source: inout RandomSource) -> Vector {
    Vector(scalars: SIMD2(source.one(of: [1, 2, -3]), source.one(of: [0.5, 2])))
  }
  func describe(to description: inout ValueDescription) { description.write(parts: [scalars.x, scalars.y]) }
}

/// A value that is compared but never shown.
private struct Withheld: RandomValue {
  let secret: Redacted<String>

  static var name: String { "Withheld" }
  static func make(_ source: inout RandomSource) -> Withheld {
    Withheld(secret: Redacted(wrappedValue: source.make()))
  }
  func describe(to description: inout ValueDescription) { secret.wrappedValue.describe(to: &description) }
}

/// A tree of structures, in which only the numbers of branches tell one shape from another.
private struct Tree: RandomValue {
  let branches: ContiguousArray<Tree>

  static var name: String { "Tree" }
  static func make(_ source: inout RandomSource) -> Tree {
    Tree(branches: ContiguousArray((0..<source.count()).map { _ in source.make() }))
  }
  func describe(to description: inout ValueDescription) { description.write(parts: Array(branches)) }
}

/// Values of different types in one list.
private struct Mixed: RandomValue {
  let values: [any RandomValue]

  static var name: String { "Mixed" }
  static func make(_ source: inout RandomSource) -> Mixed {
    let types: [any RandomValue.Type] = [
      Int.self, UInt8.self, String.self, Bool?.self, RandomLeaf.self, Mixed.self,
    ]
    return Mixed(
      values: (0..<source.count()).map { _ in
        let type = source.one(of: types)
        return source.make(type)
      }
    )
  }
  func describe(to description: inout ValueDescription) { description.write(parts: values) }
}

/// An object that may be referred to twice, and refer to itself.
private class RandomLeaf: RandomValue {
  var number = 0
  var next: RandomLeaf?

  class var name: String { "RandomLeaf" }

  required init() {}

  static func make(_ source: inout RandomSource) -> Self {
    source.object(
      new: { _ in Self() },
      fill: { leaf, source in
        leaf.number = source.below(3)
        leaf.fill(&source)
        if source.below(3) > 0 {
          leaf.next = source.below(2) == 0 ? source.make(RandomLeaf.self) : source.make(RandomLink.self)
        }
      },
      unlink: { $0.next = nil }
    )
  }

  func fill(_ source: inout RandomSource) {}

  final func describe(to description: inout ValueDescription) {
    description.write(self) { self.describeContents(to: &$0) }
  }

  func describeContents(to description: inout ValueDescription) {
    description.write("leaf \(number) ")
    if let next { next.describe(to: &description) }
  }
}

/// An object with properties of its own behind inherited ones.
private final class RandomLink: RandomLeaf {
  var values: [Int?] = []

  override class var name: String { "RandomLink" }

  override func fill(_ source: inout RandomSource) { values = source.make() }

  override func describeContents(to description: inout ValueDescription) {
    description.write("link ")
    description.write(parts: values)
    super.describeContents(to: &description)
  }
}
