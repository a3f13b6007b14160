import Statoscope
import TestSupport
import Testing

/// Values made by chance, written as source and read again.
@Suite("Random sources")
struct RandomSourceTests {
  private static var simple: [any RandomValue.Type] {
    [
      Int.self, UInt8.self, Bool.self, Double.self, Float.self, String.self, Character.self, RandomMood.self,
      [Int].self, [String: Float].self, [UInt8].self,
    ]
  }

  @Test(arguments: 0..<12)
  func `source has the type and the value of what it was made of`(_ seed: UInt64) throws {
    try forEachValue(seed) { value in
      let source = SwiftSource(value)
      #expect(source.isWhole)
      let again = try value.reference(readFrom: source.description)
      #expect(again == value.reference, "\(source)")
    }
  }

  @Test(arguments: 0..<12)
  func `text for people that reads as source says the whole value`(_ seed: UInt64) throws {
    try forEachValue(seed) { value in
      let text = InlineText(value, for: .call).text
      let again = try value.reference(readFrom: text, isShown: true)
      #expect(again == value.reference, "\(text)")
    }
  }

  @Test(arguments: 0..<12)
  func `the text of an event says the whole value`(_ seed: UInt64) throws {
    try forEachValue(seed) { value in
      let text = EventText(value).text
      let again = try value.reference(readFrom: text, isShown: true)
      #expect(again == value.reference, "\(text)")
    }
  }

  private func forEachValue(_ seed: UInt64, _ body: (any SourceReadable) throws -> Void) throws {
    var types = RandomSource(seed: seed &* 0x2545_F491_4F6C_DD1D)
    for _ in 0..<25 {
      let type = try #require(randomType(&types, Self.simple, depth: 3) as? any SourceReadable.Type)
      for _ in 0..<10 {
        var source = RandomSource(seed: types.dice.next())
        try body(type.make(&source))
      }
    }
  }
}

extension SourceReadable {
  /// Returns the description of the value of this type that a text says.
  fileprivate func reference(readFrom text: String, isShown: Bool = false) throws -> String {
    try SourceReader.read(text, as: Self.self, isShown: isShown).reference
  }
}
