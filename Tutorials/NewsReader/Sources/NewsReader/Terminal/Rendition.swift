/// How much of a style may be shown on this terminal, from least to most.
public enum Rendition: Sendable, Hashable, Comparable, CaseIterable {
  /// No attributes at all, for `TERM=dumb`.
  case bare
  /// Bold, dim, underline and reverse, but no colour, for `NO_COLOR`.
  case monochrome
  /// All of it; colours are the terminal's own sixteen, so they follow its theme.
  case colour

  /// Reads the wishes of the user and the limits of the terminal, as told by `NO_COLOR` and `TERM`.
  ///
  /// An empty `NO_COLOR` counts as none, as no-color.org asks.
  public init(environment: [String: String]) {
    if environment["TERM"] == "dumb" {
      self = .bare
    } else if environment["NO_COLOR", default: ""].isEmpty {
      self = .colour
    } else {
      self = .monochrome
    }
  }
}
