import Crypto
import Foundation
import Statoscope

/// The shop's signature on the ids that it gives to visitors, so that it accepts no others.
///
/// An id that is signed needs no record: a thousand visitors who only look leave nothing behind.
struct SessionSeal: Sendable {
  private let key: SymmetricKey

  /// Reads the key from the store, and makes it when there is none: all nodes have the same one, also after a restart.
  ///
  /// - Throws: `StorageError` when the store does not answer.
  init(storage: StateStorage) async throws {
    let data = try await storage.transaction { edit in
      if let known = try edit.read(Data.self, forKey: StoredKey.seal) { return known }
      let new = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
      try edit.write(new, forKey: StoredKey.seal)
      return new
    }
    key = SymmetricKey(data: data)
  }

  /// The id with its signature, for the visitor's cookie.
  func sealed(_ session: SessionID) -> String {
    session.text + "." + HMAC<SHA256>.authenticationCode(for: Data(session.text.utf8), using: key).hexadecimal
  }

  /// The id in a cookie; nil when the shop has not made it.
  func session(in cookie: some StringProtocol) -> SessionID? {
    guard let session = SessionID(cookie.prefix(32)) else { return nil }
    // Digests are compared in the same time, whatever they are.
    let isSealed = SHA256.hash(data: Data(sealed(session).utf8)) == SHA256.hash(data: Data(cookie.utf8))
    return isSealed ? session : nil
  }
}
