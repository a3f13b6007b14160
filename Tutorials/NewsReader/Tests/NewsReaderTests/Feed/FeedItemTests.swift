import Foundation
import NewsReader
import Testing

@Suite("Incomplete articles")
struct FeedItemTests {
  @Test
  func `the id is the guid, else the link, else a digest of title and date`() throws {
    let link = "<link>https://a.example/1</link>"
    #expect(try FeedSample.item("<guid>g</guid>" + link).id == "g")
    #expect(try FeedSample.item(link).id == "https://a.example/1")
    let digests = try ["<title>a</title>", "<title>a</title>", "<title>b</title>"].map {
      try FeedSample.item($0).id
    }
    #expect(digests[0] == digests[1])
    #expect(digests[0] != digests[2])
    #expect(digests[0] == "digest:89bdc07b544e7b2")
  }

  @Test
  func `articles that share an id get distinct ids`() throws {
    let items = ["g", "g", "g#2", "g"].map { "<item><guid>\($0)</guid></item>" }.joined()
    #expect(try FeedSample.parse(FeedSample.rss(items)).items.map(\.id) == ["g", "g#3", "g#2", "g#4"])
  }

  @Test
  func `without a title, the beginning of the summary is used`() throws {
    #expect(try FeedSample.item("<description>&lt;p&gt;First&lt;/p&gt;Second</description>").title == "First")
    let long = String(repeating: "word ", count: 100)
    #expect(try FeedSample.item("<description>\(long)</description>").title.count == 80)
    #expect(try FeedSample.item("").title == "Untitled")
  }

  @Test
  func `a feed without a title is named after its site`() throws {
    let link = "<link>https://a.example/</link>"
    #expect(try FeedSample.parse("<rss><channel>\(link)<item/></channel></rss>").title == "a.example")
    #expect(try FeedSample.parse("<rss><channel><item/></channel></rss>").title == "Untitled feed")
  }

  @Test(arguments: ["javascript:alert(1)", "file:///etc/passwd", "http://", " "]
  )
  func `only web addresses are links`(_ link: String) throws {
    #expect(try FeedSample.item("<link>\(link)</link>").link == nil)
  }

  @Test
  func `a guid that is an address is the link, unless it is no permalink`() throws {
    let address = "https://a.example/1"
    #expect(try FeedSample.item("<guid>\(address)</guid>").link?.absoluteString == address)
    #expect(try FeedSample.item("<guid isPermaLink='false'>\(address)</guid>").link == nil)
  }

  @Test
  func `relative links resolve against xml:base, the channel, or the address`() throws {
    let item = "<item><link>1.html</link></item>"
    let alone = try FeedSample.parse(FeedSample.rss(item))
    #expect(alone.items[0].link?.absoluteString == "https://news.example/feeds/1.html")
    let channel = try FeedSample.parse(FeedSample.rss(item + "<link>https://a.example/b/</link>"))
    #expect(channel.items[0].link?.absoluteString == "https://a.example/b/1.html")
    let entries =
      "<entry xml:base='https://c.example/d/'><link href='1'/></entry><entry><link href='2'/></entry>"
    let atom = "<feed xmlns='http://www.w3.org/2005/Atom'>\(entries)</feed>"
    #expect(try itemLinks(atom) == ["https://c.example/d/1", "https://news.example/feeds/2"])
    let based = atom.replacing("<feed", with: "<feed xml:base='https://e.example/'")
    #expect(try itemLinks(based) == ["https://c.example/d/1", "https://e.example/2"])
  }

  private func itemLinks(_ feed: String) throws -> [String?] {
    try FeedSample.parse(feed).items.map(\.link?.absoluteString)
  }
}
