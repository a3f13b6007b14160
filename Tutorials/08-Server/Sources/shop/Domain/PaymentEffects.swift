import Statoscope

/// Asks the bank to promise the money for an order.
///
/// The bank's refusal is an answer, not a failure: only what fails is worth asking again.
struct AuthorisePayment: Effect, Equatable {
  @InjectedForEffect private var gateway: PaymentGateway
  let request: PaymentRequest

  init(request: PaymentRequest) {
    self.request = request
  }

  func runEffect() async throws -> Result<Authorisation, PaymentDeclined> {
    do { return .success(try await gateway.authorise(request)) } catch let refusal as PaymentDeclined {
      return .failure(refusal)
    }
  }
}

/// Gives back the bank's promise for an order that could not be placed.
struct ReleaseAuthorisation: Effect, Equatable {
  @InjectedForEffect private var gateway: PaymentGateway
  let authorisation: Authorisation

  init(authorisation: Authorisation) {
    self.authorisation = authorisation
  }

  func runEffect() async throws {
    try await gateway.release(authorisation)
  }
}
