import Foundation
import NewsReader
import Testing

@Suite("Kinds of feed")
struct FeedFormatTests {
  @Test
  func `RSS 2.0 is read`() throws {
    let feed = try FeedSample.parse(
      """
      <rss version="2.0"><channel><title>News</title><link>https://a.example/</link>
      <item><title>One</title><link>https://a.example/1</link><guid>g1</guid>
      <pubDate>Thu, 01 Jan 1970 00:01:00 GMT</pubDate><description>Words</description></item></channel></rss>
      """
    )
    let item = FeedItem(
      id: "g1",
      title: "One",
      link: URL(string: "https://a.example/1"),
      published: Date(timeIntervalSince1970: 60),
      summary: "Words"
    )
    #expect(feed == Feed(title: "News", link: URL(string: "https://a.example/"), items: [item]))
  }

  @Test
  func `RSS 1.0, where articles stand beside the channel, is read`() throws {
    let feed = try FeedSample.parse(
      """
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
        xmlns:dc="http://purl.org/dc/elements/1.1/">
      <channel rdf:about="x"><title>Old</title></channel>
      <item><title>One</title><dc:date>1970-01-01T00:01:00Z</dc:date></item></rdf:RDF>
      """
    )
    #expect(feed.title == "Old")
    #expect(feed.items.map(\.title) == ["One"])
    #expect(feed.items[0].published == Date(timeIntervalSince1970: 60))
  }

  @Test
  func `Atom is read, with the prefix its publisher chose`() throws {
    let feed = try FeedSample.parse(
      """
      <a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>News</a:title><a:link href="https://a.example/"/>
      <a:entry><a:id>urn:1</a:id><a:title>One</a:title><a:link rel="self" href="https://a.example/no"/>
      <a:link rel="alternate" href="https://a.example/1"/><a:updated>1970-01-01T00:02:00Z</a:updated>
      <a:published>1970-01-01T00:01:00Z</a:published><a:content>Words</a:content></a:entry></a:feed>
      """
    )
    let item = FeedItem(
      id: "urn:1",
      title: "One",
      link: URL(string: "https://a.example/1"),
      published: Date(timeIntervalSince1970: 60),
      summary: "Words"
    )
    #expect(feed == Feed(title: "News", link: URL(string: "https://a.example/"), items: [item]))
  }

  @Test
  func `plain text, HTML and XHTML in Atom are distinguished`() throws {
    #expect(try FeedSample.entry("<title>Vec&lt;T&gt;</title>").title == "Vec<T>")
    #expect(try FeedSample.entry("<title type='html'>a &lt;b&gt;c&lt;/b&gt;</title>").title == "a c")
    let content = "<content type='xhtml'><h:div xmlns:h='x'><h:p>1 &lt; 2</h:p><h:p>b</h:p></h:div></content>"
    #expect(try FeedSample.entry("<title>t</title>" + content).summary == "1 < 2\n\nb")
  }

  @Test
  func `elements of other vocabularies and nested elements are ignored`() throws {
    let feed = try FeedSample.parse(
      FeedSample.rss(
        """
        <atom:link href="https://b.example/self" rel="self"/><image><title>Picture</title></image>
        <item><media:group><media:title>Film</media:title><title>Deep</title></media:group>
        <itunes:title>Sound</itunes:title><title>One</title><source><title>Other</title></source></item>
        """
      )
    )
    #expect(feed.title == "Sample")
    #expect(feed.link == nil)
    #expect(feed.items.map(\.title) == ["One"])
  }

  @Test
  func `the shipped feed is read in full`() async throws {
    let feed = try await FeedLoader.feed(from: .shipped)
    #expect(feed.title == "The Harbour Almanac")
    #expect(feed.items.count == 40)
    #expect(Set(feed.items.map(\.id)).count == 40)
    #expect(feed.items.filter { $0.published == nil }.count == 1)
    #expect(feed.items.allSatisfy { $0.link != nil && !$0.summary.isEmpty })
    #expect(feed.items[2].title == "Café Müller bakes the bridge, 1 metre long")
    #expect(feed.items[3].link?.absoluteString == "https://example.com/almanac/tides/april")
    #expect(
      feed.items[3].summary.hasSuffix(
        "\n\n• Move the boats on the slip\n• Tie down the benches\n• Bring a camera"
      )
    )
  }
}
