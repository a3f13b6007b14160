import Foundation
import Statoscope

/// Rows about stored values.
@MainActor func storageRows() -> [Row] {
  // Never written while this runs: what is measured is the caller's part. The exit writes it.
  let file = FileManager.default.temporaryDirectory.appending(path: "statoscope-benchmark.json")
  let storage = StateStorage.file(file, durability: .deferred(by: .seconds(86_400)))
  let ledger = Ledger(key: "amount", storage: storage)
  return [
    // 5 µs where encoding takes 0.4: an event that sets the property, with all that it announces.
    Row("a deferred write", of: "encoding the value", budget: 12, count: 20_000) { count in
      for number in 0..<count { _ = try? JSONEncoder().encode(number) }
    } subject: { count in
      for number in 0..<count { ledger.send(.set(number)) }
    }
  ]
}

/// A change among trees that show other keys.
@MainActor func storageAnnouncements() -> Growth {
  Growth(
    name: "a stored change announced, by trees that show other keys",
    measureOfSize: "trees",
    sizes: [1, 100, 10_000],
    budget: 0.05,
    count: { _ in 20_000 },
    prepare: { number in
      let storage = StateStorage.inMemory()
      let others = (0..<number).map { Ledger(key: "of \($0)", storage: storage) }
      for other in others { other.send(.set(1)) }
      let ledger = Ledger(key: "amount", storage: storage)
      return { count in
        withExtendedLifetime(others) {
          for number in 0..<count { ledger.send(.set(number)) }
        }
      }
    }
  )
}

/// A look at one of many files that are watched.
@MainActor func storageWatches() -> Growth {
  Growth(
    name: "a read by hand, by watched files",
    measureOfSize: "files",
    sizes: [1, 100, 10_000],
    budget: 0.05,
    count: { _ in 10_000 },
    prepare: { number in
      let folder = BenchmarkFolder()
      let storages = (0..<number).map { StateStorage.file(folder.file("\($0).json")) }
      for storage in storages { _ = try? storage.read(Int.self, forKey: "count") }
      return { count in
        withExtendedLifetime((folder, storages)) {
          for _ in 0..<count { _ = try? storages[number / 2].read(Int.self, forKey: "count") }
        }
      }
    }
  )
}
