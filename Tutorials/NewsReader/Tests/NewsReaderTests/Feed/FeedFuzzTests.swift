import Foundation
import NewsReader
import Testing

@Suite("Feeds damaged at random")
struct FeedFuzzTests {
  @Test
  func `no damage to a feed causes a crash or a control character`() async throws {
    let original = [UInt8](try await FeedLoader.load(.shipped))
    var dice = Dice(seed: 2026)
    var survivors = 0
    for _ in 0..<2000 {
      let bytes = damaged(original, &dice)
      guard let feed = try? FeedParser.parse(Data(bytes), source: .shipped) else { continue }
      survivors += 1
      for text in texts(feed) where !text.isHarmless { Issue.record("harmful: \(text.debugDescription)") }
      #expect(Set(feed.items.map(\.id)).count == feed.items.count)
    }
    // Were nearly all of them refused, the rest would not have been tried.
    #expect(survivors > 600)
  }

  private func texts(_ feed: Feed) -> [String] {
    [feed.title, feed.link?.absoluteString ?? ""]
      + feed.items.flatMap { [$0.id, $0.title, $0.summary, $0.link?.absoluteString ?? ""] }
  }

  /// The head of the feed and a few articles from somewhere, with one to eight wounds.
  private func damaged(_ original: [UInt8], _ dice: inout Dice) -> [UInt8] {
    let start = Int.random(in: 900..<original.count - 1200, using: &dice)
    var bytes = original[..<900] + original[start..<start + 1200]
    for _ in 0..<Int.random(in: 1...8, using: &dice) {
      let place = Int.random(in: 0..<bytes.count, using: &dice)
      let end = min(place + Int.random(in: 1...60, using: &dice), bytes.count)
      switch Int.random(in: 0..<6, using: &dice) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &dice)
      case 1: bytes[place] = UInt8.random(in: 0...255, using: &dice)
      case 2: bytes.removeSubrange(place..<end)
      case 3: bytes.insert(contentsOf: Array(bytes[place..<end]), at: place)
      case 4: bytes.insert(contentsOf: Self.barbs.randomElement(using: &dice)?.utf8 ?? "".utf8, at: place)
      default: if Int.random(in: 0..<20, using: &dice) == 0 { bytes.removeSubrange(place...) }
      }
      if bytes.isEmpty { break }
    }
    return Array(bytes)
  }

  private static let barbs = [
    "\u{1B}[2J", "&#27;", "&amp;#27;", "&#x9b;", "\u{9B}", "\u{202E}", "&#8238;", "<![CDATA[", "]]>", "<!--",
    "-->",
    "<!DOCTYPE a [", "<?", "</item>", "<item>", "<channel>", "&#xFFFE;", "\u{FFFF}", "\u{0}", "'", "\"",
    "\u{2028}",
  ]
}

/// SplitMix64: the same throws in every run.
private struct Dice: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
