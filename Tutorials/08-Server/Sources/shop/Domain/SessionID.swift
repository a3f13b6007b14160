import Crypto
import Foundation
import Statoscope

/// The name of a visitor's session: 32 hexadecimal digits, which only the visitor's browser and the shop know.
struct SessionID: Sendable, Hashable {
  @Redacted private(set) var text: String

  /// A new one, which no one can guess.
  static func random() -> SessionID {
    var generator = SystemRandomNumberGenerator()
    let digits = (0..<32).map { _ in String(UInt8.random(in: 0..<16, using: &generator), radix: 16) }
    return SessionID(unchecked: digits.joined())
  }

  /// Returns nil unless the text has the form of a session's name.
  init?(_ text: some StringProtocol) {
    let digits = text.utf8
    guard digits.count == 32, digits.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return nil }
    self.text = String(text)
  }

  private init(unchecked text: String) {
    self.text = text
  }

  /// The SHA-256 of the name, as 64 hexadecimal digits: the session in what others may read, such as the database, a
  /// backup of it, or a log.
  ///
  /// The name has 128 random bits, so no one finds it by trying.
  var digest: String { SHA256.hash(data: Data(text.utf8)).hexadecimal }
}

extension Sequence<UInt8> {
  /// Two hexadecimal digits for each byte.
  var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

// A reader of a log could go on with a session that is in it.
extension SessionID: CustomStringConvertible {
  /// The first digits of the digest.
  var description: String { digest.prefix(6) + "…" }
}
