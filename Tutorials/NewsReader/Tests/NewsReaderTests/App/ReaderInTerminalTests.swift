import Foundation
import NewsReader
import Testing

/// The whole program in a terminal: its reaction to keys, and the restored terminal at the end.
@MainActor @Suite("newsfeed in a terminal", .serialized)
struct ReaderInTerminalTests {
  private let folder: TemporaryFolder
  private let terminal: ObservedTerminal

  init() throws {
    folder = try TemporaryFolder()
    terminal = try ObservedTerminal()
  }

  @Test func `a session with the shipped feed works`() async throws {
    defer { terminal.hangUp() }
    let before = try TerminalSettings(of: terminal.slave)
    async let end = run([])
    await terminal.shows("> ")
    terminal.type("j")
    await terminal.shows(">   20 Mar")
    terminal.type("f")
    await terminal.shows("> ★ 20 Mar")
    terminal.type("\r")
    await terminal.shows("Friday 20 March 2026")
    terminal.type("\u{1B}[D/tide tables")
    await terminal.shows("Filter: tide tables_")
    await terminal.shows("1/1")
    terminal.type("\rq")
    #expect(await end == Outcome(code: 0, errors: ""))
    #expect(try TerminalSettings(of: terminal.slave) == before)
    #expect(try folder.read("newsfeed.json").contains(#""favourites" : ["almanac-2026-039"]"#))
  }

  @Test func `text pasted into the list or an article runs no command`() async throws {
    defer { terminal.hangUp() }
    async let end = run([])
    await terminal.shows("> ")
    terminal.type("\u{1B}[200~tide\r tables\u{1B}[201~")
    await terminal.shows("Filter: tide tables_")
    await terminal.shows("1/1")
    terminal.type("\r\r")
    await terminal.shows("Esc back")
    terminal.type("\u{1B}[200~hq\u{1B}[201~f")
    await terminal.shows("★")
    terminal.type("hq")
    #expect(await end == Outcome(code: 0, errors: ""))
  }

  @Test func `a failed first load restores the terminal and prints the reason`() async throws {
    defer { terminal.hangUp() }
    let before = try TerminalSettings(of: terminal.slave)
    let outcome = await run(["\(folder.path)/none.xml"])
    #expect(outcome.code == 1)
    #expect(outcome.errors.hasPrefix("newsfeed: There is no file '") && outcome.errors.hasSuffix("\n"))
    #expect(try TerminalSettings(of: terminal.slave) == before)
  }

  @Test func `a slow server does not delay quitting`() async throws {
    defer { terminal.hangUp() }
    let server = try LoopbackServer(["/feed": .silent()])
    defer { server.stop() }
    let address = try server.url("/feed").absoluteString
    async let end = run([address])
    await terminal.shows("Loading \(address)")
    await server.arrival(of: "/feed")
    terminal.type("\u{3}")
    #expect(await end.code == 0)
  }

  @Test func `going back closes the connection to the story's server`() async throws {
    defer { terminal.hangUp() }
    let rss = """
      <rss version="2.0"><channel><title>T</title><item><title>One</title><link>/story</link></item></channel></rss>
      """
    let server = try LoopbackServer(["/feed": .respond(body: Data(rss.utf8)), "/story": .silent()])
    defer { server.stop() }
    async let end = run([try server.url("/feed").absoluteString])
    await terminal.shows("> ")
    terminal.type("\r")
    await terminal.shows("Fetching the full story")
    await server.arrival(of: "/story")
    terminal.type("h")
    await terminal.shows("1 article")
    _ = await server.departure(of: "/story")
    terminal.type("q")
    #expect(try await end.code == 0)
  }

  @Test func `a failed save is reported after the terminal is restored`() async throws {
    defer { terminal.hangUp() }
    let obstacle = folder.url.appending(path: "newsfeed.json")
    try FileManager.default.createDirectory(at: obstacle, withIntermediateDirectories: true)
    async let end = run([])
    await terminal.shows("> ")
    await terminal.shows("Favourites:")
    terminal.type("f")
    await terminal.shows("★")
    terminal.type("q")
    let outcome = await end
    #expect(outcome.code == 1)
    #expect(outcome.errors.hasPrefix("newsfeed: Favourites: "))
    #expect(outcome.errors.contains("it is not a file but a folder, a device or a pipe"))
  }

  @Test func `two running readers share favourites`() async throws {
    let other = try ObservedTerminal()
    defer {
      terminal.hangUp()
      other.hangUp()
    }
    async let oneEnd = run([])
    async let otherEnd = run([], on: other)
    await terminal.shows("> ")
    await other.shows("> ")
    terminal.type("f")
    await other.shows("> ★ 21 Mar")
    other.type("jf")
    await terminal.shows("  ★ 20 Mar")
    terminal.type("f")
    await other.shows("    21 Mar")
    terminal.type("q")
    other.type("q")
    #expect(await [oneEnd.code, otherEnd.code] == [0, 0])
  }

  private struct Outcome: Equatable {
    let code: Int32
    let errors: String
  }

  private func run(_ arguments: [String], on terminal: ObservedTerminal? = nil) async -> Outcome {
    let errors = Journal()
    let terminal = terminal ?? self.terminal
    let console = Console(
      input: terminal.slave,
      output: terminal.slave,
      print: { _ in },
      complain: { errors.note($0) }
    )
    let command = NewsReaderCommand(environment: ["TERM": "xterm"], console: console, network: .patient)
    let code = await command.run(["--data", folder.path] + arguments)
    terminal.programHasEnded()
    return Outcome(code: code, errors: errors.text)
  }
}
