import Foundation
import NewsReader
import Testing

@Suite("Texts of errors")
struct FeedErrorTests {
  @Test
  func `every error is one line with the source and a remedy`() throws {
    let url = try #require(URL(string: "https://a.example/feed"))
    let texts: KeyValuePairs<FeedError, String> = [
      .noSuchFile(path: "a.xml"):
        "There is no file 'a.xml'. Check the path, or give an address that starts with http:// or https://.",
      .unreadableFile(path: "a", reason: "it is a folder"):
        "'a' cannot be read: it is a folder. Give the path of an ordinary file that you may read.",
      .connectionFailed(url: url, reason: "it broke"):
        "https://a.example/feed could not be fetched: it broke. "
        + "Check the address and the network, then try again.",
      .httpStatus(url: url, status: 404):
        "https://a.example/feed answered with HTTP status 404 (not found). Check the address.",
      .httpStatus(url: url, status: 503):
        "https://a.example/feed answered with HTTP status 503 (the server is in trouble). Try again later.",
      .tooLarge(source: .remote(url), limitBytes: 16 * 1024 * 1024):
        "https://a.example/feed is larger than 16 MiB, the most that is read. Choose a smaller feed.",
      .notAFeed(source: .file(path: "a"), reason: "it is odd"):
        "a is not a feed that can be read: it is odd. Give the address or path of an RSS or Atom feed.",
      .emptyFeed(source: .shipped):
        "the shipped feed is a feed without a single article. Try again later, or choose another feed.",
      .unsupportedAddress(text: "ftp://a"):
        "'ftp://a' is not an address that can be read. Use http://, https://, file:///path or a plain path.",
    ]
    for (error, text) in texts { #expect(error.description == text) }
  }

  @Test
  func `control characters in a path or a reason are escaped`() {
    let bad = "a\u{1B}[2J\nb\u{202E}\u{9B}"
    let errors: [FeedError] = [
      .noSuchFile(path: bad), .unreadableFile(path: bad, reason: bad), .unsupportedAddress(text: bad),
      .notAFeed(source: .file(path: bad), reason: bad), .emptyFeed(source: .file(path: bad)),
      .tooLarge(source: .file(path: bad), limitBytes: 5),
    ]
    for error in errors {
      #expect(error.description.isHarmless)
      #expect(!error.description.contains("\n"))
      #expect(error.description.contains("a[2J b"))
    }
  }
}
