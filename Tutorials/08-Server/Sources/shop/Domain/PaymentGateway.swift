import Foundation
import Statoscope

/// What a bank is asked to promise.
struct PaymentRequest: Sendable, Equatable {
  /// The order that is to be paid for: a bank that is asked twice for one order promises once.
  let order: Order.ID
  let card: Card
  /// The amount in cents.
  let amount: Int
}

/// A bank's promise to pay.
///
/// It lapses by itself unless the shop collects the money when it ships the order.
struct Authorisation: Codable, Sendable, Hashable {
  @Redacted private(set) var code: String

  init(code: String) {
    self.code = code
  }
}

/// The bank's refusal.
struct PaymentDeclined: LocalizedError, Sendable, Equatable {
  var errorDescription: String? { "The bank declined the card. Try another one." }
}

/// The bank.
struct PaymentGateway: Sendable, Injectable {
  var authorise: @Sendable (PaymentRequest) async throws -> Authorisation
  /// Gives a promise back at once, rather than when it lapses.
  var release: @Sendable (Authorisation) async throws -> Void = { _ in }

  /// A bank that promises whatever it is asked for.
  static let defaultValue = PaymentGateway { request in Authorisation(code: "for \(request.order)") }
}

extension PaymentGateway {
  /// A bank to rehearse with: it promises whatever it is asked for, but for two cards.
  ///
  /// The card 4000 0000 0000 0002 is declined, and 4000 0000 0000 0259 is never answered.
  ///
  /// - Parameter delay: how long it takes to answer.
  static func rehearsal(answeringAfter delay: Duration) -> PaymentGateway {
    PaymentGateway { request in
      let isSilent = request.card.number == "4000000000000259"
      try await Task.sleep(for: isSilent ? .seconds(3_600) : delay)
      guard !isSilent, request.card.number != "4000000000000002" else { throw PaymentDeclined() }
      return Authorisation(code: "for \(request.order)")
    }
  }
}
