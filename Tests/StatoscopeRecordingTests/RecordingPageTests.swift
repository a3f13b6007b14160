import Foundation
import Statoscope
import StatoscopeRecording
import StatoscopeTesting
import Testing

/// The timeline page: whole in itself, with nothing of the app's in it but as text.
@Suite("ScopeRecording, page")
struct RecordingPageTests {
  private let hostile = "</script><script>alert(1)</script><img src=x onerror=alert(1)>&'\" \u{202E}"

  @Test func `the app's own text is escaped everywhere on the page`() {
    let shop = RecordedShop()
    let recorder = ScopeRecorder(shop)
    shop.send(.rename(hostile)).send(.load(hostile)).send(.label(.text(hostile)))
    let page = recorder.recording.html(title: hostile)
    // The page's own two scripts, and no other tag that the values could have made.
    #expect(!page.contains("{{") && page.ranges(of: "<script").count == 2)
    #expect(page.ranges(of: "</script>").count == 2)
    #expect(!page.contains("<img"))
    #expect(!page.contains("\u{202E}") || page.contains("[U+202e]"))
    #expect(page.contains("&lt;/script&gt;&lt;script&gt;alert(1)"))
    #expect(page.contains("\\u003c/script>") || page.contains("\\u003c\\/script>"))
  }

  @Test func `a long event is named without the parameters of its types`() {
    let crane = Crane()
    let recorder = ScopeRecorder(crane)
    crane.send(.lift(Box(content: 3)))
    #expect(recorder.recording.html().contains("<code>.lift(Box(content: 3))</code>"))
  }

  @Test func `the strings of an event are as they are in its heading`() {
    let shop = RecordedShop()
    let recorder = ScopeRecorder(shop)
    shop.send(.rename("U.S.A Array<Int>")).send(.rename("a \"B.C\""))
    let page = recorder.recording.html()
    #expect(page.contains("<code>.rename(&quot;U.S.A Array&lt;Int&gt;&quot;)</code>"))
    #expect(page.contains(#"<code>.rename(&quot;a \&quot;B.C\&quot;&quot;)</code>"#))
  }

  @Test func `the page loads nothing from elsewhere`() {
    let page = ScopeRecorder(RecordedShop()).recording.html()
    #expect(page.contains("default-src 'none'"))
    for word in [
      "http:", "https:", "src=", "@import", "url(", "fetch(", "XMLHttpRequest", "<link rel=\"stylesheet",
    ] {
      #expect(!page.contains(word), "\(word)")
    }
  }

  @Test func `the page contains the recording, and lists each moment`() throws {
    let shop = RecordedShop()
    let recorder = ScopeRecorder(shop)
    shop.send(.open).send(.addCounter(3)).send(.notifyCounters)
    _ = try? shop.trySend(.refuse)
    let recording = recorder.recording
    let page = recording.html()
    let start = try #require(page.range(of: "id=\"data\">"))
    let end = try #require(page.range(of: "</script>", range: start.upperBound..<page.endIndex))
    let data = Data(page[start.upperBound..<end.lowerBound].utf8)
    #expect(try JSONDecoder().decode(ScopeRecording.self, from: data) == recording)
    for moment in recording.moments { #expect(page.contains("id=\"moment-\(moment.number)\"")) }
    #expect(page.contains("max=\"5\""))
    #expect(page.contains("<li id=\"moment-3\"><button>"))
    #expect(page.contains("<li id=\"moment-4\" class=\"depth-1\"><button>"))
    #expect(page.contains("sent by moment <a href=\"#moment-3\">3</a>"))
    #expect(page.contains("✗</span> 1 threw an error</span>"))
    #expect(page.contains("<del>- total: 3</del>"))
  }

  @Test func `an app's own page can show moments as the recording's does`() throws {
    let shop = RecordedShop()
    let recorder = ScopeRecorder(shop)
    shop.send(.load(hostile)).send(.addCounter(3))
    let recording = recorder.recording
    let page = recording.html()
    for moment in recording.moments {
      let item = moment.html()
      #expect(item.hasPrefix("<li id=\"moment-\(moment.number)\">") && item.hasSuffix("</li>"))
      #expect(!item.contains("<script") && !item.contains("<img"))
      #expect(page.contains(item.dropLast("</li>".count)))
    }
    #expect(page.contains(ScopeRecording.styleSheet))
  }

  @Test func `the summary names the moments, and those that were discarded`() throws {
    let (clock, shop) = (TestClock(), RecordedShop())
    let recorder = ScopeRecorder(shop, capacity: 2, clock: clock)
    shop.send(.open)
    #expect(recorder.recording.html().contains("<p class=\"summary\">1 moment, 0 ms from first to last.</p>"))
    shop.send(.open)
    #expect(
      recorder.recording.html().contains("<p class=\"summary\">2 moments, 0 ms from first to last.</p>")
    )
    shop.send(.open)
    #expect(
      recorder.recording.html().contains(
        "<p class=\"summary\">2 moments, 0 ms from first to last. 1 earlier ones were discarded: the capacity is 2.</p>"
      )
    )
  }

  @Test func `a moment without an event says what has happened`() {
    let shop = RecordedShop()
    shop.cellar = RecordedCellar()
    let recorder = ScopeRecorder(shop)
    shop.cellar?.bottles = 7
    shop.counters = [RecordedTill(1)]
    let recording = recorder.recording
    #expect(recording.moments.map(\.event) == [nil, nil])
    let headings = recording.moments.map { moment in
      ["changed without an event", "the tree changed", "an effect ended", "nothing"]
        .filter { moment.html().contains("<b>\($0)</b>") }
    }
    #expect(headings.flatMap(\.self).sorted() == ["changed without an event", "the tree changed"])
  }

  @Test func `an empty recording has a page`() {
    #expect(ScopeRecorder(RecordedShop()).recording.html().contains("Nothing has happened yet."))
  }
}

private struct Box<Content: Sendable>: Sendable {
  let content: Content
}

private final class Crane: Scope {
  enum When { case lift(Box<Int>) }
  func update(_ when: When) throws {}
}
