import Foundation
import Synchronization

/// A step that brings the values of a storage into the shape that a newer version of the app expects.
///
/// ```swift
/// let storage = StateStorage.file(
///   url,
///   migrations: [
///     .init(to: 2) { edit in
///       let seconds = try edit.read(Int.self, forKey: "timeout")
///       try edit.write(seconds.map { Timeout(seconds: $0) }, forKey: "timeout")
///     }
///   ]
/// )
/// ```
/// Before anything is read or written, the storage runs the steps that it has not run before, in the order of their
/// versions. Each is stored as a whole together with its version, so a crash at any moment leaves the values before the
/// step or after it. A storage without a version has version 1; a new one runs the steps, too, on no values.
///
/// If a step throws, or its changes cannot be stored, nothing is read or written until it succeeds: properties show their
/// defaults, and the stored values stay as they are. The same holds for values of a newer version of the app.
public struct StorageMigration: Sendable {
  /// The version that the values have after the step.
  public let version: Int
  fileprivate let body: @Sendable (_ edit: inout StorageEdit) throws -> Void

  /// Creates a step.
  ///
  /// - Parameters:
  ///   - version: the version of the values after the step, at least 2 and different from that of other steps.
  ///   - body: changes the values. It may run again, when another process came first, so it must do nothing but read and
  ///     write with its argument. An old value that it replaces is not preserved.
  public init(to version: Int, _ body: @escaping @Sendable (_ edit: inout StorageEdit) throws -> Void) {
    self.version = version
    self.body = body
  }
}

/// The steps of one storage, and whether they have run.
final class StorageMigrations: Sendable {
  /// The key of the version.
  static let versionKey = StorageChanges.reservedPrefix + "version"

  /// The migrations that run in this task, whose own reads and writes do not wait for them.
  @TaskLocal private static var running: Set<ObjectIdentifier> = []

  /// In the order of their versions.
  private let steps: [StorageMigration]
  private let areDone = Atomic(false)

  /// Nil without steps.
  init?(_ steps: [StorageMigration]) {
    guard let first = steps.map(\.version).min() else { return nil }
    let versions = Set(steps.map(\.version))
    if first < 2 || versions.count < steps.count {
      Misuse.versionsOfMigrations(steps.map(\.version)).refuse()
    }
    self.steps = steps.sorted { $0.version < $1.version }
  }

  private var latest: Int { steps.last?.version ?? 1 }

  private var isRunning: Bool { Self.running.contains(ObjectIdentifier(self)) }

  /// Has the version looked at again: others may have replaced all values.
  func expectOtherVersion() { areDone.store(false, ordering: .releasing) }

  /// Runs the steps that have not run yet.
  ///
  /// - Returns: the reason why the values must not be used.
  func failure(in storage: StateStorage) -> StorageError? {
    guard !areDone.load(ordering: .acquiring), !isRunning else { return nil }
    return Self.$running.withValue(Self.running.union([ObjectIdentifier(self)])) { run(in: storage) }
  }

  private func run(in storage: StateStorage) -> StorageError? {
    do throws(StorageError) { try storage.finishInterruptedMigration() } catch { return error }
    // Others may have replaced what is in memory: a step must not see it beside another version.
    storage.refresh(storage.memory.withLock { Set($0.values.keys) })
    for step in steps {
      let end = StorageEdit.attempted(in: storage, isMigration: true) { edit in try perform(step, in: &edit) }
      var error = end.error.map { "\($0)" }
      if case .failure(let thrown) = end.result { error = "\(thrown)" }
      // Another writer has come first, so that the step saw values of both versions.
      if error != nil, (step.version...latest).contains(storedVersion(in: storage)) { continue }
      if let error { return .notMigrated(to: step.version, place: storage.place, reason: error) }
    }
    areDone.store(true, ordering: .releasing)
    return nil
  }

  /// Runs the steps that have not run yet, in a remote store.
  func runRemotely(in storage: StateStorage) async throws(StorageError) {
    for step in steps {
      do {
        _ = try await storage.transact(isMigration: true) { edit in try self.perform(step, in: &edit) }
      } catch {
        if let error = error as? StorageError, case .unreadable = error { throw error }
        throw .notMigrated(to: step.version, place: storage.place, reason: "\(error)")
      }
    }
  }

  /// Runs a step, unless it has run.
  private func perform(_ step: StorageMigration, in edit: inout StorageEdit) throws {
    let version = try edit.read(Int.self, forKey: Self.versionKey) ?? 1
    guard version <= latest else { throw NewerVersion(version: version, latest: latest) }
    guard version < step.version else { return }
    try step.body(&edit)
    try edit.write(step.version, forKey: Self.versionKey)
  }

  /// Returns the version that each commit expects.
  func signature(in format: StorageFormat) -> StoredValues {
    (try? format.encode(latest)).map { [Self.versionKey: $0] } ?? [:]
  }

  private func storedVersion(in storage: StateStorage) -> Int {
    (try? storage.read(Int.self, forKey: Self.versionKey)) ?? 1
  }
}

/// The values are of a version of the app that is newer than this one.
private struct NewerVersion: Error, CustomStringConvertible {
  let version: Int
  let latest: Int

  var description: String {
    "they have version \(version), and this version of the app knows version \(latest) only"
  }
}

extension StateStorage {
  /// Moves the value of a former key to the one that has replaced it, unless that has a value; once.
  func rename(_ formerKey: String, to key: String) {
    guard memory.withLock({ $0.renamedKeys.insert(key).inserted }) else { return }
    guard remote == nil else {
      // Soon: the former key has to be read first.
      Task.detached {
        do { try await self.transaction { $0.move(formerKey, to: key) } } catch {
          self.reportFailedRenaming(of: key, error)
        }
      }
      return
    }
    let end = StorageEdit.attempted(in: self) { $0.move(formerKey, to: key) }
    if let error = end.error { reportFailedRenaming(of: key, error) }
  }

  private func reportFailedRenaming(of key: String, _ error: any Error) {
    memory.withLock { _ = $0.renamedKeys.remove(key) }
    StatoscopeLogger.log(.errors) { "\(error)" }
  }

  /// Makes the changes of a migration that was interrupted in the middle.
  fileprivate func finishInterruptedMigration() throws(StorageError) {
    guard let backend = backend as? KeyedBackend else { return }
    do { try backend.finishInterruptedCommit() } catch let error as StorageError { throw error } catch {
      throw .unreadable(key: nil, place: backend.place, reason: "\(error)")
    }
  }
}
