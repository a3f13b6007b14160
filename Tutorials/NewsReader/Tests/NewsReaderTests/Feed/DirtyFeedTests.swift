import Foundation
import NewsReader
import Testing

@Suite("Malformed feeds")
struct DirtyFeedTests {
  @Test
  func `HTML's named entities need no declaration`() throws {
    #expect(try FeedSample.item("<title>caf&eacute;&nbsp;&mdash; &hellip;</title>").title == "café — …")
    #expect(try FeedSample.item("<title>&unheardof; &Omega;&#937;&#x3a9;</title>").title == "&unheardof; ΩΩΩ")
    #expect(try FeedSample.item("<title>It&#146;s</title>").title == "It’s")
  }

  @Test
  func `unescaped ampersands and angle brackets are text`() throws {
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
  func `plain text keeps its own paragraphs`() throws {
    #expect(
      try FeedSample.item("<description>One\n\n\n two \n three</description>").summary == "One\n\ntwo\nthree"
    )
  }

  @Test
  func `a description without text is replaced by the content`() throws {
    let item = "<description> </description><content:encoded>Words</content:encoded>"
    #expect(try FeedSample.item(item).summary == "Words")
  }

  @Test
  func `text before and after the feed is ignored`() throws {
    let warning = "\n<br />\n<b>Warning</b>: mysql_connect() in <b>/var/www</b>\n"
    let feed = try FeedSample.parse(
      warning + FeedSample.rss("<item><title>One</title></item>") + "<script>x</script>&"
    )
    #expect(feed.items.map(\.title) == ["One"])
  }

  @Test
  func `a document type without declarations is ignored`() throws {
    let type = "<!DOCTYPE rss PUBLIC '-//Netscape//DTD RSS 0.91//EN' 'http://my.netscape.com/rss-0.91.dtd'>"
    #expect(try FeedSample.parse(type + FeedSample.rss("<item><title>One</title></item>")).items.count == 1)
  }

  @Test
  func `a truncated feed has its complete articles`() throws {
    let text = FeedSample.rss("<item><title>One</title></item><item><title>Two</title><link>x</link></item>")
    let end = try #require(text.range(of: "<title>Two"))
    for length in text.distance(from: text.startIndex, to: end.lowerBound)..<text.count - 30 {
      #expect(try FeedSample.parse(String(text.prefix(length))).items.map(\.title) == ["One"])
    }
  }

  @Test
  func `a feed that is truncated in its first article is no feed`() throws {
    let text = String(FeedSample.rss("<item><title>One</title></item>").prefix(100))
    #expect(throws: FeedError.self) { try FeedSample.parse(text) }
  }

  @Test
  func `mismatched tags affect no other article`() throws {
    let items = "<item><title>One</title></item><item><title>Two</titel></item>"
    #expect(try FeedSample.parse(FeedSample.rss(items)).items[0].title == "One")
  }
}
