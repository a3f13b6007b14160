import Foundation

// The types of an app whose values are written as source.

enum Suit { case hearts, spades }
enum Level { case none, some }
enum Priority: String { case low, high = "HIGH!" }
enum Fruit: CaseIterable { case apple }

struct Lost: Error, Equatable { var code: Int }

enum Delivery: Equatable {
  case sent(to: String, Int)
  case pair((Int, String))
  case late(by: Int = 1)
  case sized(in: Int)
  case optional(Int?)
  indirect case nested(Delivery)
  case done(Void)
  case list([Int], flags: [String: Bool])
  case outcome(Result<Int, any Error>)

  static func == (one: Delivery, other: Delivery) -> Bool {
    switch (one, other) {
    case (.sent(let text, let number), .sent(let otherText, let otherNumber)):
      text == otherText && number == otherNumber
    case (.pair(let pair), .pair(let otherPair)): pair == otherPair
    case (.late(let time), .late(let other)), (.sized(let time), .sized(let other)): time == other
    case (.optional(let value), .optional(let other)): value == other
    case (.nested(let inner), .nested(let other)): inner == other
    case (.done, .done): true
    case (.list(let list, let flags), .list(let otherList, let otherFlags)):
      list == otherList && flags == otherFlags
    case (.outcome(.success(let value)), .outcome(.success(let other))): value == other
    case (.outcome(.failure(let error)), .outcome(.failure(let other))):
      error as? Lost == other as? Lost
    default: false
    }
  }
}

enum Keyword: Equatable {
  case `self`, `init`, `default`, `in`, `two words`
  case `case`(in: Int, `two words`: Int)
}

enum Described: CustomStringConvertible, Equatable {
  case first, second
  case third(Int)
  // A text that is the name of another case.
  var description: String { "second" }
}

enum Shelf<Element: Equatable>: Equatable {
  case empty
  indirect case book(Element)
  enum Row: Equatable { case top(Element) }
}

enum Outer {
  struct Inner: Equatable {
    var depth: Int
    enum Deep { case bottom }
  }
}

extension String {
  struct Token: Equatable { var place: Int }
}

struct Token: Hashable { var text: String }

struct Order: Equatable {
  var token: Token
  let count: Int
  var note: String?
}

struct Empty: Equatable {}

struct Pair<First: Equatable, Second: Equatable>: Equatable {
  var first: First
  var second: Second
}

struct Ranked: Equatable {
  var level: Int
  var name: String
  var isHigh: Bool { level > 2 }
  static let lowest = Ranked(level: 0, name: "")
}

// swift-format-ignore
struct Underscored: Equatable {
  var _raw: Int
  var __raw: Int
}

struct Spelled: Equatable {
  var `default`: Int
  var `in`: Int
  var `self`: Int
  var `two words`: Int
}

struct Options: OptionSet {
  let rawValue: Int
  static let first = Options(rawValue: 1)
  static let all: Options = [first, Options(rawValue: 2)]
}

struct Name: RawRepresentable, Hashable { let rawValue: String }

struct Celsius: ExpressibleByFloatLiteral, Equatable {
  var degrees: Double
  init(floatLiteral value: Double) { degrees = value }
}

struct Holder: Equatable {
  var suit: Suit?
  var suits: [Suit: Suit]
  var result: Result<Suit, Lost>
}

// MARK: Structures that are not made with an initializer of all their stored properties

struct Constant: Equatable {
  let kind = "constant"
  var count: Int
}

@propertyWrapper
struct Clamped: Equatable {
  var wrappedValue: Int
}

struct Wrapping: Equatable { @Clamped var level: Int }

struct WrappingPrivately: Equatable {
  @Clamped private var level: Int
  init(_ level: Int) { _level = Clamped(wrappedValue: level) }
}

struct Lazy: Equatable {
  var count: Int
  lazy var double = count * 2
}

struct Parsed: Equatable {
  let left: String
  let right: String
  init(_ text: String) { (left, right) = (String(text.prefix(1)), String(text.suffix(1))) }
}

struct Checked: Equatable {
  let number: Int
  init?(_ number: Int) {
    guard number > 0 else { return nil }
    self.number = number
  }
  init(valid number: Int) { self.number = number }
}

/// Has the initializer of its properties in its own file only.
struct Secret: Equatable {
  var visible: Int
  private var hidden: Int
  static var made: Secret { Secret(visible: 1, hidden: 2) }
}

struct SecretDefault: Equatable {
  var visible: Int
  private var hidden = 3
  init(visible: Int) { self.visible = visible }
}

struct Throwing: Equatable {
  let number: Int
  init(number: Int) throws { self.number = number }
}

/// Has an initializer whose labels are those of the properties in another order.
struct Reordered: Equatable {
  let first: Int
  let second: Int
  init(second: Int, first: Int) { (self.first, self.second) = (first, second) }
}

/// Has an initializer with a label of its own.
struct Renamed: Equatable {
  let number: Int
  init(of number: Int) { self.number = number }
}

/// Shows other contents than it has.
struct Mirrored: Equatable, CustomReflectable {
  var number: Int
  var customMirror: Mirror { Mirror(self, children: ["number": 7], displayStyle: .struct) }
}

enum Mixed: Equatable { case constant(Constant) }
