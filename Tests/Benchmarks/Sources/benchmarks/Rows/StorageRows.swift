import Foundation
import Statoscope

/// Rows about stored values.
@MainActor func storageRows() -> [Row] {
  // Not written while this runs: the caller's part is measured. The exit writes it, and then removes the folder.
  let file = BenchmarkFolder.removedAtExit.file("deferred.json")
  let storage = StateStorage.file(file, durability: .deferred(by: .seconds(86_400)))
  let ledger = Ledger(key: "amount", storage: storage)
  return [
    // 5 µs where encoding takes 0.46, with the quarter more that DESIGN.md allows a gate: an event that sets the
    // property, with all that it announces. Allocations have no tolerance.
    Row("a deferred write", of: "encoding the value", budget: 8.6, allocations: 11, count: 20_000) { count in
      for number in 0..<count { _ = try? JSONEncoder().encode(number) }
    } subject: { count in
      for number in 0..<count { ledger.send(.set(number)) }
    },
    // Its text is checked, too: that has to stay a small part of what encoding takes.
    Row("a deferred write of 10,000 numbers", of: "encoding them", budget: 1.5, count: 20) { count in
      for number in 0..<count { _ = try? JSONEncoder().encode(numbers(from: number)) }
    } subject: { count in
      for number in 0..<count { try? storage.write(numbers(from: number), forKey: "numbers") }
    },
  ]
}

private func numbers(from first: Int) -> [Int] { Array(first..<first + 10_000) }

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

/// A look at one of many files that are observed.
@MainActor func storageReads() -> Growth {
  Growth(
    name: "a read by hand, by observed files",
    measureOfSize: "files",
    sizes: [1, 100, 10_000],
    budget: 0.05,
    count: { _ in 10_000 },
    prepare: { number in
      let folder = BenchmarkFolder()
      let files = (0..<number).map { folder.file("\($0).json") }
      for file in files { write(#"{ "count" : 7 }"#, to: file) }
      let storages = files.map { StateStorage.file($0) }
      for storage in storages { precondition((try? storage.read(Int.self, forKey: "count")) == 7) }
      return { count in
        withExtendedLifetime((folder, storages)) {
          for _ in 0..<count { _ = try? storages[number / 2].read(Int.self, forKey: "count") }
        }
      }
    }
  )
}

/// Writes a file as if that was a minute ago: one that is younger than three seconds is read again each time.
private func write(_ text: String, to file: URL) {
  do {
    try Data(text.utf8).write(to: file)
    let time = Date.now - 60
    try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: file.path)
  } catch {
    fatalError("\(file.path) cannot be written: \(error)")
  }
}
