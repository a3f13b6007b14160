/// Computes the codes with which the terminal shows the next frame.
///
/// Unchanged rows are not redrawn and nothing is cleared before it is rewritten, so there is no flicker.
public struct FrameEncoder: Sendable, Hashable {
  /// The attributes that may be shown.
  public let rendition: Rendition

  /// Creates an encoder for a terminal with full or limited attributes.
  public init(rendition: Rendition = .colour) {
    self.rendition = rendition
  }

  /// Returns the codes that lead from one frame to the next; empty if they look the same.
  ///
  /// - Parameters:
  ///   - next: The frame to show.
  ///   - previous: The current content of the window; nil if unknown, as at first and after a resize.
  ///   - size: The size of the window. Excess content is cut.
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
    // After a full row the cursor is still on its last cell, which erasing would clear.
    return line.width < columns ? body + ControlCode.eraseToEndOfLine : body
  }

  private func encode(_ span: Span) -> String {
    let parameters = span.style.parameters(in: rendition)
    guard !parameters.isEmpty, !span.text.isEmpty else { return span.text.string }
    return ControlCode.style(parameters) + span.text.string + ControlCode.plain
  }
}
