import Foundation
import NewsReader
import Statoscope
import Testing

/// The cost of a paste: the number of frames, and of characters in the filter.
@MainActor @Suite("Pasting into the filter")
struct PasteInReaderTests {
  private let feed = Sample.newsFeed(lastFeed: Sample.feed).injectObject(EffectsExecution.enqueueOnly)
  private let screen = CountingScreen()

  @Test(arguments: [5_000, 20_000])
  func `one frame is drawn for many keys`(length: Int) async {
    screen.keys.apply(.typed([.character("/")] + pasted(length) + [.enter, .character("q")]))
    await Reader(feed: feed, screen: screen).run()
    #expect(feed.ending == .quit)
    #expect(screen.frames <= 3 + length / 1_000)
  }

  @Test func `a filter has a maximum length`() async {
    var updates = 0
    let counting = feed.list.subscribe { _, _ in updates += 1 }
    defer { counting.cancel() }
    // An accent combines with the character before it: many scalars are one character.
    for character: Character in ["x", "\u{301}"] {
      screen.keys.apply(.typed([.character("/")] + pasted(20_000, character)))
    }
    screen.keys.apply(.typed([.enter, .endOfInput]))
    await Reader(feed: feed, screen: screen).run()
    #expect(feed.list.filter.unicodeScalars.count == ItemList.longestFilter)
    #expect(updates == 1 + 2 * 20_001 + 1)
  }

  @Test func `a full filter says so, and can be shortened`() {
    let keyboard = Keyboard(feed: feed.loaded())
    feed.send(.windowResized(TerminalSize(columns: 300, rows: 9)))
    for key in [.character("/")] + pasted(ItemList.longestFilter + 1) { keyboard.press(key) }
    let row = "(200 characters, no more fit): \(String(repeating: "x", count: 200))_"
    #expect(NewsScreen.frame(of: feed).text.contains("Filter \(row)"))
    keyboard.press(.backspace)
    keyboard.press(.character("y"))
    #expect(feed.list.filter == String(repeating: "x", count: 199) + "y")
  }

  @Test func `an interrupt is handled before the keys typed before it`() async {
    var typed = 0
    let keys = screen.keys
    let interrupting = feed.list.subscribe { _, when in
      guard case .userTypedInFilter = when else { return }
      typed += 1
      if typed == 10 { keys.apply(.urgent(.interrupt)) }
    }
    defer { interrupting.cancel() }
    var typedAtTheEnd: Int?
    let ending = feed.subscribe { _, when in
      if case .userTappedQuit = when { typedAtTheEnd = typedAtTheEnd ?? typed }
    }
    defer { ending.cancel() }
    keys.apply(.typed([.character("/")] + pasted(20_000)))
    await Reader(feed: feed, screen: screen).run()
    #expect(typedAtTheEnd == 10)
  }

  private func pasted(_ length: Int, _ character: Character = "x") -> [Key] {
    Array(repeating: .pasted(character), count: length)
  }
}

/// A screen that shows nothing, and counts its frames.
private final class CountingScreen: Screen {
  let size = TerminalSize(columns: 60, rows: 12)
  let keys = KeyQueue()
  private let count = Guarded(0)

  var frames: Int { count.withLock { $0 } }

  func draw(_: Frame) {
    count.withLock { $0 += 1 }
  }

  func suspend() {}

  func restore() {
    keys.apply(.drop)
    keys.apply(.end(last: nil))
  }
}
