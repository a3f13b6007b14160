import Foundation
import Logging
import PostgresStorage
import Statoscope

extension Shop {
  /// How long a shop that starts waits for a server.
  private static let longestStart = Duration.seconds(15)

  /// Opens the shop on the store that the command line asks for, unless that is damaged.
  static func open(_ arguments: Arguments) async throws -> Shop {
    let bank = PaymentGateway.rehearsal(answeringAfter: arguments.bankDelay)
    let isServer = ["postgresql://", "postgres://"].contains { arguments.data.hasPrefix($0) }
    return isServer
      ? try await onServer(arguments, bank) : try onFile(URL(filePath: arguments.data), arguments, bank)
  }

  private static func onFile(_ file: URL, _ arguments: Arguments, _ bank: PaymentGateway) throws -> Shop {
    let backend: SQLiteBackend
    do {
      backend = try SQLiteBackend(
        file: file,
        creates: arguments.creates,
        durability: arguments.durability,
        patience: arguments.patience
      )
    } catch let fault as StoreFault {
      throw fault
    } catch {
      throw ArgumentError("--data", "names \(file.path), which cannot be opened: \(error)")
    }
    return Shop(
      storage: .custom(backend),
      gateway: bank,
      // Without a store, a page would show an empty cart, and a shop that is sold out.
      refusal: { backend.fault.map { _ in ShopError.notStored } },
      fault: {
        do {
          try backend.probe()
          return nil
        } catch {
          // The log has the reason, with the names of files.
          Logger(label: "shop.store").warning("\(error)")
          return "The database cannot be written now."
        }
      }
    )
  }

  private static func onServer(_ arguments: Arguments, _ bank: PaymentGateway) async throws -> Shop {
    let backend = try await connect(arguments)
    return Shop(
      storage: .remote(backend),
      patience: arguments.patience,
      gateway: bank,
      fault: {
        do {
          try await backend.probe()
          return nil
        } catch {
          return "The database does not answer."
        }
      }
    )
  }

  /// Opens a database, and waits for its server: after a failure of power, that may start later than the shop.
  private static func connect(_ arguments: Arguments) async throws -> PostgresBackend {
    let (logger, end) = (Logger(label: "shop.store"), ContinuousClock.now + longestStart)
    while true {
      do {
        return try await PostgresBackend.open(
          arguments.data,
          creates: arguments.creates,
          patience: arguments.patience
        )
      } catch let fault as PostgresFault where fault.isPassing && ContinuousClock.now < end {
        logger.warning("\(fault). The shop tries again.")
        try await Task.sleep(for: .seconds(1))
      }
    }
  }
}
