/// The keys of what the shop keeps in its storage.
///
/// Those of sessions have the digest in them: the name of a session opens its cart.
enum StoredKey {
  /// How many of each product are left.
  static let stock = "stock"

  /// The key of the shop's signature on the ids of sessions.
  static let seal = "seal"

  /// True once the visitor has left.
  static func hasLeft(_ session: SessionID) -> String { "session/\(session.digest)/left" }

  /// The keys of a session.
  static func all(of session: SessionID) -> Set<String> {
    [hasLeft(session), cart(of: session), orders(of: session)]
  }

  static func cart(of session: SessionID) -> String { "session/\(session.digest)/cart" }

  static func orders(of session: SessionID) -> String { "session/\(session.digest)/orders" }
}
