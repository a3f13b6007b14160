/// The name of a visitor's session: 32 hexadecimal digits, which only the visitor's browser and the shop know.
package struct SessionID: Codable, Sendable, Hashable {
  package let text: String

  /// A new one, which no one can guess.
  package static func random() -> SessionID {
    var generator = SystemRandomNumberGenerator()
    let digits = (0..<32).map { _ in String(UInt8.random(in: 0..<16, using: &generator), radix: 16) }
    return SessionID(unchecked: digits.joined())
  }

  /// Returns nil unless the text has the form of a session's name.
  package init?(_ text: some StringProtocol) {
    let digits = text.utf8
    guard digits.count == 32, digits.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return nil }
    self.text = String(text)
  }

  private init(unchecked text: String) {
    self.text = text
  }
}

// A reader of a log could go on with a session that is in it.
extension SessionID: CustomStringConvertible, CustomReflectable {
  /// The first digits.
  package var description: String { text.prefix(6) + "…" }

  package var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
