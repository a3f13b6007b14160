import Statoscope

/// What all sessions share: the store and the threads that wait for it, the bank, the clock and the catalogue.
package struct Shop: Sendable {
  package let storage: StateStorage
  /// How requests wait for the store.
  package let store: StoreConnection
  package var catalogue: Catalogue
  package var clock: ShopClock
  package var gateway: PaymentGateway
  package var numbers: OrderNumbers
  package var threads: StoreThreads
  /// The reason why visitors are turned away, such as a damaged store; nil while the shop is open.
  package var refusal: @Sendable () -> ShopError?

  /// - Parameter patience: the time that a request waits for a store across a network; nil for one that answers at once.
  package init(
    storage: StateStorage,
    patience: Duration? = nil,
    catalogue: Catalogue = .defaultValue,
    clock: ShopClock = .defaultValue,
    gateway: PaymentGateway = .defaultValue,
    numbers: OrderNumbers = .defaultValue,
    threads: StoreThreads = .defaultValue,
    refusal: @escaping @Sendable () -> ShopError? = { nil }
  ) {
    self.storage = storage
    store = StoreConnection(storage, patience: patience, clock: clock.clock)
    self.catalogue = catalogue
    self.clock = clock
    self.gateway = gateway
    self.numbers = numbers
    self.threads = threads
    self.refusal = refusal
  }

  /// A visitor's tree, with what the store knows of the session.
  package func visit(_ session: SessionID) -> Visit {
    Visit(session: session)
      .injectObject(storage)
      .injectObject(catalogue)
      .injectObject(clock)
      .injectObject(gateway)
      .injectObject(numbers)
      .injectObject(threads)
  }

  /// Fills the shelves of a shop that has never been open; does nothing in any other.
  package func open(with stock: Quantities) async throws {
    try await storage.transaction { edit in
      if try edit.read(Quantities.self, forKey: StoredKey.stock) == nil {
        try edit.write(stock, forKey: StoredKey.stock)
      }
    }
    try await storage.load([StoredKey.stock])
  }

  /// Reads what the store knows of a session, before its tree is made.
  package func load(_ session: SessionID) async throws {
    try await store.load(StoredKey.all(of: session).union([StoredKey.stock]))
  }
}
