import Foundation
import NewsReader
import Testing

/// The program in a pipe: its output, its errors and its exit codes.
@MainActor @Suite("newsfeed without a terminal")
struct NewsReaderCommandTests {
  private let folder: TemporaryFolder
  private let rss = """
    <rss version="2.0"><channel><title>T</title>
    <item><title>One &#27;[31mred</title><guid>1</guid><pubDate>Sat, 21 Mar 2026 12:00:00 GMT</pubDate></item>
    <item><title>Two</title><guid>2</guid></item></channel></rss>
    """

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `the shipped feed is printed in several dozen lines`() async {
    let run = await CommandRun([], data: folder)
    #expect(run.code == 0)
    #expect(run.errors.isEmpty)
    #expect(run.output.split(separator: "\n").count > 36)
    #expect(run.output.hasPrefix("  2026-03-21  The ferry runs again from Saturday\n"))
  }

  @Test func `a file is printed with its favourites, which do not change`() async throws {
    let file = try folder.write(rss, to: "news.xml")
    _ = try folder.write(#"{"favourites": ["1", "elsewhere"]}"#, to: "newsfeed/newsfeed.json")
    let run = await CommandRun([file], data: folder)
    #expect(run.code == 0)
    #expect(run.errors.isEmpty)
    #expect(run.output == "★ 2026-03-21  One [31mred\n  ----------  Two\n")
    #expect(try folder.read("newsfeed/newsfeed.json").contains(#""favourites" : ["1","elsewhere"]"#))
  }

  @Test(arguments: [[:], ["XDG_DATA_HOME": ""], ["XDG_DATA_HOME": "data"]])
  func `the home folder has the favourites, unless another is named in full`(variables: [String: String])
    async throws
  {
    #if os(macOS)
      let place = "Library/Application Support"
    #else
      let place = ".local/share"
    #endif
    let file = try folder.write(rss, to: "news.xml")
    _ = try folder.write(#"{"favourites": ["1"]}"#, to: "\(place)/newsfeed/newsfeed.json")
    let run = await CommandRun([file], data: folder, variables: variables)
    #expect(run.output.hasPrefix("★ "))
  }

  @Test func `an Atom feed is printed`() async throws {
    let atom = """
      <feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><entry><title>An entry</title><id>e</id>
      <updated>2026-03-20T10:00:00Z</updated></entry></feed>
      """
    let file = try folder.write(atom, to: "atom.xml")
    #expect(await CommandRun([file], data: folder).output == "  2026-03-20  An entry\n")
  }

  @Test func `a feed is loaded over HTTP by the program's own network`() async throws {
    let server = try LoopbackServer(["/feed": .respond(body: Data(rss.utf8))])
    defer { server.stop() }
    let run = await CommandRun([try server.url("/feed").absoluteString], data: folder)
    #expect(run.code == 0)
    #expect(run.output.hasSuffix("Two\n"))
    #expect(server.requests == ["/feed"])
  }

  @Test func `an error is one line with code 1, and favourites do not change`() async throws {
    let saved = #"{"favourites": ["1"]}"#
    _ = try folder.write(saved, to: "newsfeed/newsfeed.json")
    let server = try LoopbackServer([:])
    defer { server.stop() }
    let refusing = try LoopbackSocket.refusing()
    defer { refusing.close() }
    let complaints = [
      "\(folder.path)/none.xml": "There is no file",
      "http://127.0.0.1:\(try refusing.port)/feed": "no server accepts connections there",
      try server.url("/feed").absoluteString: "HTTP status 404 (not found)",
      try folder.write("hello", to: "hello.txt"): "is not a feed that can be read",
      try folder.write("<rss><channel/></rss>", to: "empty.xml"): "a feed without a single article",
      folder.path: "it is a folder",
    ]
    for (argument, complaint) in complaints {
      let run = await CommandRun([argument], data: folder)
      #expect(run.code == 1)
      #expect(run.output.isEmpty)
      #expect(run.errors.hasPrefix("newsfeed: ") && run.errors.contains(complaint))
      #expect(run.errors.split(separator: "\n", omittingEmptySubsequences: false).count == 2)
      #expect(try folder.read("newsfeed/newsfeed.json") == saved)
    }
  }

  @Test func `damaged favourites are preserved, and the list is printed`() async throws {
    let file = try folder.write(rss, to: "news.xml")
    _ = try folder.write("{\"favou", to: "data/newsfeed.json")
    let run = await CommandRun(["--data", "\(folder.path)/data", file], data: folder)
    #expect(run.code == 0)
    #expect(run.output.contains("Two"))
    #expect(run.errors.contains("is damaged") && run.errors.split(separator: "\n").count == 1)
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/data")
    let kept = try #require(names.first { $0.contains("damaged") })
    #expect(try folder.read("data/\(kept)") == "{\"favou")
  }

  @Test func `the last feed is printed when loading fails, with the reason`()
    async throws
  {
    let file = try folder.write(rss, to: "news.xml")
    let first = await CommandRun([file], data: folder)
    try FileManager.default.removeItem(atPath: file)
    let second = await CommandRun([file], data: folder)
    #expect(second.code == 0)
    #expect(second.output == first.output)
    #expect(second.errors.hasPrefix("newsfeed: There is no file '"))
    let other = await CommandRun(["\(folder.path)/other.xml"], data: folder)
    #expect(other.code == 1)
  }

  @Test func `a list that was cut is printed with a warning, also when it is the stored one`() async throws {
    let items = String(repeating: "<item><title>One</title></item>", count: FeedParser.itemLimit + 1)
    let file = try folder.write("<rss><channel><title>T</title>\(items)</channel></rss>", to: "long.xml")
    let warning = "newsfeed: These are the first 10000 articles; the feed has more.\n"
    let run = await CommandRun([file], data: folder)
    #expect(run.code == 0)
    #expect(run.output.split(separator: "\n").count == FeedParser.itemLimit)
    #expect(run.errors == warning)
    try FileManager.default.removeItem(atPath: file)
    #expect(await CommandRun([file], data: folder).errors.hasSuffix(warning))
  }

  @Test(arguments: [
    (["--nonsense"], "there is no option '--nonsense'."),
    (["-x"], "there is no option '-x'."),
    (["a", "b"], "one feed at a time: a file or an address."),
    (["--data"], "--data needs a folder."),
    (["--data="], "--data needs a folder."),
    (["--record"], "--record needs a file."),
    (["--record="], "--record needs a file."),
    (["gopher://example.com"], "'gopher://example.com' is not an address that can be read."),
    ([""], "'' is not an address that can be read."),
  ])
  func `invalid arguments print one line with code 2`(arguments: [String], complaint: String) async {
    let run = await CommandRun(arguments, data: folder)
    #expect(run.code == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("newsfeed: \(complaint)"))
    #expect(run.errors.hasSuffix(" Try 'newsfeed --help'.\n"))
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  @Test func `the session's timeline is written to the given file`() async throws {
    let file = try folder.write(rss, to: "news.xml")
    let run = await CommandRun(["--record", "\(folder.path)/session.html", file], data: folder)
    #expect(run.code == 0)
    let page = try folder.read("session.html")
    #expect(page.contains("<code>.userStartedReading</code>"))
    #expect(page.contains("LoadFeed("))
    #expect(page.contains("Two"))
    #expect(!page.contains("\u{1B}"))
    let lost = await CommandRun(["--record=\(folder.path)/none/session.html", file], data: folder)
    #expect(lost.code == 1)
    #expect(lost.output == run.output)
    #expect(lost.errors.hasPrefix("newsfeed: The timeline could not be written to '"))
  }

  @Test func `help and version are printed`() async {
    let help = await CommandRun(["--help"], data: folder)
    #expect(help.code == 0)
    #expect(help.output.hasPrefix("Usage: newsfeed [--data FOLDER] [--record FILE.html] [FILE | URL]\n"))
    let version = await CommandRun(["--version"], data: folder)
    #expect(version.code == 0)
    #expect(version.output.hasPrefix("newsfeed "))
  }

  @Test func `a file name after two dashes may begin with a dash`() async {
    let run = await CommandRun(["--data=\(folder.path)", "--", "-none.xml"], data: folder)
    #expect(run.code == 1)
    #expect(run.errors.contains("There is no file '-none.xml'."))
  }

  @Test func `a closed pipe is no error, and a full disk is one`() async {
    let left = await CommandRun([], data: folder, printError: .refused(call: "write", code: EPIPE))
    #expect(left.code == 0)
    #expect(left.errors.isEmpty)
    let full = await CommandRun([], data: folder, printError: .refused(call: "write", code: ENOSPC))
    #expect(full.code == 1)
    #expect(full.errors == "newsfeed: The list could not be written: No space left on device.\n")
  }
}
