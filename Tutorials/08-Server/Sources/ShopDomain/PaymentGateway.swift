import Foundation
import Statoscope

/// What a bank is asked to promise.
package struct PaymentRequest: Sendable, Equatable {
  /// The order that is to be paid for: a bank that is asked twice for one order promises once.
  package let order: Order.ID
  package let card: Card
  /// The amount in cents.
  package let amount: Int

  package init(order: Order.ID, card: Card, amount: Int) {
    self.order = order
    self.card = card
    self.amount = amount
  }
}

/// A bank's promise to pay.
///
/// It lapses by itself unless the shop collects the money when it ships the order.
package struct Authorisation: Codable, Sendable, Hashable {
  @Redacted package private(set) var code: String

  package init(code: String) {
    self.code = code
  }
}

/// The bank's refusal.
package struct PaymentDeclined: LocalizedError, Sendable, Equatable {
  package init() {}
  package var errorDescription: String? { "The bank declined the card. Try another one." }
}

/// The bank.
package struct PaymentGateway: Sendable, Injectable {
  package var authorise: @Sendable (PaymentRequest) async throws -> Authorisation
  /// Gives a promise back at once, rather than when it lapses.
  package var release: @Sendable (Authorisation) async throws -> Void

  package init(
    authorise: @escaping @Sendable (PaymentRequest) async throws -> Authorisation,
    release: @escaping @Sendable (Authorisation) async throws -> Void = { _ in }
  ) {
    self.authorise = authorise
    self.release = release
  }

  /// A bank that promises whatever it is asked for.
  package static let defaultValue = PaymentGateway { request in Authorisation(code: "for \(request.order)") }
}
