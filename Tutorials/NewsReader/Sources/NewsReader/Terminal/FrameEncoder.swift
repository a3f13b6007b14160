/// Works out what to send so that the terminal shows the next frame.
///
/// Rows that have not changed are not touched and nothing is cleared before it is rewritten, so nothing flickers.
public struct FrameEncoder: Sendable, Hashable {
  /// How much of each style is let through.
  public let rendition: Rendition

  /// An encoder for a terminal that shows everything, or less if told so.
  public init(rendition: Rendition = .colour) {
    self.rendition = rendition
  }

  /// The codes that lead from one frame to the next; empty if they look the same.
  ///
  /// - Parameters:
  ///   - next: The frame to show.
  ///   - previous: What the window shows now; nil if that is unknown, as it is at first and after a resize.
  ///   - size: The window. What does not fit into it is cut.
  public func encode(_ next: Frame, after previous: Frame?, in size: TerminalSize) -> String {
    var codes = ""
    for row in 0..<max(0, size.rows) {
      let line = next[row: row]
      if let previous, previous[row: row] == line { continue }
      codes += ControlCode.move(toRow: row) + encode(line.truncated(to: size.columns), columns: size.columns)
    }
    return codes
  }

  private func encode(_ line: Line, columns: Int) -> String {
    let body = line.spans.map(encode).joined()
    // After a full row the cursor still stands on its last cell, and erasing would take that away again.
    return line.width < columns ? body + ControlCode.eraseToEndOfLine : body
  }

  private func encode(_ span: Span) -> String {
    let parameters = span.style.parameters(in: rendition)
    guard !parameters.isEmpty, !span.text.isEmpty else { return span.text.string }
    return ControlCode.style(parameters) + span.text.string + ControlCode.plain
  }
}
