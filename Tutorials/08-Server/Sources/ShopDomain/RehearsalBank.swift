extension PaymentGateway {
  /// A bank to rehearse with: it promises whatever it is asked for, but for two cards.
  ///
  /// The card 4000 0000 0000 0002 is declined, and 4000 0000 0000 0259 is never answered.
  /// - Parameters:
  ///   - delay: how long it takes to answer.
  ///   - record: writes down what the bank does, so that it can be compared with the orders.
  package static func rehearsal(
    answeringAfter delay: Duration,
    record: @escaping @Sendable (RehearsalBankEntry) -> Void = { _ in }
  ) -> PaymentGateway {
    PaymentGateway { request in
      switch request.card.number {
      case "4000000000000002":
        try await Task.sleep(for: delay)
        throw PaymentDeclined()
      case "4000000000000259":
        try await Task.sleep(for: .seconds(3_600))
        throw PaymentDeclined()
      default:
        try await Task.sleep(for: delay)
        record(.promised(request.order))
        return Authorisation(code: "for \(request.order)")
      }
    } release: { authorisation in
      record(.released(Order.ID(authorisation.code.trimmingPrefix("for "))))
    }
  }
}

/// What the bank to rehearse with has done.
package enum RehearsalBankEntry: Sendable, Equatable {
  /// It has promised the money for an order; the promise lapses unless the order is placed.
  case promised(Order.ID)
  /// It has got the promise back.
  case released(Order.ID)
}
