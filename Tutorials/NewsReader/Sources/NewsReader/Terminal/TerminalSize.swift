/// How much a window can show, in character cells.
public struct TerminalSize: Sendable, Hashable {
  /// Cells from left to right; a wide character takes two.
  public let columns: Int
  /// Lines from top to bottom.
  public let rows: Int

  /// A size, whether or not there is a window that has it.
  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// What to assume of a terminal that does not tell: the size of the first of them.
  public static let fallback = TerminalSize(columns: 80, rows: 24)
}

extension TerminalSize: CustomStringConvertible {
  /// The size in words.
  public var description: String { "\(columns) columns, \(rows) rows" }
}
