import Crypto
import Foundation
import ShopDomain
import Statoscope

/// The shop's signature on the ids that it gives to visitors, so that it accepts no others.
///
/// An id that is signed needs no record: a thousand visitors who only look leave nothing behind.
package struct SessionSeal: Sendable {
  private let key: SymmetricKey

  /// Reads the key from the store, and makes it when there is none: all nodes have the same one, also after a restart.
  ///
  /// - Throws: `StorageError` when the store does not answer.
  package init(storage: StateStorage) async throws {
    let data = try await storage.transaction { edit in
      if let known = try edit.read(Data.self, forKey: StoredKey.seal) { return known }
      let new = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
      try edit.write(new, forKey: StoredKey.seal)
      return new
    }
    key = SymmetricKey(data: data)
  }

  /// The id with its signature, for the visitor's cookie.
  package func sealed(_ session: SessionID) -> String {
    let code = HMAC<SHA256>.authenticationCode(for: Data(session.text.utf8), using: key)
    return session.text + "." + code.map { hexadecimal($0) }.joined()
  }

  /// The id in a cookie; nil when the shop has not made it.
  package func session(in cookie: some StringProtocol) -> SessionID? {
    let parts = cookie.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let session = SessionID(parts[0]), let code = bytes(parts[1]) else { return nil }
    let isValid = HMAC<SHA256>.isValidAuthenticationCode(
      code,
      authenticating: Data(session.text.utf8),
      using: key
    )
    return isValid ? session : nil
  }

  private func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }

  private func bytes(_ text: some StringProtocol) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count == 2 * SHA256.byteCount else { return nil }
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: digits.count, by: 2) {
      guard let byte = UInt8(String(decoding: digits[start..<start + 2], as: UTF8.self), radix: 16) else {
        return nil
      }
      bytes.append(byte)
    }
    return bytes
  }
}
