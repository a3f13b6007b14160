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

/// A folder of this run alone, removed with the last reference.
final class BenchmarkFolder: Sendable {
  /// A folder that is removed at the end of the process, after all that was registered later for that.
  static let removedAtExit: BenchmarkFolder = {
    atexit { BenchmarkFolder.removedAtExit.remove() }
    return BenchmarkFolder()
  }()

  let url = FileManager.default.temporaryDirectory.appending(path: "statoscope-\(UUID().uuidString)")

  init() {
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      fatalError("\(url.path) cannot be made: \(error)")
    }
  }

  deinit { remove() }

  func file(_ name: String) -> URL { url.appending(path: name) }

  private func remove() { try? FileManager.default.removeItem(at: url) }
}
