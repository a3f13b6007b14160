import Foundation

/// The reason why the shop does not do what a visitor asks for.
enum ShopError: LocalizedError, Sendable, Equatable {
  case unknownProduct(Product.ID)
  case tooMany(Int)
  case notInCart(Product.ID)
  case emptyCart
  case paying
  case noCheckout
  case checkoutIsOpen
  case implausibleCard
  /// The cart is not what it was when the checkout began: another window, or another server, has changed it.
  case cartChanged
  case outOfStock(Product.ID, left: Int)
  /// The shop is being shut down, and has not charged anything.
  case closing
  /// The store does not take what is to be kept; the reason is in the log.
  case notStored
  /// The store across the network does not answer, and what was asked for was not begun.
  case storeIsAway
  /// The store across the network has not answered yet: what was asked for waits, and is sent again.
  case notStoredYet
  /// There are as many sessions as the shop has room for, and all of them are in use.
  case full
  /// The visitor has left, and this session has ended for good.
  case hasLeft

  var errorDescription: String? {
    switch self {
    case .unknownProduct(let id): "The shop does not sell “\(id)”."
    case .tooMany(let most): "An order has at most \(most) of one product."
    case .notInCart(let id): "There is no “\(id)” in the cart."
    case .emptyCart: "The cart is empty. Add something first."
    case .paying: "The payment is in progress. Wait until it ends, or cancel it."
    case .noCheckout: "There is no checkout. Open it from the cart."
    case .checkoutIsOpen: "The checkout is open. Pay, or go back to the cart first."
    case .implausibleCard: "That is no card number. Check its digits."
    case .cartChanged:
      "The cart has changed meanwhile, so nothing was ordered. Look at it, and check out again."
    case .outOfStock(let id, 0):
      "“\(id)” has just been sold out, so nothing was ordered. Remove it, and check out again."
    case .outOfStock(let id, let left):
      "Only \(left) of “\(id)” are left, so nothing was ordered. Order fewer, and check out again."
    case .closing: "The shop restarts, and nothing was charged. Check out again in a moment."
    case .notStored: "The shop cannot keep that right now, so nothing has changed. Try again later."
    case .storeIsAway:
      "The shop cannot reach its store right now, so nothing has changed. Try again in a moment."
    case .notStoredYet:
      "The shop’s store takes its time, so it is not sure yet that this is kept. Look at the page in a moment."
    case .full: "The shop has as many visitors as it has room for. Try again in a moment."
    case .hasLeft: "This visit has ended. Go to the shop’s page to begin another one."
    }
  }
}
