/// The attributes that this terminal may show, from least to most.
public enum Rendition: Sendable, Hashable, Comparable, CaseIterable {
  /// Bold, dim, underline and reverse, but no colour, for `NO_COLOR`.
  case monochrome
  /// All attributes; colours are the sixteen of the terminal, so they follow its theme.
  case colour

  /// Determines the attributes from `NO_COLOR`, which no-color.org specifies to be ignored if it is empty.
  public init(environment: [String: String]) {
    self = environment["NO_COLOR", default: ""].isEmpty ? .colour : .monochrome
  }
}
