import Foundation
import NewsReader
import Testing

@Suite("Arguments of the command line")
struct FeedSourceTests {
  @Test(arguments: ["http://a.example/feed", "HTTPS://a.example:8080/?x=1"]
  )
  func `a web address is fetched`(_ text: String) throws {
    #expect(try FeedSource(argument: text) == .remote(#require(URL(string: text))))
  }

  @Test
  func `everything else without a scheme is a path`() throws {
    for text in ["feed.xml", "/a/b", "notes:2026.xml", "a b", "./http://x", "~", "-"] {
      #expect(try FeedSource(argument: text) == .file(path: text))
    }
    #expect(try FeedSource(argument: "file:///a%20b/c.xml") == .file(path: "/a b/c.xml"))
  }

  @Test(arguments: [
    "ftp://a.example/feed", "gopher://x", "http://", "https:///path", "file://relative.xml", "", "x://[",
  ]
  )
  func `other addresses are refused`(_ text: String) {
    #expect(throws: FeedError.unsupportedAddress(text: text)) { try FeedSource(argument: text) }
  }
}
