/// Composes a screen from its parts, for any size of the window.
struct ScreenLayout {
  private let window: TerminalSize
  private let rows: WindowRows
  private let status: [Line]

  init(for feed: NewsFeed, status: [Line]) {
    window = feed.window
    rows = WindowRows(of: window, statusLines: status.count)
    self.status = status
  }

  var columns: Int { window.columns }
  var bodyRows: Int { rows.body }

  /// A frame with as many rows as the window.
  func frame(title: Line, body: [Line], keys: String) -> Frame {
    let lines =
      [title].prefix(rows.title) + filled(body, rows: rows.body) + filled(status, rows: rows.status)
      + [Line(keys, .dim)].prefix(rows.keys)
    return Frame(lines.prefix(window.rows).map { $0.truncated(to: columns) })
  }

  /// A bar across the window; its left end is shortened in favour of its right end.
  func bar(_ left: String, _ right: String) -> Line {
    let right = TerminalText(right.isEmpty ? "" : " \(right) ")
    let room = columns - right.width
    guard room >= 8 else {
      return Line(" \(left)", .reverse).truncated(to: columns).padded(to: columns, .reverse)
    }
    let left = TerminalText(" \(left)").truncated(to: room).padded(to: room)
    return Line([Span(left, [.bold, .reverse]), Span(right, .reverse)])
  }

  private func filled(_ lines: [Line], rows: Int) -> [Line] {
    lines.prefix(rows) + Array(repeating: Line(), count: max(0, rows - lines.count))
  }
}
