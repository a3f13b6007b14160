import Statoscope

/// Asks the bank to promise the money for an order.
package struct AuthorisePayment: Effect, Equatable {
  @InjectedForEffect private var gateway: PaymentGateway
  package let request: PaymentRequest

  package init(request: PaymentRequest) {
    self.request = request
  }

  package func runEffect() async throws -> Authorisation {
    try await gateway.authorise(request)
  }
}

/// Gives back the bank's promise for an order that could not be placed.
package struct ReleaseAuthorisation: Effect, Equatable {
  @InjectedForEffect private var gateway: PaymentGateway
  package let authorisation: Authorisation

  package init(authorisation: Authorisation) {
    self.authorisation = authorisation
  }

  package func runEffect() async throws {
    try await gateway.release(authorisation)
  }
}
