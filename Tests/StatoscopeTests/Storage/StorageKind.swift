import Foundation
import Statoscope
import TestSupport

/// The kinds of storage that this platform's tests can use.
enum StorageKind: CaseIterable, Sendable {
  case inMemory
  case file
  case userDefaults

  /// Runs a test with an empty storage, and with a closure that opens it again.
  func withStorage(_ test: (_ storage: StateStorage, _ reopened: () -> StateStorage) throws -> Void) throws {
    let store = try Store(self)
    let storage = store.open()
    try test(storage) { self == .inMemory ? storage : store.open() }
    store.cleanUp()
  }

  /// Runs a test with an empty storage, and with a closure that opens it again.
  func withStorage(
    _ test: (_ storage: StateStorage, _ reopened: () -> StateStorage) async throws -> Void
  ) async throws {
    let store = try Store(self)
    let storage = store.open()
    try await test(storage) { self == .inMemory ? storage : store.open() }
    store.cleanUp()
  }

  /// Runs a test with a closure that opens the same storage with migrations, each time anew.
  func withOpening(_ test: (_ open: ([StorageMigration]) -> StateStorage) throws -> Void) throws {
    let store = try Store(self)
    try test(store.open)
    store.cleanUp()
  }

  private struct Store {
    let kind: StorageKind
    let folder: TemporaryFolder
    let suite = "statoscope-tests-\(UUID().uuidString)"

    init(_ kind: StorageKind) throws {
      self.kind = kind
      folder = try TemporaryFolder()
    }

    func open(_ migrations: [StorageMigration] = []) -> StateStorage {
      switch kind {
      case .inMemory: .inMemory(migrations: migrations)
      case .file: .file(folder.file(), migrations: migrations)
      case .userDefaults: .userDefaults(UserDefaults(suiteName: suite) ?? .standard, migrations: migrations)
      }
    }

    func cleanUp() {
      guard kind == .userDefaults else { return }
      UserDefaults(suiteName: suite)?.removePersistentDomain(forName: suite)
      UserDefaults(suiteName: suite)?.synchronize()
    }
  }
}
