import Foundation
import NewsReader
import Testing

@Suite("Hostile feeds")
struct HostileFeedTests {
  private func problem(_ text: String) -> String {
    do {
      return "no problem: \(try FeedSample.parse(text).items.count)"
    } catch FeedError.notAFeed(_, let reason) {
      return reason
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [
    "<!ENTITY a 'x'><!ENTITY b '&a;&a;&a;&a;'>", "<!ENTITY % p SYSTEM 'http://127.0.0.1/x.dtd'>%p;",
    "<!ENTITY f SYSTEM 'file:///etc/passwd'>",
  ]
  )
  func `declared entities of any kind are refused`(_ declarations: String) {
    let type = "<!DOCTYPE rss [\(declarations)]>"
    let text = type + FeedSample.rss("<item><title>&a;&b;&f;</title></item>")
    #expect(problem(text) == "it declares entities of its own, which are never expanded for safety's sake")
  }

  @Test
  func `a declaration inside the feed is only text`() throws {
    let type = "<!DOCTYPE rss [<!ENTITY a 'boom'>]>"
    #expect(try FeedSample.item("\(type)<title>&a;</title>").title == "&a;")
  }

  @Test
  func `elements nested a hundred thousand deep are refused`() {
    let deep = String(repeating: "<a>", count: 100_000)
    #expect(problem(FeedSample.rss("<item>" + deep)) == "its elements are nested more than 200 deep")
  }

  @Test
  func `a tag with a hundred thousand attributes loses them all`() throws {
    let attributes = (0..<100_000).map { "a\($0)=''" }.joined(separator: " ")
    #expect(try FeedSample.item("<x \(attributes)/><title \(attributes)>One</title>").title == "One")
  }

  @Test
  func `a feed has at most its first 10,000 articles, and says so`() throws {
    let limit = FeedParser.itemLimit
    let whole = try FeedSample.parse(FeedSample.rss(String(repeating: "<item/>", count: limit)))
    #expect(whole.items.count == limit)
    #expect(whole.cutAfter == nil)
    let feed = try FeedSample.parse(FeedSample.rss(String(repeating: "<item/>", count: limit + 1)))
    #expect(feed.items.count == limit)
    #expect(feed.cutAfter == limit)
    #expect(Set(feed.items.map(\.id)).count == FeedParser.itemLimit)
  }

  @Test(arguments: [
    "<", "&", "<!--", "<![CDATA[", "<?", "</", "<a ", "&#", "<a b='", "<!ENTIT", "]]>", "<p><",
  ]
  )
  func `unclosed markup is parsed in linear time`(_ opening: String) throws {
    let text = String(repeating: opening, count: 20_000)
    let alone = problem(text)
    #expect(["there is no XML in it", "it begins with <"].contains { alone.hasPrefix($0) })
    let unclosed = problem(FeedSample.rss("<item><description>" + text))
    #expect(
      ["no problem: 1", "its XML is broken", "its elements are nested"].contains { unclosed.hasPrefix($0) }
    )
    let quoted = FeedSample.rss("<item><description><![CDATA[\(text)]]></description></item>")
    #expect(try FeedSample.parse(quoted).items.count == 1)
  }

  @Test
  func `a document that is not a feed is named in the error`() {
    #expect(problem("") == "there is no XML in it")
    #expect(problem("hello") == "there is no XML in it")
    #expect(
      problem("<!doctype html><html><body>x")
        == "it is a web page; the address of its feed may be found there"
    )
    #expect(problem("<svg/>") == "it begins with <svg>, where <rss>, <feed> or <rdf:RDF> is needed")
    #expect(throws: FeedError.emptyFeed(source: .shipped)) {
      try FeedParser.parse(Data(FeedSample.rss("").utf8), source: .shipped)
    }
  }
}
