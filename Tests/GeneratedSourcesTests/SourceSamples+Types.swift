import Foundation

// Enums and structures of an app.

extension SourceSamples {
  mutating func addEnums() {
    add("Suit", Suit.hearts)
    add("Level", Level.none)
    add("Priority", Priority.high)
    add("Delivery", Delivery.sent(to: "a", 3))
    // A case with one tuple looks as one with several values.
    add("Delivery", Delivery.pair((1, "a")), .noOther)
    add("Delivery", Delivery.late(by: 2))
    add("Delivery", Delivery.sized(in: 1))
    add("Delivery", Delivery.optional(nil))
    add("Delivery", Delivery.nested(.optional(3)))
    add("Delivery", Delivery.done(()))
    add("Delivery", Delivery.list([1], flags: ["a": true]))
    add("Delivery", Delivery.outcome(.success(3)))
    add("Delivery", Delivery.outcome(.failure(Lost(code: 1))))
    add("Keyword", Keyword.`self`)
    add("Keyword", Keyword.`init`)
    add("Keyword", Keyword.`default`)
    add("Keyword", Keyword.`in`)
    add("Keyword", Keyword.`two words`)
    add("Keyword", Keyword.`case`(in: 1, `two words`: 2))
    add("Described", Described.first)
    add("Described", Described.third(3))
    add("Shelf<Int>", Shelf.book(1))
    add("Shelf<Shelf<String>>", Shelf<Shelf<String>>.book(.book("a")))
    add("Shelf<Int>.Row", Shelf<Int>.Row.top(1))
    add("Shelf<Int>?", Optional(Shelf<Int>.empty))
    add("Outer.Inner.Deep", Outer.Inner.Deep.bottom)
    add("Result<Int, Lost>", Result<Int, Lost>.failure(Lost(code: 2)))
    add("Result<Void, Lost>", Result<Void, Lost>.success(())) { one, other in
      if case (.success, .success) = (one, other) { true } else { false }
    }
    add("Result<Suit?, Lost>", Result<Suit?, Lost>.success(nil))
    add("Result<Result<Int, Lost>, Lost>", Result<Result<Int, Lost>, Lost>.success(.success(1)))
    add("ComparisonResult", ComparisonResult.orderedDescending)
    add("Calendar.Component", Calendar.Component.weekOfYear)
    add("Fruit", Fruit.apple)
    add("FloatingPointSign", FloatingPointSign.minus)
  }

  mutating func addStructures() {
    add("Token", Token(text: "a"))
    add("Order", Order(token: Token(text: "a"), count: 2, note: nil))
    add("Order?", Optional(Order(token: Token(text: "a"), count: 2, note: "x")))
    add("Empty", Empty())
    add("Pair<Int, [String]>", Pair(first: 1, second: ["a"]))
    add("Pair<Pair<Int, Int>, Suit>", Pair(first: Pair(first: 1, second: 2), second: Suit.hearts))
    add("Outer.Inner", Outer.Inner(depth: 3))
    add("String.Token", String.Token(place: 3))
    add("Ranked", Ranked(level: 3, name: "a"))
    add("Underscored", Underscored(_raw: 1, __raw: 2), .noOther)
    add("Spelled", Spelled(default: 1, in: 2, self: 3, `two words`: 4))
    add("Options", Options.all)
    add("Options", Options([]))
    add("Options", Options(rawValue: 64))
    add("Name", Name(rawValue: "a"))
    add("Celsius", 20.5 as Celsius, .noOther)
    add("Holder", Holder(suit: nil, suits: [.hearts: .spades], result: .success(.hearts)))
    add("(x: Int, y: Int)", (x: 1, y: 2)) { $0 == $1 }
    add("(Int, (String, Suit))", (1, ("a", Suit.hearts))) { "\($0)" == "\($1)" }
    add("Void", ()) { _, _ in true }
  }

  /// Structures that are not made with an initializer of all their stored properties.
  mutating func addStructuresOfOthers() {
    add("Constant", Constant(count: 2), .noOther)
    add("Wrapping", Wrapping(level: 3), .any)
    add("WrappingPrivately", WrappingPrivately(3), .noOther)
    add("Lazy", Lazy(count: 3), .any)
    add("Parsed", Parsed("a-b"), .noOther)
    add("Checked", Checked(3) ?? Checked(valid: 1), .noOther)
    add("Secret", Secret.made, .noOther)
    add("SecretDefault", SecretDefault(visible: 1), .noOther)
    add("Throwing?", try? Throwing(number: 3), .noOther)
    add("Reordered", Reordered(second: 1, first: 2), .noOther)
    add("Renamed", Renamed(of: 3), .noOther)
    add("Mirrored", Mirrored(number: 3), .any)
    add("[Constant]", [Constant(count: 2)], .noOther)
    add("Mixed", Mixed.constant(Constant(count: 2)), .noOther)
  }
}
