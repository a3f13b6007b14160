import NewsReader
import Testing

@Suite("Key decoder, fuzzed")
struct KeyDecoderFuzzTests {
  @Test(arguments: 0..<200 as Range<UInt64>)
  func `bytes mean the same keys however they are divided`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let bytes = garbage(using: &generator)
    var whole = KeyDecoder()
    var piecewise = KeyDecoder()
    var keys: [Key] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(Int.random(in: 1...5, using: &generator))
      keys += piecewise.feed(piece)
      rest = rest.dropFirst(piece.count)
    }
    #expect(keys == whole.feed(bytes))
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `Ctrl-C is recognized after arbitrary bytes`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var decoder = KeyDecoder()
    _ = decoder.feed(garbage(using: &generator))
    #expect(decoder.feed([0x03]).last == .interrupt)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `no control character is a typed key`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var decoder = KeyDecoder()
    for key in decoder.feed(garbage(using: &generator)) {
      switch key {
      case .character(let character): #expect(!isControl(character))
      case .pasted(let character): #expect(!isControl(character) || character == "\n" || character == "\t")
      default: break
      }
    }
  }

  private func isControl(_ character: Character) -> Bool {
    character.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  /// Bytes that look enough like sequences to reach the far corners of the decoder.
  private func garbage(using generator: inout SeededGenerator) -> [UInt8] {
    let pieces = ["\u{1B}", "\u{1B}[", "\u{1B}O", "\u{1B}]", "\u{1B}[200~", "\u{1B}[201~", ";", "~", "語"]
    var bytes: [UInt8] = []
    for _ in 0..<400 {
      if Bool.random(using: &generator), let piece = pieces.randomElement(using: &generator) {
        bytes += Array(piece.utf8)
      } else {
        bytes.append(UInt8.random(in: 0...255, using: &generator))
      }
    }
    return bytes
  }
}
