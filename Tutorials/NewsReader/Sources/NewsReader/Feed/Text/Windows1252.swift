/// The meaning of single bytes in the code page of most mislabelled Western text.
enum Windows1252 {
  static func scalar(for byte: UInt8) -> Unicode.Scalar {
    (0x80...0x9F).contains(byte) ? differences[Int(byte) - 0x80] : Unicode.Scalar(byte)
  }

  /// 0x80 to 0x9F, the only bytes that differ from Latin-1; five of them were never given a meaning.
  private static let differences = Array(
    "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ".unicodeScalars
  )
}
