import Foundation
import Logging
import ShopDomain
import PostgresStorage
import ShopStore
import Statoscope

/// The shop on the store that the command line asks for, and what finds out whether that answers.
struct OpenStore {
  let shop: Shop
  let probe: StoreProbe

  /// How long a shop that starts waits for a server.
  private static let longestStart = Duration.seconds(15)

  /// Opens the store, unless it is damaged.
  static func open(_ arguments: Arguments) async throws -> OpenStore {
    switch arguments.data {
    case .file(let file): try open(file, arguments)
    case .server(let address): try await open(server: address, arguments)
    }
  }

  /// Looks for damage, and returns what was found.
  static func audit(_ arguments: Arguments) async throws -> String {
    switch arguments.data {
    case .file(let file): try SQLiteBackend.audit(file)
    case .server(let address): try await PostgresBackend.open(address, creates: false).audit()
    }
  }

  private static func open(_ file: URL, _ arguments: Arguments) throws -> OpenStore {
    let backend: SQLiteBackend
    do {
      backend = try SQLiteBackend(
        file: file,
        creates: arguments.creates,
        durability: arguments.durability,
        patience: arguments.patience
      )
      try backend.check()
    } catch let fault as StoreFault {
      throw fault
    } catch {
      throw ArgumentError("--data", "names \(file.path), which cannot be opened: \(error)")
    }
    return OpenStore(
      shop: Shop(
        storage: .custom(backend),
        gateway: bank(arguments),
        // Without a store, a page would show an empty cart, and a shop that is sold out.
        refusal: { backend.fault.map { _ in ShopError.notStored } }
      ),
      probe: try StoreProbe(backend)
    )
  }

  /// Opens a database, and waits for its server: after a failure of power, that may start later than the shop.
  private static func connect(to address: String, _ arguments: Arguments) async throws -> PostgresBackend {
    let (logger, end) = (Logger(label: "shop.store"), ContinuousClock.now + longestStart)
    while true {
      do {
        return try await PostgresBackend.open(
          address,
          creates: arguments.creates,
          patience: arguments.patience
        )
      } catch let fault as PostgresFault where fault.isPassing && ContinuousClock.now < end {
        logger.warning("\(fault). The shop tries again.")
        try await Task.sleep(for: .seconds(1))
      }
    }
  }

  private static func open(server address: String, _ arguments: Arguments) async throws -> OpenStore {
    let backend = try await connect(to: address, arguments)
    let shop = Shop(
      storage: .remote(backend),
      patience: arguments.patience,
      gateway: bank(arguments)
    )
    let silence = "The database does not answer."
    let probe = StoreProbe(fault: { [store = shop.store] in store.isSilent ? silence : nil }) {
      do {
        try await backend.probe()
        return .ready
      } catch {
        return .notReady(reason: silence)
      }
    }
    return OpenStore(shop: shop, probe: probe)
  }

  /// The bank of this rehearsal, which logs what it does: a promise outlives the node that it was made to.
  private static func bank(_ arguments: Arguments) -> PaymentGateway {
    let logger = Logger(label: "shop.bank")
    return .rehearsal(answeringAfter: arguments.bankDelay) { entry in
      switch entry {
      case .promised(let order):
        logger.notice("The bank promised the money.", metadata: ["order": "\(order)"])
      case .released(let order):
        logger.notice("The bank released its promise.", metadata: ["order": "\(order)"])
      }
    }
  }
}
