import Statoscope
import Synchronization

/// The stock, for visitors that look at the shop and have no session.
final class Shelves: Sendable {
  private struct Stock: StorageSchema {
    @Stored(StoredKey.stock) var stock: Quantities = [:]
  }

  private let stock = Mutex<Quantities>([:])
  private let subscription = Mutex<StorageSubscription?>(nil)

  init(_ storage: StateStorage) {
    let known = storage.snapshot(of: Stock.self).stock
    stock.withLock { $0 = known }
    let subscription = storage.subscribe(Stock.self) { [weak self] snapshot in
      let stock = snapshot.stock
      self?.stock.withLock { $0 = stock }
    }
    self.subscription.withLock { $0 = subscription }
  }

  /// The page of a visitor who has not done anything yet.
  var page: Page {
    Page(stock: stock.withLock { $0 }, cart: [:], total: 0, checkout: nil, orders: [])
  }
}
