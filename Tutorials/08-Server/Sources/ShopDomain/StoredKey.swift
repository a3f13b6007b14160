/// The keys of what the shop keeps in its storage.
package enum StoredKey {
  /// How many of each product are left.
  package static let stock = "stock"

  /// Keys of sessions have the digest in them: their names open carts.
  package static func cart(of session: SessionID) -> String { "session/\(session.digest)/cart" }

  package static func orders(of session: SessionID) -> String { "session/\(session.digest)/orders" }
}
