import Foundation

extension StateStorage: Injectable {
  /// A new storage in memory: a default with which tests and previews leave no traces.
  ///
  /// A tree without an injected storage has one of its own in memory, and an error in the log.
  public static var defaultValue: StateStorage { .inMemory() }

  /// True: the default persists nothing.
  public static var isDefaultForTests: Bool { true }
}

extension StateStorage {
  /// Creates a storage whose values are released with it, for tests and previews.
  ///
  /// - Parameter migrations: the steps to run before anything is read; for a storage in memory, with tests in mind.
  public static func inMemory(migrations: [StorageMigration] = []) -> StateStorage {
    StateStorage(MemoryBackend(), migrations: migrations)
  }

  /// Creates a storage in one JSON file.
  ///
  /// The file is replaced as a whole, so a crash leaves the old values or the new ones. Several processes may
  /// use it at once: their writes are serialized, lose no key, and are reported to each other. A file that
  /// cannot be parsed is copied under another name before it is replaced. A program that edits the file replaces it,
  /// too: on Apple platforms a change in place is not reported, and seen only when a value is read by hand.
  ///
  /// A write waits at most five seconds for one other process, and then throws
  /// ``StorageError/locked(keys:place:lock:)``. Where many processes write, it waits as long as they make
  /// progress: at most thirty seconds in total.
  ///
  /// Complexity: each write to the disk costs O(size of the file).
  ///
  /// - Parameters:
  ///   - url: a file, which need not exist; neither need its folder, which the first write creates.
  ///   - durability: the time at which a change is written to the disk.
  ///   - migrations: the steps that bring older values into the shape that this version of the app expects.
  public static func file(
    _ url: URL,
    durability: Durability = .immediate,
    migrations: [StorageMigration] = []
  ) -> StateStorage {
    StateStorage(FileBackend(url: url), durability: durability, migrations: migrations)
  }

  /// Creates a storage in one JSON file with a scheduler of deferred writes for tests, and another time limit
  /// for locks.
  package static func file(
    _ url: URL,
    durability: Durability = .immediate,
    delay: StorageDelay = .dispatch,
    longestWait: Duration = FileBackend.longestWait
  ) -> StateStorage {
    StateStorage(FileBackend(url: url, longestWait: longestWait), durability: durability, delay: delay)
  }

  /// Creates a storage with a back end of your own, such as a database.
  ///
  /// - Parameters:
  ///   - backend: the back end; one thread at a time uses it.
  ///   - migrations: the steps that bring older values into the shape that this version of the app expects.
  public static func custom(_ backend: some StorageBackend, migrations: [StorageMigration] = [])
    -> StateStorage
  {
    StateStorage(backend, migrations: migrations)
  }
}
