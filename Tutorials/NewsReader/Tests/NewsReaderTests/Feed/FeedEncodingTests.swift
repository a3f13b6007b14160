import Foundation
import NewsReader
import Testing

@Suite("Declared and actual encodings")
struct FeedEncodingTests {
  private func title(_ data: Data) throws -> String {
    try FeedSample.parse(data).items[0].title
  }

  private func feed(declaring encoding: String, title: String) -> String {
    "<?xml version='1.0' encoding='\(encoding)'?>"
      + "<rss><channel><item><title>\(title)</title></item></channel></rss>"
  }

  @Test(
    arguments: ["UTF-8", "ISO-8859-1", "UTF-16"]
  )
  func `UTF-8 is read with and without a byte order mark`(_ declared: String) throws {
    let data = Data(feed(declaring: declared, title: "naïve 😀").utf8)
    #expect(try title(data) == "naïve 😀")
    #expect(try title(Data([0xEF, 0xBB, 0xBF]) + data) == "naïve 😀")
  }

  @Test(arguments: ["UTF-8", "ISO-8859-1"]
  )
  func `Latin-1 and windows-1252 are read, even when they claim to be UTF-8`(_ declared: String) throws {
    let text = feed(declaring: declared, title: "café “quoted” €")
    let data = try #require(text.data(using: .windowsCP1252))
    #expect(try title(data) == "café “quoted” €")
  }

  @Test
  func `an invalid byte affects only its own character`() throws {
    let parts = feed(declaring: "UTF-8", title: "naïve |").split(separator: "|").map { Data($0.utf8) }
    #expect(try title(parts[0] + Data([0xE9]) + parts[1]) == "naïve é")
  }

  @Test(
    arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian]
  )
  func `UTF-16 is read in both byte orders`(_ encoding: String.Encoding) throws {
    let data = try #require(feed(declaring: "UTF-16", title: "naïve 😀").data(using: encoding))
    let mark = Data(encoding == .utf16LittleEndian ? [0xFF, 0xFE] : [0xFE, 0xFF])
    #expect(try title(mark + data) == "naïve 😀")
    #expect(try title(data) == "naïve 😀")
    #expect(try title(mark + data + Data([0x3C])) == "naïve 😀")
  }

  @Test
  func `other code pages are read as declared`() throws {
    let text = feed(declaring: "windows-1251", title: "Привет")
    #expect(try title(#require(text.data(using: .windowsCP1251))) == "Привет")
  }
}
