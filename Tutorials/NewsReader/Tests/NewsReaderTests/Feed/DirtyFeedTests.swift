import Foundation
import NewsReader
import Testing

@Suite("Feeds written carelessly")
struct DirtyFeedTests {
  @Test
  func `HTML's names for letters need no declaration`() throws {
    #expect(try FeedSample.item("<title>caf&eacute;&nbsp;&mdash; &hellip;</title>").title == "café — …")
    #expect(try FeedSample.item("<title>&unheardof; &Omega;&#937;&#x3a9;</title>").title == "&unheardof; ΩΩΩ")
    #expect(try FeedSample.item("<title>It&#146;s</title>").title == "It’s")
  }

  @Test
  func `Ampersands and angle brackets may mean themselves`() throws {
    #expect(try FeedSample.item("<title>Fish & Chips &; &#; R&D</title>").title == "Fish & Chips &; &#; R&D")
    #expect(try FeedSample.item("<title>1 < 2 <3</title>").title == "1 < 2 <3")
    #expect(try FeedSample.item("<link>https://a.example/?a=1&b=2</link>").link?.query() == "a=1&b=2")
  }

  @Test
  func `HTML in a description, escaped or not, becomes plain paragraphs`() throws {
    let html = "<p>One\n  two</p><p>three<br/>R&amp;D</p><!-- no --><script>if (a<b) no()</script>four"
    let plain = "One two\n\nthree\nR&D\n\nfour"
    #expect(try FeedSample.item("<description><![CDATA[\(html)]]></description>").summary == plain)
    let escaped = html.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    #expect(try FeedSample.item("<description>\(escaped)</description>").summary == plain)
    #expect(try FeedSample.item("<description>a <b>bold</b> word</description>").summary == "a bold word")
  }

  @Test
  func `Plain text keeps its own paragraphs`() throws {
    #expect(
      try FeedSample.item("<description>One\n\n\n two \n three</description>").summary == "One\n\ntwo\nthree"
    )
  }

  @Test
  func `A description without words gives way to the content`() throws {
    let item = "<description> </description><content:encoded>Words</content:encoded>"
    #expect(try FeedSample.item(item).summary == "Words")
  }

  @Test
  func `Rubbish before and after the feed is passed over`() throws {
    let warning = "\n<br />\n<b>Warning</b>: mysql_connect() in <b>/var/www</b>\n"
    let feed = try FeedSample.parse(
      warning + FeedSample.rss("<item><title>One</title></item>") + "<script>x</script>&"
    )
    #expect(feed.items.map(\.title) == ["One"])
  }

  @Test
  func `A document type that declares nothing does no harm`() throws {
    let type = "<!DOCTYPE rss PUBLIC '-//Netscape//DTD RSS 0.91//EN' 'http://my.netscape.com/rss-0.91.dtd'>"
    #expect(try FeedSample.parse(type + FeedSample.rss("<item><title>One</title></item>")).items.count == 1)
  }

  @Test
  func `A feed that breaks off keeps what was complete`() throws {
    let text = FeedSample.rss("<item><title>One</title></item><item><title>Two</title><link>x</link></item>")
    let end = try #require(text.range(of: "<title>Two"))
    for length in text.distance(from: text.startIndex, to: end.lowerBound)..<text.count - 30 {
      #expect(try FeedSample.parse(String(text.prefix(length))).items.map(\.title) == ["One"])
    }
  }

  @Test
  func `A feed that breaks off before its first article ends is none`() throws {
    let text = String(FeedSample.rss("<item><title>One</title></item>").prefix(100))
    #expect(throws: FeedError.self) { try FeedSample.parse(text) }
  }

  @Test
  func `Tags that do not match cost no other article`() throws {
    let items = "<item><title>One</title></item><item><title>Two</titel></item>"
    #expect(try FeedSample.parse(FeedSample.rss(items)).items[0].title == "One")
  }
}
