/// The keys of what the shop keeps in its storage.
package enum StoredKey {
  /// How many of each product are left.
  package static let stock = "stock"

  package static func cart(of session: SessionID) -> String { "session/\(session.text)/cart" }

  package static func orders(of session: SessionID) -> String { "session/\(session.text)/orders" }
}
