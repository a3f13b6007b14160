import Foundation
import Statoscope
import TestSupport
import Testing

/// How values and types are written as source that people paste.
@Suite("Source of values")
struct SwiftSourceTests {
  @Test func `plain values are written as literals`() {
    #expect(source(3) == "3")
    #expect(source(UInt8(3)) == "3 as UInt8")
    #expect(source(-2.5) == "-2.5")
    #expect(source(Double.nan) == "Double.nan")
    #expect(source(-Float.infinity) == "-Float.infinity")
    #expect(source(true) == "true")
    #expect(source("a") == "\"a\"")
    #expect(source(Character("é")) == "\"é\" as Character")
    #expect(source(Optional<Int>.none as Any) == "nil as Int?")
    #expect(source(Optional(3) as Any) == "3 as Int?")
  }

  @Test func `strings are escaped`() {
    #expect(source("\"\\\n\t\r\0\u{1B}\u{202E}🪚\\(x)") == #""\"\\\n\t\r\0\u{1b}\u{202e}🪚\\(x)""#)
  }

  @Test func `collections are written in a stable order`() {
    #expect(source([1, 2]) == "[1, 2]")
    #expect(source([Int]()) == "[] as [Int]")
    #expect(source(["b": 2, "a": 1]) == #"["a": 1, "b": 2]"#)
    #expect(source([String: Int]()) == "[:] as [String: Int]")
    #expect(source(Set(["b", "a"])) == #"["a", "b"] as Set<String>"#)
    #expect(source(["a": UInt8(1)] as [String: Any]) == #"["a": 1 as UInt8] as [String: any Sendable]"#)
    #expect(source((1, b: "x")) == #"(1, b: "x")"#)
    #expect(source(()) == "()")
  }

  @Test func `enums and structures are written as their initializers`() {
    #expect(source(Fruit.apple) == "Fruit.apple")
    #expect(source(Fruit.crate(of: 3)) == "Fruit.crate(of: 3)")
    #expect(source(Fruit.pair(.apple, label: "x")) == #"Fruit.pair(.apple, label: "x")"#)
    #expect(
      source(Basket(fruit: [.apple], owner: nil))
        == "SwiftSourceTests.Basket(fruit: [.apple], owner: nil)"
    )
    #expect(source(Crate<Fruit>.large(.apple)) == "Crate<Fruit>.large(.apple)")
    #expect(SwiftSource(shorthandOf: Fruit.crate(of: 3)).description == ".crate(of: 3)")
    #expect(SwiftSource(shorthandOf: 7).description == "7")
    #expect(SwiftSource(shorthandOf: [Fruit.apple]).description == "[.apple]")
    #expect(source([Fruit.apple]) == "[.apple] as [Fruit]")
    #expect(source(Offline()) == "Offline()")
    #expect(source(Result<Int, any Error>.success(1)) == ".success(1) as Result<Int, any Error>")
    #expect(
      source(Result<Int, any Error>.failure(Offline())) == ".failure(Offline()) as Result<Int, any Error>"
    )
    #expect(source(Result<Void, any Error>.success(())) == ".success(()) as Result<(), any Error>")
  }

  @Test func `values of Foundation are written as their initializers`() throws {
    let id = try #require(UUID(uuidString: "00000000-0000-0000-0000-00000000000A"))
    #expect(source(id) == "UUID(uuidString: \"00000000-0000-0000-0000-00000000000A\")!")
    #expect(source(Date(timeIntervalSinceReferenceDate: 1.5)) == "Date(timeIntervalSinceReferenceDate: 1.5)")
    #expect(
      source(try #require(URL(string: "https://a.b/c?d=e#f"))) == "URL(string: \"https://a.b/c?d=e#f\")!"
    )
    #expect(source(Data([1, 2])) == "Data([1, 2])")
    #expect(source(Duration.seconds(2)) == "Duration(secondsComponent: 2, attosecondsComponent: 0)")
  }

  @Test func `a property has its type stated where it is declared with another one`() {
    #expect(source(Loose(value: UInt8(3), byte: 3)) == "Loose(value: 3 as UInt8, byte: 3)")
    #expect(source(Loose(value: Int?.none, byte: nil)) == "Loose(value: nil as Int?, byte: nil)")
    #expect(source(Loose(value: Int.self, byte: nil)) == "Loose(value: Int.self, byte: nil)")
  }

  @Test func `a structure that is codable is written as the JSON that makes it`() {
    #expect(
      source(Doubling(a: 2))
        == ##"(try! JSONDecoder().decode(Doubling.self, from: Data(#"{"a":4}"#.utf8)))"##
    )
    let secret = SwiftSource(Guarded(name: "x", code: "secret"))
    #expect(!secret.isWhole)
    #expect(!secret.description.contains("secret"))
  }

  @Test func `what a comparison with a value lacks is said`() {
    func obstacle(_ value: Any, _ type: Any.Type) -> String? {
      SwiftSource.obstacle(toComparing: value, declaredAs: type)
    }
    #expect(obstacle(3, Int.self) == nil)
    #expect(obstacle(3, Any.self) == "Any is not Equatable")
    #expect(obstacle(Worm(), Worm.self) == "Worm is not Equatable")
    #expect(obstacle([Double.nan], [Double].self) == "the value is not equal to itself")
    #expect(obstacle("abc".startIndex, String.Index.self) == "the value cannot be written as source")
  }

  @Test func `a value that cannot be written is a placeholder with a comment`() {
    let written = SwiftSource(Fruit.eaten(by: Worm()))
    #expect(!written.isWhole)
    #expect(
      written.description
        == "Fruit.eaten(by: <#Worm#> /* a Worm that cannot be written as source: Worm */)"
    )
    #expect(
      SwiftSource(Named.plain).description
        == "<#Named#> /* a Named that cannot be written as source: a plain one */"
    )
    #expect(SwiftSource(Basket(fruit: [], owner: "x")).isWhole)
  }

  private func source(_ value: Any) -> String {
    let source = SwiftSource(value)
    #expect(source.isWhole)
    return source.description
  }

  fileprivate struct Basket {
    var fruit: [Fruit]
    var owner: String?
  }
}

private enum Fruit {
  case apple
  case crate(of: Int)
  indirect case pair(Fruit, label: String)
  case eaten(by: Worm)
}

private final class Worm {}

private struct Loose {
  var value: any Sendable
  var byte: UInt8?
}

private struct Doubling: Codable {
  let a: Int
  init(a: Int) { self.a = a * 2 }
}

private struct Guarded: Codable {
  let name: String
  @Redacted var code = ""
}

private enum Crate<Element> {
  case large(Element)
}

private enum Named: CustomStringConvertible {
  case plain
  var description: String { "a plain one" }
}

private struct Offline: Error {}
