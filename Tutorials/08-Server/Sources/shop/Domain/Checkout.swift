import Foundation
import Statoscope

/// One attempt to buy what is in the cart.
///
/// It leaves the tree when it has succeeded, and its payment ends with it.
final class Checkout: Scope {
  let session: SessionID
  let order: Order.ID
  let quantities: Quantities
  let total: Int
  private(set) var stage = Stage.form
  private(set) var problem: String?
  private var authorisation: Authorisation?

  @Injected private var clock: ShopClock

  enum Stage: String, Codable, Sendable {
    /// The visitor is asked for a card.
    case form
    /// The bank is asked for a promise.
    case authorising
    /// The promise is there, and the order goes into the store.
    case placing
    /// The order could not be placed, and the promise is given back.
    case refused
  }

  init(session: SessionID, order: Order.ID, quantities: Quantities, total: Int) {
    self.session = session
    self.order = order
    self.quantities = quantities
    self.total = total
  }

  enum When: Sendable {
    case visitorPaid(Card)
    case authorised(Result<Authorisation, any Error>)
    case placed(Result<Order, any Error>)
    case released(Result<Void, any Error>)
    case shopCloses
  }

  /// How long the bank may take for one answer, and how often it is asked again.
  static let patience = (answer: Duration.seconds(5), retries: 2, pause: Duration.milliseconds(500))

  func update(_ when: When) throws {
    switch when {
    case .visitorPaid(let card):
      guard stage == .form else { throw ShopError.paying }
      guard card.isPlausible else { throw ShopError.implausibleCard }
      (stage, problem) = (.authorising, nil)
      let request = PaymentRequest(order: order, card: card, amount: total)
      let answer = payment(request).mapToResult().map { $0.flatMap { $0.mapError { $0 } } }
      effectsState.enqueue(answer.map(When.authorised), id: "payment")
    case .authorised(.success(let authorisation)):
      stage = .placing
      self.authorisation = authorisation
      let placing = PlaceOrder(
        order: Order(id: order, quantities: quantities, total: total, authorisation: authorisation),
        session: session
      )
      effectsState.enqueue(placing.mapToResult().map(When.placed))
    case .authorised(.failure(let error)):
      stage = .form
      problem = text(of: error)
    case .placed(.success):
      removeFromSuperscope()
    case .placed(.failure(StorageError.unanswered)):
      // The order may be in the store: then it is in the list, and the bank's promise is needed. Else that lapses.
      removeFromSuperscope()
    case .placed(.failure(let error)):
      stage = .refused
      problem = text(of: error)
      guard let authorisation else { return }
      effectsState.enqueue(
        ReleaseAuthorisation(authorisation: authorisation).mapToResult().map(When.released)
      )
    case .released:
      // Where that failed, the promise lapses by itself.
      break
    case .shopCloses:
      // Of an order that is being placed, only the store knows whether it is.
      guard stage == .authorising else { return }
      effectsState.cancelEffect(id: "payment")
      stage = .form
      problem = text(of: ShopError.closing)
    }
  }

  /// Returns true while the bank or the store is asked for something.
  var isBusy: Bool { stage == .authorising || stage == .placing }

  private func payment(_ request: PaymentRequest) -> AnyEffect<Result<Authorisation, PaymentDeclined>> {
    AuthorisePayment(request: request)
      .timeout(after: Checkout.patience.answer, clock: clock.clock)
      .retry(Checkout.patience.retries, backoff: .exponential(Checkout.patience.pause), clock: clock.clock)
  }

  private func text(of error: any Error) -> String {
    switch error {
    case is EffectTimeoutError: "The bank does not answer, and nothing was charged. Try again later."
    // Its text is for operators.
    case is StorageError: ShopError.notStored.errorDescription ?? ""
    case let error as any LocalizedError: error.errorDescription ?? "\(error)"
    default: "\(error)"
    }
  }
}
