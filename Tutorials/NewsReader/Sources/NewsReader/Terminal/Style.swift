/// How a span looks: attributes that can be added up, such as `[.bold, .accent]`.
public struct Style: OptionSet, Sendable, Hashable {
  /// One bit for each attribute; the numbers mean nothing to a terminal.
  public let rawValue: UInt8

  /// Makes a style from its bits, as every option set can be made.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The terminal's own look.
  public static let plain: Style = []
  /// For what should be seen first, such as an unread headline.
  public static let bold = Style(rawValue: 1 << 0)
  /// For what is there if wanted: dates, hints.
  public static let dim = Style(rawValue: 1 << 1)
  /// For what can be opened, such as an address.
  public static let underline = Style(rawValue: 1 << 2)
  /// Foreground and background change places, which marks a selection without any colour.
  public static let reverse = Style(rawValue: 1 << 3)
  /// The colour of the house; not shown everywhere, so it must not be the only mark of anything.
  public static let accent = Style(rawValue: 1 << 4)
  /// The colour of failures, with the same caution.
  public static let warning = Style(rawValue: 1 << 5)

  /// The parameters of "select graphic rendition" that make this style, as far as the terminal may show it.
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
