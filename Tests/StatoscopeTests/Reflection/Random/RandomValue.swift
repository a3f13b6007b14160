import Foundation
import TestSupport

/// A type of values made by chance, each with a description of its own that owes nothing to reflection.
protocol RandomValue {
  /// The name of the type, without modules.
  static var name: String { get }
  static func make(_ source: inout RandomSource) -> Self

  /// Writes what the value is: equal values write the same, all others something else.
  func describe(to description: inout ValueDescription)
}

/// A random value that refers to no object and is equal to another exactly when both descriptions are.
protocol RandomKey: RandomValue, Hashable {}

/// The chance that values are made by; from the same seed come equal values, with objects of their own.
struct RandomSource {
  var dice: SplitMix64
  /// Indicates whether sets and dictionaries are filled from the end, into more room than they need.
  let isReversed: Bool
  /// The levels of values inside each other that are left.
  var depth = 4
  /// The objects made so far, by type: one of them may be referred to again.
  private var objects: [ObjectIdentifier: [AnyObject]] = [:]
  private(set) var unlinks: [() -> Void] = []

  init(seed: UInt64, isReversed: Bool = false) {
    dice = SplitMix64(seed: seed)
    self.isReversed = isReversed
  }

  mutating func below(_ bound: Int) -> Int { Int(dice.next() % UInt64(bound)) }

  mutating func one<Element>(of list: [Element]) -> Element { list[below(list.count)] }

  mutating func make<Value: RandomValue>() -> Value { make(Value.self) }

  mutating func make<Value: RandomValue>(_ type: Value.Type) -> Value {
    depth -= 1
    defer { depth += 1 }
    return type.make(&self)
  }

  /// Returns a number of elements.
  mutating func count() -> Int { depth <= 0 ? 0 : below(4) }

  /// Makes keys that are not equal to each other.
  mutating func keys<Key: RandomKey>(_: Key.Type) -> [Key] {
    let made = (0..<count()).map { _ in make(Key.self) }
    // Not a number is no key: it would never be found.
    return made.enumerated().filter { index, key in key == key && !made[..<index].contains(key) }.map(
      \.element
    )
  }

  /// Returns an object that was made before, or a new one.
  mutating func object<Object: AnyObject>(
    new: (inout RandomSource) -> Object,
    fill: (Object, inout RandomSource) -> Void,
    unlink: @escaping (Object) -> Void
  ) -> Object {
    let made = objects[ObjectIdentifier(Object.self), default: []].compactMap { $0 as? Object }
    if !made.isEmpty, depth <= 0 || below(3) == 0 { return one(of: made) }
    let object = new(&self)
    objects[ObjectIdentifier(Object.self), default: []].append(object)
    unlinks.append { unlink(object) }
    fill(object, &self)
    return object
  }
}

/// The text of a value, with objects by the order in which they are reached.
struct ValueDescription {
  private(set) var text = ""
  /// Indicates whether reflection can show all of the value.
  private(set) var isWhole = true
  private var objects: [AnyObject] = []
  private var contents: [(inout ValueDescription) -> Void] = []
  var hasObjects: Bool { !objects.isEmpty }

  init<Value: RandomValue>(_ value: Value) {
    write(value)
    var read = 0
    while read < contents.count {
      text += "; #\(read) "
      contents[read](&self)
      read += 1
    }
  }

  mutating func write(_ part: String) { text += part }

  mutating func write<Value: RandomValue>(_ value: Value) {
    text += Value.name + " "
    value.describe(to: &self)
  }

  /// Writes a text by its scalars, those that are equal in Unicode as one.
  mutating func write(scalarsOf value: String) {
    text += value.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: "_")
  }

  mutating func write(parts: [any RandomValue]) {
    text += "("
    for part in parts {
      write(part)
      text += ","
    }
    text += ")"
  }

  mutating func write(_ object: AnyObject, contents write: @escaping (inout ValueDescription) -> Void) {
    let known = objects.firstIndex { $0 === object }
    text += "#\(known ?? objects.count)"
    guard known == nil else { return }
    objects.append(object)
    contents.append(write)
  }

  mutating func writeHidden() { isWhole = false }
}

extension RandomValue {
  /// A text that is the same for equal values only.
  var reference: String { ValueDescription(self).text }
}

// MARK: Types

/// A type made by chance: a container of such types, or one without parts.
func randomType(_ source: inout RandomSource, _ simple: [any RandomValue.Type], depth: Int)
  -> any RandomValue.Type
{
  guard depth > 0, source.below(4) > 0 else { return source.one(of: simple) }
  let (one, other) = (
    randomType(&source, simple, depth: depth - 1), randomType(&source, simple, depth: depth - 1)
  )
  if let key = other as? any RandomKey.Type, source.below(3) == 0 {
    return source.below(2) == 0 ? set(of: key) : dictionary(key, one)
  }
  return container(one, other, source.below(4))
}

private func set<Key: RandomKey>(of _: Key.Type) -> any RandomValue.Type { Set<Key>.self }

private func dictionary<Key: RandomKey, Value: RandomValue>(_: Key.Type, _: Value.Type)
  -> any RandomValue.Type
{
  [Key: Value].self
}

private func container<One: RandomValue, Other: RandomValue>(
  _: One.Type,
  _: Other.Type,
  _ kind: Int
) -> any RandomValue.Type {
  switch kind {
  case 0: One?.self
  case 1: [One].self
  case 2: RandomPair<One, Other>.self
  default: RandomChoice<One, Other>.self
  }
}
