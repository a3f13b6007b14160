import Foundation
import Statoscope

/// A card, whose number is in no text, log, recording or page.
package struct Card: Codable, Sendable, Equatable {
  @Redacted package private(set) var number: String

  /// - Parameter number: the digits; spaces between them are left out.
  package init(number: String) {
    self.number = number.filter { !$0.isWhitespace }
  }

  /// Returns false for what cannot be the number of a card, such as one with a wrong digit (ISO/IEC 7812).
  package var isPlausible: Bool {
    let digits = number.compactMap { $0.isASCII ? $0.wholeNumberValue : nil }
    guard digits.count == number.count, (12...19).contains(digits.count) else { return false }
    let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
      let doubled = digit.element * 2
      return sum + (digit.offset.isMultiple(of: 2) ? digit.element : doubled > 9 ? doubled - 9 : doubled)
    }
    return sum.isMultiple(of: 10)
  }
}

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
