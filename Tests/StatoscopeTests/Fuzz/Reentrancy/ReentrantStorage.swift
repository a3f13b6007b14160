import Foundation
import Statoscope

/// A place of values that runs code of the app when it is read and written, such as a database with hooks.
final class ReentrantBackend: StorageBackend {
  private let rows = Locked<[String: Data]>([:])

  var place: String { "the table" }

  func values(of keys: Set<String>) -> [String: Data] {
    ReentrantWorld.appRuns(at: .storageRead)
    return rows.withLock { rows in rows.filter { keys.contains($0.key) } }
  }

  func commit(_ changes: [String: Data?], expecting expected: [String: Data?]) -> Bool {
    ReentrantWorld.appRuns(at: .storageCommit)
    return rows.withLock { rows in
      guard expected.allSatisfy({ rows[$0.key] == $0.value }) else { return false }
      for (key, value) in changes { rows[key] = value }
      return true
    }
  }
}

extension ReentrantWorld {
  /// Reads, writes or observes the storage.
  func useStorage(of scope: ReentrantScope) {
    let value = ReentrantState(nextNumber())
    if let scope = scope as? ReentrantStoring { return useStored(of: scope, value) }
    switch pick(3) {
    case 0: scope.injectObject(storage)
    case 1: try? storage.write(value, forKey: "stored")
    default: _ = try? storage.read(ReentrantState.self, forKey: "stored")
    }
  }

  private func useStored(of scope: ReentrantStoring, _ value: ReentrantState) {
    switch pick(4) {
    case 0: scope.injectObject(storage)
    case 1: scope.stored = value
    case 2:
      scope.$stored.update {
        ReentrantWorld.appRuns(at: .storageUpdate)
        $0 = value
      }
    default: _ = scope.stored
    }
  }
}
