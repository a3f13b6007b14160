import Foundation
import Statoscope

/// What all sessions share: the store, the bank, the clock and the catalogue.
struct Shop: Sendable {
  let storage: StateStorage
  /// The time that a request waits for a store across a network; nil for one that answers at once.
  let patience: Duration?
  var catalogue: Catalogue
  var clock: ShopClock
  var gateway: PaymentGateway
  var numbers: OrderNumbers
  /// The reason why visitors are turned away, such as a damaged store; nil while the shop is open.
  var refusal: @Sendable () -> ShopError?
  /// Returns the reason why no commit can be made now; nil when one can be.
  var fault: @Sendable () async -> String?

  /// - Parameter patience: the time that a request waits for a store across a network; nil for one that answers at once.
  init(
    storage: StateStorage,
    patience: Duration? = nil,
    catalogue: Catalogue = .defaultValue,
    clock: ShopClock = .defaultValue,
    gateway: PaymentGateway = .defaultValue,
    numbers: OrderNumbers = .defaultValue,
    refusal: @escaping @Sendable () -> ShopError? = { nil },
    fault: @escaping @Sendable () async -> String? = { nil }
  ) {
    self.storage = storage
    self.patience = patience
    self.catalogue = catalogue
    self.clock = clock
    self.gateway = gateway
    self.numbers = numbers
    self.refusal = refusal
    self.fault = fault
  }

  /// A visitor's tree, with what the store knows of the session.
  func visit(_ session: SessionID) -> Visit {
    Visit(session: session)
      .injectObject(storage)
      .injectObject(catalogue)
      .injectObject(clock)
      .injectObject(gateway)
      .injectObject(numbers)
  }

  /// Fills the shelves of a shop that has never been open; does nothing in any other.
  func open(with stock: Quantities) async throws {
    try await storage.transaction { edit in
      if try edit.read(Quantities.self, forKey: StoredKey.stock) == nil {
        try edit.write(stock, forKey: StoredKey.stock)
      }
    }
    try await storage.load([StoredKey.stock])
  }

  /// Reads what the store knows of a session, before its tree is made.
  ///
  /// - Throws: ``ShopError/storeIsAway``.
  func load(_ session: SessionID) async throws {
    guard patience != nil else { return }
    try checkStore()
    do { try await storage.load(StoredKey.all(of: session).union([StoredKey.stock])) } catch {
      throw ShopError.storeIsAway
    }
  }

  /// Refuses a change at once while the store does not answer for longer than a visitor waits.
  ///
  /// - Throws: ``ShopError/storeIsAway``: nothing has changed.
  func checkStore() throws {
    guard let patience, case .waiting(let since, _, _) = storage.connection.current,
      Date.now.timeIntervalSince(since) >= patience / .seconds(1)
    else { return }
    throw ShopError.storeIsAway
  }

  /// Returns when a store across a network has all changes that were made before.
  ///
  /// - Parameter limit: the time for that; a request's unless given.
  /// - Throws: ``ShopError/notStoredYet`` when that takes too long: they wait, and are sent again.
  func stored(within limit: Duration? = nil) async throws {
    guard let patience else { return }
    do { try await storage.flush(within: limit ?? patience) } catch {
      throw ShopError.notStoredYet
    }
  }
}
