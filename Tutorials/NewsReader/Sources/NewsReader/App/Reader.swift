import Statoscope

/// The app in a terminal: the screen follows the scopes, and keys become events.
@MainActor final class Reader {
  private let feed: NewsFeed
  private let terminal: Terminal

  init(feed: NewsFeed, terminal: Terminal) {
    self.feed = feed
    self.terminal = terminal
  }

  /// Returns when the user has quit, or the terminal has gone, or there is nothing to read; gives the terminal back.
  func run() async {
    feed.send(.windowResized(terminal.size))
    feed.send(.userStartedReading)
    let drawing = Task { await draw() }
    let keyboard = Keyboard(feed: feed)
    for await key in terminal.keys {
      if key == .resized { feed.send(.windowResized(terminal.size)) } else { keyboard.press(key) }
    }
    if feed.ending == nil { feed.send(.userTappedQuit) }
    await drawing.value
  }

  private func draw() async {
    await feed.follow {
      if feed.isOver { return false }
      terminal.draw(NewsScreen.frame(of: feed))
      return true
    }
    // Ends the keys, too.
    terminal.restore()
  }

  /// Takes the library's log: a line of it would tear the screen, so it goes where the user looks.
  nonisolated func takeLine(_: LogLevel, _ line: String) {
    Task { @MainActor [weak self] in self?.show(line) }
  }

  private func show(_ line: String) {
    feed.send(.somethingWentWrong(line))
  }
}
