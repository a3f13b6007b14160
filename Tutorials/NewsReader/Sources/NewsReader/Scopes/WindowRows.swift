/// How the rows of a window are shared out: a small one gives up everything but the body.
struct WindowRows {
  let title: Int
  let body: Int
  let status: Int
  let keys: Int

  /// - Parameter statusLines: As many as there is to say; they take their rows from the body.
  init(of window: TerminalSize, statusLines: Int = 1) {
    title = window.rows >= 3 ? 1 : 0
    keys = window.rows >= 6 ? 1 : 0
    // Whatever went wrong, half of the window remains what it was.
    status = window.rows >= 2 ? max(1, min(statusLines, window.rows / 2)) : 0
    body = max(1, window.rows - title - status - keys)
  }
}
