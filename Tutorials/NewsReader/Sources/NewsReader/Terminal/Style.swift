/// The style of a span: attributes that can be combined, such as `[.bold, .accent]`.
public struct Style: OptionSet, Sendable, Hashable {
  /// One bit for each attribute; the numbers have no meaning for a terminal.
  public let rawValue: UInt8

  /// Creates a style from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The default style of the terminal.
  public static let plain: Style = []
  /// For the most important text, such as an unread headline.
  public static let bold = Style(rawValue: 1 << 0)
  /// For secondary text: dates, hints.
  public static let dim = Style(rawValue: 1 << 1)
  /// For text that can be opened, such as an address.
  public static let underline = Style(rawValue: 1 << 2)
  /// Foreground and background are swapped, which marks a selection without colour.
  public static let reverse = Style(rawValue: 1 << 3)
  /// The accent colour; not shown everywhere, so it must not be the only mark.
  public static let accent = Style(rawValue: 1 << 4)
  /// The colour of errors, with the same restriction.
  public static let warning = Style(rawValue: 1 << 5)

  /// The parameters of "select graphic rendition" for this style, as far as the terminal may show it.
  func parameters(in rendition: Rendition) -> [Int] {
    Self.parameters.compactMap { style, parameter, least in
      contains(style) && rendition >= least ? parameter : nil
    }
  }

  private static let parameters: [(Style, Int, Rendition)] = [
    (.bold, 1, .monochrome),
    (.dim, 2, .monochrome),
    (.underline, 4, .monochrome),
    (.reverse, 7, .monochrome),
    (.accent, 36, .colour),
    (.warning, 31, .colour),
  ]
}
