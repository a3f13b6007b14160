/// A whole screen as a value, so that screens can be tested without a terminal.
///
/// It may have more or fewer lines than the window; excess lines are not drawn.
public struct Frame: Sendable, Hashable {
  /// From top to bottom.
  public var lines: [Line]

  /// A screen that shows these lines and nothing below them.
  public init(_ lines: [Line] = []) {
    self.lines = lines
  }

  /// The lines without their styles, for tests and for output that is not a terminal.
  public var text: [String] { lines.map(\.text) }

  subscript(row row: Int) -> Line {
    lines.indices.contains(row) ? lines[row] : Line()
  }
}
