import Foundation

// MARK: Numbers and texts

extension Int: RandomKey {
  static var name: String { "Int" }
  static func make(_ source: inout RandomSource) -> Int {
    source.one(of: [0, 1, -1, 2, 63, 64, -64, -65, 127, 128, 8_191, 8_192, .max, .min, .max - 1])
  }
  func describe(to description: inout ValueDescription) { description.write("\(self)") }
}

extension UInt8: RandomKey {
  static var name: String { "UInt8" }
  static func make(_ source: inout RandomSource) -> UInt8 { source.one(of: [0, 1, 2, 255]) }
  func describe(to description: inout ValueDescription) { description.write("\(self)") }
}

extension Bool: RandomKey {
  static var name: String { "Bool" }
  static func make(_ source: inout RandomSource) -> Bool { source.below(2) == 1 }
  func describe(to description: inout ValueDescription) { description.write(self ? "yes" : "no") }
}

extension Double: RandomKey {
  static var name: String { "Double" }
  static func make(_ source: inout RandomSource) -> Double {
    let any = Double(bitPattern: source.dice.next())
    let subnormal = Double.leastNonzeroMagnitude
    return source.one(of: [0, -0.0, 1, 0.1, -2.5, 1e300, subnormal, .nan, -.nan, .infinity, -.infinity, any])
  }
  func describe(to description: inout ValueDescription) { description.write("\(bitPattern)") }
}

extension Float: RandomValue {
  static var name: String { "Float" }
  static func make(_ source: inout RandomSource) -> Float {
    let any = Float(bitPattern: UInt32(truncatingIfNeeded: source.dice.next()))
    return source.one(of: [0, -0.0, 1, 0.1, 16_777_215, .leastNonzeroMagnitude, .nan, -.nan, -.infinity, any])
  }
  func describe(to description: inout ValueDescription) { description.write("\(bitPattern)") }
}

extension String: RandomKey {
  static var name: String { "String" }
  static func make(_ source: inout RandomSource) -> String {
    let parts = [
      "a", "\"", "\\", "\n", "\r\n", "\t", "\0", "\u{1B}", "\u{202E}", "\u{2028}", "é", "e\u{301}", "\u{301}",
      "🪚", "\\(x)", "#", ",", "]", ")", "nil", " ", "\u{7F}", "\u{85}", "*/", "\u{FEFF}",
    ]
    return (0..<source.below(4)).map { _ in source.one(of: parts) }.joined()
  }
  func describe(to description: inout ValueDescription) { description.write(scalarsOf: self) }
}

extension Character: RandomKey {
  static var name: String { "Character" }
  static func make(_ source: inout RandomSource) -> Character {
    source.one(of: ["a", "\"", "\\", "\n", "\r\n", "é", "🪚", "\u{301}", "\0"])
  }
  func describe(to description: inout ValueDescription) { description.write(scalarsOf: String(self)) }
}

extension Date: RandomValue {
  static var name: String { "Date" }
  static func make(_ source: inout RandomSource) -> Date {
    Date(timeIntervalSinceReferenceDate: source.make(Double.self))
  }
  func describe(to description: inout ValueDescription) {
    timeIntervalSinceReferenceDate.describe(to: &description)
  }
}

extension Data: RandomKey {
  static var name: String { "Data" }
  static func make(_ source: inout RandomSource) -> Data { Data(source.make([UInt8].self)) }
  func describe(to description: inout ValueDescription) { description.write(parts: Array(self)) }
}

// MARK: Containers

extension Optional: RandomValue where Wrapped: RandomValue {
  static var name: String { "Optional<\(Wrapped.name)>" }
  static func make(_ source: inout RandomSource) -> Wrapped? { source.below(3) == 0 ? nil : source.make() }
  func describe(to description: inout ValueDescription) {
    if let self { description.write(parts: [self]) } else { description.write("nil") }
  }
}

extension Optional: RandomKey where Wrapped: RandomKey {}

extension Array: RandomValue where Element: RandomValue {
  static var name: String { "Array<\(Element.name)>" }
  static func make(_ source: inout RandomSource) -> [Element] {
    (0..<source.count()).map { _ in source.make() }
  }
  func describe(to description: inout ValueDescription) { description.write(parts: self) }
}

extension Array: RandomKey where Element: RandomKey {}

extension Set: RandomValue where Element: RandomKey {
  static var name: String { "Set<\(Element.name)>" }
  static func make(_ source: inout RandomSource) -> Set<Element> {
    let elements = source.keys(Element.self)
    var made = Set<Element>(minimumCapacity: source.isReversed ? 100 : 0)
    for element in source.isReversed ? elements.reversed() : elements { made.insert(element) }
    return made
  }
  func describe(to description: inout ValueDescription) {
    for text in map(\.reference).sorted() { description.write("{\(text)}") }
  }
}

extension Dictionary: RandomValue where Key: RandomKey, Value: RandomValue {
  static var name: String { "Dictionary<\(Key.name), \(Value.name)>" }
  static func make(_ source: inout RandomSource) -> [Key: Value] {
    let entries = source.keys(Key.self).map { ($0, source.make(Value.self)) }
    var made = [Key: Value](minimumCapacity: source.isReversed ? 100 : 0)
    for (key, value) in source.isReversed ? entries.reversed() : entries { made[key] = value }
    return made
  }
  func describe(to description: inout ValueDescription) {
    for (key, value) in map({ ($0.key.reference, $0.value) }).sorted(by: { $0.0 < $1.0 }) {
      description.write("{\(key): ")
      description.write(value)
      description.write("}")
    }
  }
}

/// A structure.
struct RandomPair<First: RandomValue, Second: RandomValue>: RandomValue {
  let first: First
  let second: Second

  static var name: String { "RandomPair<\(First.name), \(Second.name)>" }
  static func make(_ source: inout RandomSource) -> Self { Self(first: source.make(), second: source.make()) }
  func describe(to description: inout ValueDescription) { description.write(parts: [first, second]) }
}

/// An enumeration with associated values.
indirect enum RandomChoice<First: RandomValue, Second: RandomValue>: RandomValue {
  case none
  case other
  case one(First)
  case both(First, named: Second)
  case more(RandomChoice)

  static var name: String { "RandomChoice<\(First.name), \(Second.name)>" }
  static func make(_ source: inout RandomSource) -> Self {
    switch source.below(source.depth > 0 ? 5 : 4) {
    case 0: .none
    case 1: .other
    case 2: .one(source.make())
    case 3: .both(source.make(), named: source.make())
    default: .more(source.make())
    }
  }
  func describe(to description: inout ValueDescription) {
    switch self {
    case .none: description.write("none")
    case .other: description.write("other")
    case .one(let first):
      description.write("one")
      description.write(parts: [first])
    case .both(let first, let second):
      description.write("both")
      description.write(parts: [first, second])
    case .more(let more):
      description.write("more")
      description.write(parts: [more])
    }
  }
}

/// An enumeration without associated values.
enum RandomMood: RandomKey, CaseIterable {
  case calm, glad, sad

  static var name: String { "RandomMood" }
  static func make(_ source: inout RandomSource) -> RandomMood { source.one(of: allCases) }
  func describe(to description: inout ValueDescription) {
    description.write(self == .calm ? "calm" : self == .glad ? "glad" : "sad")
  }
}
