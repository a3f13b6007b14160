import ShopDomain

/// The place where sessions are found by their ids, wherever their owners live.
///
/// The server knows nothing else of sessions. ``InProcessSessions`` is the one that is embedded; another may find the
/// owner in a cluster.
package protocol SessionDirectory: Sendable {
  associatedtype Owner: SessionOwner

  /// The owner of a session: the one that is alive, or one that is restored from the store.
  ///
  /// - Throws: ``ShopError/closing`` while the shop is being shut down, ``ShopError/full`` when there are too many
  ///   sessions, ``ShopError/hasLeft`` when its visitor has left.
  func session(_ id: SessionID) async throws -> Owner

  /// Ends a session for good, because its visitor leaves: no one can go on with it.
  func leave(_ id: SessionID) async throws

  /// The page of a visitor who has not done anything yet; it makes no session.
  func page() async throws -> Page
}

/// The one who owns a session, and through whom everything happens to it.
package protocol SessionOwner: Sendable {
  /// Does what a visitor asks for.
  ///
  /// - Throws: `ShopError` when that is not possible now.
  func perform(_ action: VisitorAction) async throws

  /// What the visitor's windows show now.
  func page() async throws -> Page

  /// What a window shows from now on.
  func pages() async throws -> PageStream
}

/// Something that a visitor does.
package enum VisitorAction: Codable, Sendable, Equatable {
  case add(Product.ID)
  case remove(Product.ID)
  case openCheckout
  case closeCheckout
  case pay(Card)
  case leave

  /// True for what is not begun while the store is away.
  var needsStore: Bool {
    switch self {
    case .add, .remove, .leave, .pay: true
    case .openCheckout, .closeCheckout: false
    }
  }

  /// True for what is answered when it is in the store; a payment goes on after its answer.
  var isStored: Bool {
    switch self {
    case .add, .remove, .leave: true
    case .openCheckout, .closeCheckout, .pay: false
    }
  }
}

/// The pages of one window: the present one first, then each newer one.
///
/// A window that is slow skips some.
package struct PageStream: Sendable {
  package let pages: AsyncStream<Page>
  /// Ends the stream, for example because the window was closed.
  package let end: @Sendable () -> Void

  package init(pages: AsyncStream<Page>, end: @escaping @Sendable () -> Void) {
    self.pages = pages
    self.end = end
  }
}
