/// The division of a window's rows; a small window has only the body.
struct WindowRows {
  let title: Int
  let body: Int
  let status: Int
  let keys: Int

  /// - Parameter statusLines: The number of status lines; they reduce the body.
  init(of window: TerminalSize, statusLines: Int = 1) {
    title = window.rows >= 3 ? 1 : 0
    keys = window.rows >= 6 ? 1 : 0
    // The status takes at most half of the window.
    status = window.rows >= 2 ? max(1, min(statusLines, window.rows / 2)) : 0
    body = max(1, window.rows - title - status - keys)
  }
}
