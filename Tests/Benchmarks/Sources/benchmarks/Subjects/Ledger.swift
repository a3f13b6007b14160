import Foundation
import Statoscope

/// A scope that shows one stored value.
final class Ledger: Scope {
  enum When { case set(Int) }

  @Stored var amount: Int

  init(key: String, storage: StateStorage) {
    _amount = Stored(wrappedValue: 0, key)
    super.init()
    injectObject(storage)
  }

  func update(_ when: When) throws {
    if case .set(let value) = when { amount = value }
  }
}

/// A folder that is removed with the last reference.
final class BenchmarkFolder {
  let url = FileManager.default.temporaryDirectory.appending(path: "statoscope-\(UUID().uuidString)")

  init() { try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: url) }

  func file(_ name: String) -> URL { url.appending(path: name) }
}
