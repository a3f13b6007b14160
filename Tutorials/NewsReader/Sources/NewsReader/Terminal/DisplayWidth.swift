extension Character {
  /// The number of columns of this character in a terminal: two for most of East Asia and emoji, none for a
  /// combining accent.
  var columns: Int {
    guard let first = unicodeScalars.first else { return 0 }
    if unicodeScalars.count == 1 { return first.columns }
    if first.properties.isEmojiPresentation { return 2 }
    if first.properties.isEmoji, unicodeScalars.contains("\u{FE0F}") { return 2 }
    // Terminals add up the scalars of a cluster, unless it is an emoji.
    return unicodeScalars.reduce(0) { $0 + $1.columns }
  }
}

extension StringProtocol {
  var columns: Int { reduce(0) { $0 + $1.columns } }
}

extension Unicode.Scalar {
  var columns: Int {
    if value < 0x300 { return 1 }
    if isZeroWidth { return 0 }
    return properties.isEmojiPresentation || isWide ? 2 : 1
  }

  private var isZeroWidth: Bool {
    if properties.isDefaultIgnorableCodePoint { return true }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return true
    // Vowels and finals of Hangul that are written into the block of the consonant before them.
    default: return (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value)
    }
  }

  private var isWide: Bool { Self.wideRanges.contains { $0.contains(value) } }

  /// The blocks whose East Asian width is W or F, emoji aside; Unicode 16, rounded to whole blocks.
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F, 0x2E80...0x303E, 0x3041...0x4DFF,
    0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
    0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1D300...0x1D376,
    0x1F200...0x1F265, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}
