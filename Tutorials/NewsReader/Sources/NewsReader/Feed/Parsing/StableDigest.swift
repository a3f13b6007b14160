/// A short digest that is the same in every run, unlike `Hasher`.
enum StableDigest {
  /// FNV-1a with 64 bits: sufficient to distinguish the articles of one feed, and no secret depends on it.
  static func hexadecimal(of text: String) -> String {
    let digest = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return String(digest, radix: 16)
  }
}
