/// Something that a visitor does.
enum VisitorAction: Sendable, Equatable {
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
