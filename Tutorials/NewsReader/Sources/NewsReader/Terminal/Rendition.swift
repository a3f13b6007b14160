/// The attributes that this terminal may show, from least to most.
public enum Rendition: Sendable, Hashable, Comparable, CaseIterable {
  /// No attributes at all, for `TERM=dumb`.
  case bare
  /// Bold, dim, underline and reverse, but no colour, for `NO_COLOR`.
  case monochrome
  /// All attributes; colours are the sixteen of the terminal, so they follow its theme.
  case colour

  /// Determines the attributes from `NO_COLOR` and `TERM`.
  ///
  /// An empty `NO_COLOR` is ignored, as no-color.org specifies.
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
