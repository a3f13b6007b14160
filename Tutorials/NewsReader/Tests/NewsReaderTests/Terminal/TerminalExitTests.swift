#if os(Linux) || os(macOS)
  import Foundation
  import NewsReader
  import Testing

  /// Each in a process of its own, because signals and `exit` concern every terminal of a process.
  @Suite("Terminal and the end of the process")
  struct TerminalExitTests {
    @Test func `SIGTERM restores the terminal and ends the input`() async {
      await #expect(processExitsWith: .success) { try await expectGoodEnd(after: SIGTERM) }
    }

    @Test func `SIGHUP restores the terminal and ends the input`() async {
      await #expect(processExitsWith: .success) { try await expectGoodEnd(after: SIGHUP) }
    }

    @Test func `SIGTERM ends the program before the end of a paste`() async {
      await #expect(processExitsWith: .success) { @MainActor in
        let pty = try PseudoTerminal()
        let terminal = try Terminal(input: pty.slave, output: pty.slave)
        let feed = Sample.newsFeed().loaded()
        var typed = 0
        let subscription = feed.list.subscribe { _, when in
          guard case .userTypedInFilter = when else { return }
          typed += 1
          guard typed == 10 else { return }
          kill(getpid(), SIGTERM)
          _ = pty.output(upTo: farewell)
        }
        defer { subscription.cancel() }
        try pty.type("/".utf8 + Array(repeating: UInt8(ascii: "x"), count: 20_000))
        await Reader(feed: feed, screen: terminal).run()
        #expect(feed.ending == .quit)
        #expect(typed == 10)
      }
    }

    @Test func `a resize and an external interrupt arrive as keys`() async {
      await #expect(processExitsWith: .success) {
        let pty = try PseudoTerminal()
        let terminal = try Terminal(input: pty.slave, output: pty.slave)
        var keys = terminal.keys.makeAsyncIterator()
        kill(getpid(), SIGWINCH)
        #expect(await keys.next() == .resized)
        kill(getpid(), SIGINT)
        #expect(await keys.next() == .interrupt)
        terminal.restore()
      }
    }

    @Test func `a broken pipe does not affect the terminal`() async {
      await #expect(processExitsWith: .success) {
        let pty = try PseudoTerminal()
        let terminal = try Terminal(input: pty.slave, output: pty.slave)
        strike(SIGPIPE)
        terminal.restore()
      }
    }

    @Test func `after the terminal is restored, signals have their former effect`() async {
      await #expect(processExitsWith: .signal(SIGTERM)) {
        let pty = try PseudoTerminal()
        let first = try Terminal(input: pty.slave, output: pty.slave)
        let second = try Terminal(input: pty.slave, output: pty.slave)
        first.restore()
        second.restore()
        strike(SIGTERM)
      }
    }

    @Test func `exit restores the terminal`() async {
      await #expect(processExitsWith: .exitCode(42)) {
        let pty = try PseudoTerminal()
        let settings = try TerminalSettings(of: pty.slave)
        lastLook.withLock { $0 = LastLook(slave: dup(pty.slave), settings: settings) }
        // Registered before the terminal's own, so it runs after it.
        atexit { _exit(TerminalExitTests.isAsBefore ? 42 : 1) }
        let terminal = try Terminal(input: pty.slave, output: pty.slave)
        leave(with: terminal)
      }
    }

    private static var isAsBefore: Bool {
      lastLook.withLock { look in
        guard let look else { return false }
        return (try? TerminalSettings(of: look.slave)) == look.settings
      }
    }
  }

  /// The last thing a terminal gets when it is given back.
  private let farewell = "\u{1B}[?1049l"

  private struct LastLook {
    let slave: Int32
    let settings: TerminalSettings
  }

  private let lastLook = Guarded<LastLook?>(nil)

  /// Raises a signal here and now; the threads that run tasks would otherwise put it off.
  private func strike(_ signal: Int32) {
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_UNBLOCK, &all, nil)
    raise(signal)
  }

  private func leave(with terminal: Terminal) {
    withExtendedLifetime(terminal) { exit(0) }
  }

  private func expectGoodEnd(after signal: Int32) async throws {
    let pty = try PseudoTerminal()
    let slave = pty.slave
    let before = try TerminalSettings(of: slave)
    let terminal = try Terminal(input: slave, output: slave)
    kill(getpid(), signal)
    #expect(await terminal.keys.reduce(into: []) { $0.append($1) } == [.endOfInput])
    #expect(try TerminalSettings(of: slave) == before)
    terminal.restore()
  }
#endif
