import Foundation

enum Fruit: Hashable, Sendable {
  case apple, none, `self`, `init`, `Type`, `default`, `a b`
  case crate(of: Int)
  case `1st`(of: Int)
  indirect case pair(Fruit, label: String)
  case two(Int, Int)
  case byte(UInt8)
  case at(point: (Int, Int))
  case oneTuple((Int, Int))
  case labelledTuple((x: Int, y: Int))
  case failing(Failing)
  case maybe(Int?)
  case maybeMaybe(Int??)
  case void(())
  case listed([String])
  case bytes([UInt8])
  case result(Result<String, any Error>)
  case anything(any Sendable)
  case labelled(`inout`: Int, `var`: Int, in: Int)
  case held(Object)
  case type(any Any.Type)
  case equatableType(any (Equatable & Sendable).Type)
  case intType(Int.Type)
  case optionalType(Int.Type?)
  case `in line`(`the label`: Int?)

  enum Kind { case stone }

  static var typeCase: Fruit { .`Type` }

  static func == (one: Fruit, other: Fruit) -> Bool { fingerprint(one) == fingerprint(other) }

  func hash(into hasher: inout Hasher) {}
}

enum Crate<Element> { case large(Element) }

enum Refused: Error, Equatable { case because(String) }

struct Broken: Error, Equatable {}

struct Basket: Equatable {
  var fruit: [Fruit]
  var owner: String?
}

struct Keywords: Equatable { var `default`, `in`, `self`: Int }

struct Holder {
  let value: any Sendable
  let list: [any Sendable]
}

struct Pair<First, Second> {
  var first: First
  var second: Second
}

struct Numbers: Equatable {
  let a: UInt8
  let b: Float
  let c: CGFloat
  let d: Character
  let e: Substring
  let f: Int?
  let g: [Int]??
}

extension String {
  enum Style { case bold }
  struct Padding: Equatable { var width: Int }
}

struct Options: OptionSet {
  let rawValue: UInt8
  static let first = Options(rawValue: 1)
  static let third = Options(rawValue: 4)
}

struct Tag: RawRepresentable, Equatable { var rawValue: String }

enum Described: String, CustomStringConvertible {
  case first, second
  var description: String { "first" }
}

struct `raw type`: Equatable { var `a b`: Int }

enum Priority: Int { case high = 3 }

final class Object: Sendable {}

@propertyWrapper struct Clamped: Equatable, Codable {
  var wrappedValue: Int { didSet { wrappedValue = min(wrappedValue, 9) } }
}

struct Wrapping: Equatable { @Clamped var x = 3 }

/// Its initializer makes another value of what was stored.
struct Same: Equatable, Codable {
  let a: Int
  init(a: Int) { self.a = a * 2 }
}

struct Relabelled: Equatable, Codable {
  let a: Int
  init(number: Int) { a = number }
}

struct Positive: Equatable, Codable {
  let a: UInt
  init?(a: Int) {
    guard a > 0 else { return nil }
    self.a = UInt(a)
  }
}

/// Equal to each other one, whatever its text is.
struct Shallow: Codable {
  let id: Int
  var text: String
}

extension Shallow: Equatable {
  static func == (one: Shallow, other: Shallow) -> Bool { one.id == other.id }
}

/// A part is lost where it is encoded.
struct Forgetful: Equatable, Codable {
  let a: Int
  var b = 3
  enum CodingKeys: CodingKey { case a }
}

struct Feed: Equatable, Codable {
  let names: Set<String>
  let pages: [Positive]
  let dates: [String: Date]
  @Clamped var rank = 3
}

/// What is decoded has another object.
struct Sharing: Codable {
  let object: Part

  final class Part: Codable, Sendable {}
}

/// A case that has a description of its own, in place of its name.
enum Coded: Codable, CustomStringConvertible {
  case one, two
  var description: String { "two" }
}

struct Types {
  let any: any Any.Type
  let perhaps: (any Any.Type)?
  let list: [any Any.Type]
}

struct Erased {
  let value: any Sendable
  let optional: (any Sendable)?
  let hashable: any Hashable & Sendable
  let pair: (x: any Sendable, y: UInt8)
  let values: [String: any Sendable]
  let byte: UInt8
}

struct Lazily { lazy var x = 3 }

// swift-format-ignore: NoLeadingUnderscores
struct Underscored: Equatable { var _x: Int }

struct Mirrored: CustomReflectable {
  var x: Int
  var customMirror: Mirror { Mirror(self, children: ["x": 4], displayStyle: .struct) }
}

enum MirroredCase: CustomReflectable {
  case one
  var customMirror: Mirror { Mirror(self, children: ["two": 4], displayStyle: .enum) }
}

enum Unclear: CustomStringConvertible {
  case one, two
  var description: String { "two" }
}

struct Failing {
  var a = 0
  init() {}
  init?(a: Int) {
    guard a > 0 else { return nil }
    self.a = a
  }
}

struct Renamed {
  let a: Int
  init(number: Int) { a = number }
}

struct Constant: Equatable {
  let id: Int
  let version = 3
}

struct Sealed {
  let x: Int
  private init(x: Int) { self.x = x + 1 }
  static func make() -> Sealed { Sealed(x: 3) }
}

// MARK: Comparison

/// Compares a value with the one that its source made.
func isSame(_ one: Any, _ other: Any) -> Bool {
  guard type(of: one) == type(of: other) else { return false }
  if fingerprint(one) == fingerprint(other) { return true }
  guard let one = one as? any Equatable, !(one is any BinaryFloatingPoint) else { return false }
  return isEqual(one, other)
}

private func isEqual<Value: Equatable>(_ one: Value, _ other: Any) -> Bool { one == other as? Value }

/// Describes a value with the types and bits of all its parts.
func fingerprint(_ value: Any) -> String {
  let name = String(reflecting: type(of: value))
  // Swift's mirror reads this metatype at the wrong place.
  if let fruit = value as? Fruit, case .intType(let type) = fruit { return "\(name) \(type)" }
  let text =
    switch value {
    case let date as Date: "\(date.timeIntervalSinceReferenceDate.bitPattern)"
    case let number as Double: "\(number.bitPattern)"
    case let number as Float: "\(number.bitPattern)"
    case let url as URL: "\(url.relativeString) \(String(describing: url.baseURL))"
    default: parts(of: value)
    }
  return "\(name) \(text)"
}

private func parts(of value: Any) -> String {
  let mirror = Mirror(reflecting: value)
  var texts = mirror.children.map { ($0.label ?? "") + ": " + fingerprint($0.value) }
  if mirror.displayStyle == .set || mirror.displayStyle == .dictionary { texts.sort() }
  return texts.isEmpty ? String(reflecting: value) : "(" + texts.joined(separator: ", ") + ")"
}
