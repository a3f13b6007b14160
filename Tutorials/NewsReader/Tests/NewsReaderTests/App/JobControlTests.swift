#if os(Linux) || os(macOS)
  import Foundation
  import NewsReader
  import TestSupport
  import Testing

  /// The program itself, started by a shell that stops, continues and ends it.
  @Suite("newsfeed as a job of a shell", .waitsForPrograms)
  struct JobControlTests {
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
    }

    @Test func `Ctrl-Z restores the terminal and stops, and fg draws the screen again`() throws {
      let shell = try ShellSession(in: folder)
      _ = try shell.startNewsfeed()
      try shell.terminal.type("j".utf8)
      _ = shell.terminal.output(upTo: " 2/40 ")
      try shell.terminal.type([0x1A])
      shell.waitForPrompt()
      #expect(try !TerminalSettings(of: shell.terminal.slave).areRaw)
      try shell.run("fg", until: "\u{1B}[?1049h")
      #expect(shell.terminal.output(upTo: "q quit").contains(" 2/40 "))
      #expect(try TerminalSettings(of: shell.terminal.slave).areRaw)
      try shell.terminal.type("kq".utf8)
      shell.waitForPrompt()
      try shell.run("echo code=$?", until: "code=0\r\n")
    }

    @Test(arguments: [SIGTSTP, SIGSTOP])
    func `a program that was stopped from outside is continued by fg`(signal: Int32) throws {
      let shell = try ShellSession(in: folder)
      let newsfeed = try shell.startNewsfeed()
      kill(newsfeed, signal)
      _ = shell.terminal.output(upTo: ShellSession.prompt)
      // A shell may leave the terminal as it finds it, and then must not find it raw.
      if signal == SIGTSTP { #expect(try !TerminalSettings(of: shell.terminal.slave).areRaw) }
      try shell.run("stty sane; fg", until: "\u{1B}[?1049h")
      #expect(shell.terminal.output(upTo: "q quit").contains("The ferry runs again"))
      #expect(try TerminalSettings(of: shell.terminal.slave).areRaw)
      try shell.terminal.type("q".utf8)
      shell.waitForPrompt()
      try shell.run("echo code=$?", until: "code=0\r\n")
    }

    @Test func `in the background it stops again, and fg continues it`() throws {
      let shell = try ShellSession(in: folder)
      _ = try shell.startNewsfeed()
      try shell.terminal.type([0x1A])
      shell.waitForPrompt()
      try shell.continueInBackground()
      #expect(try !TerminalSettings(of: shell.terminal.slave).areRaw)
      try shell.run("fg", until: "\u{1B}[?1049h")
      _ = shell.terminal.output(upTo: "q quit")
      try shell.terminal.type("q".utf8)
      shell.waitForPrompt()
    }

    @Test(arguments: [SIGTERM, SIGHUP])
    func `a signal restores the terminal, and the shell is told which one it was`(signal: Int32) throws {
      let shell = try ShellSession(in: folder)
      let newsfeed = try shell.startNewsfeed()
      try shell.terminal.type("f".utf8)
      _ = shell.terminal.output(upTo: "★")
      kill(newsfeed, signal)
      _ = shell.terminal.output(upTo: "\u{1B}[?1049l")
      // The shell's own message: what has exited with the code instead causes none.
      _ = shell.terminal.output(upTo: String(cString: strsignal(signal)))
      #expect(try !TerminalSettings(of: shell.terminal.slave).areRaw)
      try shell.run("echo code=$?", until: "code=\(128 + signal)\r\n")
      #expect(try folder.read("newsfeed/newsfeed.json").contains("almanac-2026-040"))
    }

    @Test func `on a dumb terminal the list is printed`() throws {
      let shell = try ShellSession(in: folder)
      let output = try shell.run(#"TERM=dumb "$NEWSFEED"; echo code=$?"#, until: "code=0\r\n")
      #expect(output.contains("  2026-03-21  The ferry runs again from Saturday\r\n"))
      #expect(!output.contains("\u{1B}[?1049h"))
    }

    @Test(arguments: [false, true])
    func `SIGTERM ends a stopped program`(isInBackground: Bool) throws {
      let shell = try ShellSession(in: folder)
      let newsfeed = try shell.startNewsfeed()
      try shell.terminal.type([0x1A])
      shell.waitForPrompt()
      if isInBackground { try shell.continueInBackground() }
      // Shells differ in what they know of a job that has been continued by a signal; all reap it.
      let wait = "while kill -0 \(newsfeed); do sleep 0; done; echo gone=$?"
      try shell.run("kill %1; kill -CONT %1; \(wait)", until: "gone=0")
    }
  }
#endif
