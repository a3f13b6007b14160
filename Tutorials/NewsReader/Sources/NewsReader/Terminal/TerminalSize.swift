/// The size of a window in character cells.
public struct TerminalSize: Sendable, Hashable {
  /// The number of columns; a wide character takes two.
  public let columns: Int
  /// The number of lines.
  public let rows: Int

  /// Creates a size, independent of any window.
  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// The default for a terminal that does not report its size.
  public static let fallback = TerminalSize(columns: 80, rows: 24)
}

extension TerminalSize: CustomStringConvertible {
  /// The size as text.
  public var description: String { "\(columns) columns, \(rows) rows" }
}
