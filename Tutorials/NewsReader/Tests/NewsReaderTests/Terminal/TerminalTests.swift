import Foundation
import NewsReader
import Testing

@Suite("Terminal")
struct TerminalTests {
  /// The last thing a terminal gets when it is given back.
  private let farewell = "\u{1B}[?1049l"

  @Test func `raw mode is entered, and the exact settings are restored`() throws {
    let pty = try PseudoTerminal()
    let slave = pty.slave
    try TerminalSettings.makePeculiar(slave)
    let before = try TerminalSettings(of: slave)
    let terminal = try Terminal(input: slave, output: slave)
    #expect(try TerminalSettings(of: slave).areRaw)
    terminal.restore()
    #expect(try TerminalSettings(of: slave) == before)
  }

  @Test func `the screen is restored once, however often that is requested`() throws {
    let pty = try PseudoTerminal()
    let terminal = try Terminal(input: pty.slave, output: pty.slave)
    terminal.restore()
    terminal.restore()
    terminal.draw(Frame(["too late"]))
    try pty.type("\n".utf8)
    let output = pty.output(upTo: "\n")
    #expect(output.hasPrefix("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004h"))
    #expect(output.components(separatedBy: farewell).count == 2)
    #expect(output.contains("\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h" + farewell))
    #expect(!output.contains("late"))
  }

  @Test func `releasing the terminal restores it`() throws {
    let pty = try PseudoTerminal()
    let slave = pty.slave
    let before = try TerminalSettings(of: slave)
    do { _ = try Terminal(input: slave, output: slave) }
    #expect(try TerminalSettings(of: slave) == before)
  }

  @Test func `typed keys arrive in order, and a lone escape by itself`() async throws {
    let pty = try PseudoTerminal()
    let terminal = try Terminal(input: pty.slave, output: pty.slave)
    var keys = terminal.keys.makeAsyncIterator()
    try pty.type("é\u{1B}[A\u{3}\u{1A}q".utf8)
    for key in [Key.character("é"), .up, .interrupt, .suspend, .character("q")] {
      #expect(await keys.next() == key)
    }
    try pty.type([0x1B])
    #expect(await keys.next() == .escape)
    terminal.restore()
    #expect(await keys.next() == nil)
  }

  @Test func `hostile text reaches the screen without a control character of its own`() throws {
    let pty = try PseudoTerminal()
    let terminal = try Terminal(input: pty.slave, output: pty.slave, rendition: .colour)
    terminal.draw(Frame([Line("\u{1B}[2J\u{7}\r\n\u{9B}31m\u{202E}evil\u{1B}]0;owned\u{7}", .bold)]))
    terminal.restore()
    var shown = pty.output(upTo: farewell)
    #expect(shown.contains("\u{FFFD}[2J\u{FFFD}  \u{FFFD}31m\u{FFFD}evil\u{FFFD}]0;owned\u{FFFD}"))
    shown.replace(/\u{1B}\[(\?\d+[hl]|\d+;1H|[\d;]*m|2?[JK])/, with: "")
    #expect(shown.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    #expect(!shown.unicodeScalars.contains("\u{202E}"))
  }

  @Test func `a second frame sends only what changed`() throws {
    let pty = try PseudoTerminal()
    try pty.resize(columns: 20, rows: 3)
    let terminal = try Terminal(input: pty.slave, output: pty.slave)
    terminal.draw(Frame(["one", "two", "end"]))
    _ = pty.output(upTo: "end\u{1B}[K")
    terminal.draw(Frame(["one", "2", "end"]))
    #expect(pty.output(upTo: "2\u{1B}[K") == "\u{1B}[2;1H2\u{1B}[K")
  }

  @Test func `a frame for another window size is drawn completely`() throws {
    let pty = try PseudoTerminal()
    try pty.resize(columns: 20, rows: 1)
    let terminal = try Terminal(input: pty.slave, output: pty.slave)
    terminal.draw(Frame(["one"]))
    _ = pty.output(upTo: "one\u{1B}[K")
    try pty.resize(columns: 2, rows: 1)
    terminal.draw(Frame(["one"]))
    #expect(pty.output(upTo: "…") == "\u{1B}[1;1Ho…")
  }

  @Test func `the size is the window's, or 80 by 24 if it has none`() throws {
    let pty = try PseudoTerminal()
    let terminal = try Terminal(input: pty.slave, output: pty.slave)
    #expect(terminal.size == TerminalSize(columns: 80, rows: 24))
    try pty.resize(columns: 132, rows: 43)
    #expect(terminal.size == TerminalSize(columns: 132, rows: 43))
  }

  @Test func `the input ends when the window closes`() async throws {
    var pty = try PseudoTerminal()
    let terminal = try Terminal(input: pty.slave, output: pty.slave)
    pty.hangUp()
    #expect(await terminal.keys.reduce(into: []) { $0.append($1) } == [.endOfInput])
  }

  @Test func `a frame for a closed window ends the input once`() async throws {
    var pty = try PseudoTerminal()
    let terminal = try Terminal(input: pty.slave, output: pty.slave)
    pty.hangUp()
    terminal.draw(Frame(["anybody there?"]))
    // A signal that another test sends to the process may come before.
    let keys: [Key] = await terminal.keys.reduce(into: []) { $0.append($1) }
    #expect(keys.filter { $0 != .resized && $0 != .interrupt } == [.endOfInput])
  }

  @Test func `a file is no terminal, and the error says so`() throws {
    let null = open("/dev/null", O_RDWR)
    defer { close(null) }
    let environment = ["TERM": "xterm"]
    #expect(!Terminal.isInteractive(input: null, output: null, environment: environment))
    #expect(throws: TerminalError.notATerminal(descriptor: null)) { try Terminal(input: null, output: null) }
    let pty = try PseudoTerminal()
    let slave = pty.slave
    #expect(Terminal.isInteractive(input: slave, output: slave, environment: environment))
    #expect(!Terminal.isInteractive(input: slave, output: null, environment: environment))
  }

  @Test(arguments: [[:], ["TERM": ""], ["TERM": "dumb"]])
  func `a terminal that knows no control sequences is not taken over`(environment: [String: String]) throws {
    let pty = try PseudoTerminal()
    let slave = pty.slave
    #expect(!Terminal.isInteractive(input: slave, output: slave, environment: environment))
  }
}
