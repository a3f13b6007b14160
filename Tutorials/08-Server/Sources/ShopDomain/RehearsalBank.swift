extension PaymentGateway {
  /// A bank to rehearse with: it promises whatever it is asked for, but for two cards.
  ///
  /// The card 4000 0000 0000 0002 is declined, and 4000 0000 0000 0259 is never answered.
  /// - Parameter delay: how long it takes to answer.
  package static func rehearsal(answeringAfter delay: Duration) -> PaymentGateway {
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
        return Authorisation(code: "for \(request.order)")
      }
    }
  }
}
