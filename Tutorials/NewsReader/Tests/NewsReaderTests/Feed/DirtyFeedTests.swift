import Foundation
import NewsReader
import Testing

@Suite("Feeds written carelessly")
struct DirtyFeedTests {
  @Test("HTML's names for letters need no declaration")
  func entities() throws {
    #expect(try FeedSample.item("<title>caf&eacute;&nbsp;&mdash; &hellip;</title>").title == "café — …")
    #expect(try FeedSample.item("<title>&unheardof; &Omega;&#937;&#x3a9;</title>").title == "&unheardof; ΩΩΩ")
    #expect(try FeedSample.item("<title>It&#146;s</title>").title == "It’s")
  }

  @Test("Ampersands and angle brackets may mean themselves")
  func stray() throws {
    #expect(try FeedSample.item("<title>Fish & Chips &; &#; R&D</title>").title == "Fish & Chips &; &#; R&D")
    #expect(try FeedSample.item("<title>1 < 2 <3</title>").title == "1 < 2 <3")
    #expect(try FeedSample.item("<link>https://a.example/?a=1&b=2</link>").link?.query() == "a=1&b=2")
  }

  @Test("HTML in a description, escaped or not, becomes plain paragraphs")
  func html() throws {
    let html = "<p>One\n  two</p><p>three<br/>R&amp;D</p><!-- no --><script>if (a<b) no()</script>four"
    let plain = "One two\n\nthree\nR&D\n\nfour"
    #expect(try FeedSample.item("<description><![CDATA[\(html)]]></description>").summary == plain)
    let escaped = html.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    #expect(try FeedSample.item("<description>\(escaped)</description>").summary == plain)
    #expect(try FeedSample.item("<description>a <b>bold</b> word</description>").summary == "a bold word")
  }

  @Test("Plain text keeps its own paragraphs")
  func plain() throws {
    #expect(
      try FeedSample.item("<description>One\n\n\n two \n three</description>").summary == "One\n\ntwo\nthree"
    )
  }

  @Test("A description without words gives way to the content")
  func content() throws {
    let item = "<description> </description><content:encoded>Words</content:encoded>"
    #expect(try FeedSample.item(item).summary == "Words")
  }

  @Test("Rubbish before and after the feed is passed over")
  func rubbish() throws {
    let warning = "\n<br />\n<b>Warning</b>: mysql_connect() in <b>/var/www</b>\n"
    let feed = try FeedSample.parse(
      warning + FeedSample.rss("<item><title>One</title></item>") + "<script>x</script>&"
    )
    #expect(feed.items.map(\.title) == ["One"])
  }

  @Test("A document type that declares nothing does no harm")
  func documentType() throws {
    let type = "<!DOCTYPE rss PUBLIC '-//Netscape//DTD RSS 0.91//EN' 'http://my.netscape.com/rss-0.91.dtd'>"
    #expect(try FeedSample.parse(type + FeedSample.rss("<item><title>One</title></item>")).items.count == 1)
  }

  @Test("A feed that breaks off keeps what was complete")
  func truncated() throws {
    let text = FeedSample.rss("<item><title>One</title></item><item><title>Two</title><link>x</link></item>")
    let end = try #require(text.range(of: "<title>Two"))
    for length in text.distance(from: text.startIndex, to: end.lowerBound)..<text.count - 30 {
      #expect(try FeedSample.parse(String(text.prefix(length))).items.map(\.title) == ["One"])
    }
  }

  @Test("A feed that breaks off before its first article ends is none")
  func truncatedEarly() throws {
    let text = String(FeedSample.rss("<item><title>One</title></item>").prefix(100))
    #expect(throws: FeedError.self) { try FeedSample.parse(text) }
  }

  @Test("Tags that do not match cost no other article")
  func mismatched() throws {
    let items = "<item><title>One</title></item><item><title>Two</titel></item>"
    #expect(try FeedSample.parse(FeedSample.rss(items)).items[0].title == "One")
  }
}
