import Statoscope

/// The app in a terminal: the screen follows the scopes, and keys become events.
@MainActor package final class Reader {
  /// The number of keys that are read before other work, such as drawing, has its turn.
  private static let keysAtOnce = 1024

  private let feed: NewsFeed
  private let screen: any Screen

  package init(feed: NewsFeed, screen: any Screen) {
    self.feed = feed
    self.screen = screen
  }

  /// Returns when the user has quit, the terminal has closed, or there is nothing to read; restores the
  /// terminal.
  package func run() async {
    feed.send(.windowResized(screen.size))
    feed.send(.userStartedReading)
    let drawing = Task { await draw() }
    let keyboard = Keyboard(feed: feed)
    var count = 0
    for await key in screen.keys {
      switch key {
      case .resized: feed.send(.windowResized(screen.size))
      case .suspend: screen.suspend()
      default: keyboard.press(key)
      }
      // Available keys are read without a pause, so that a paste costs few frames.
      count += 1
      if count.isMultiple(of: Self.keysAtOnce) || feed.ending != nil { await Task.yield() }
    }
    if feed.ending == nil { feed.send(.userTappedQuit) }
    await drawing.value
  }

  private func draw() async {
    await feed.follow {
      if feed.isOver { return false }
      screen.draw(NewsScreen.frame(of: feed))
      return true
    }
    // This also ends the keys.
    screen.restore()
  }

  /// Redirects the library's log to the status line, because its lines would damage the screen.
  nonisolated func takeLine(_: LogLevel, _ line: String) {
    Task { @MainActor [weak self] in self?.show(line) }
  }

  private func show(_ line: String) {
    feed.send(.somethingWentWrong(line))
  }
}
