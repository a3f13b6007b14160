import Foundation
import Statoscope
import TestSupport
import Testing

/// What every kind of storage promises to those who use it by hand.
@Suite struct StateStorageTests {
  @Test(arguments: StorageKind.allCases)
  func `what is written is read`(_ kind: StorageKind) throws {
    try kind.withStorage { storage, reopened in
      try storage.write(3, forKey: "count")
      try storage.write("Ada", forKey: "name")
      try storage.write(TallyProfile(name: "Ada", score: 0.1), forKey: "profile")
      try storage.write([1.5, -2e300], forKey: "numbers")
      try storage.write(["a": ["b": true]], forKey: "nested")
      try storage.write(UInt64.max, forKey: "large")
      try storage.write(Date(timeIntervalSinceReferenceDate: 12345), forKey: "date")
      try storage.write(Data([0, 255]), forKey: "data")
      for storage in [storage, reopened()] {
        #expect(try storage.read(Int.self, forKey: "count") == 3)
        #expect(try storage.read(String.self, forKey: "name") == "Ada")
        #expect(
          try storage.read(TallyProfile.self, forKey: "profile") == TallyProfile(name: "Ada", score: 0.1)
        )
        #expect(try storage.read([Double].self, forKey: "numbers") == [1.5, -2e300])
        #expect(try storage.read([String: [String: Bool]].self, forKey: "nested") == ["a": ["b": true]])
        #expect(try storage.read(UInt64.self, forKey: "large") == .max)
        #expect(try storage.read(Date.self, forKey: "date") == Date(timeIntervalSinceReferenceDate: 12345))
        #expect(try storage.read(Data.self, forKey: "data") == Data([0, 255]))
        #expect(try storage.read(Int.self, forKey: "nothing") == nil)
      }
    }
  }

  @Test(arguments: StorageKind.allCases)
  func `nil and remove(forKey:) remove the key`(_ kind: StorageKind) throws {
    try kind.withStorage { storage, reopened in
      for key in ["a", "b", "c"] { try storage.write(1, forKey: key) }
      try storage.write(nil as Int?, forKey: "a")
      try storage.write(nil, forKey: "b")
      try storage.remove(forKey: "c")
      try storage.remove(forKey: "c")
      for key in ["d", "e"] { try storage.write(1, forKey: key) }
      try storage.update { edit in
        try edit.write(nil as Int?, forKey: "d")
        edit.write(nil, forKey: "e")
      }
      for storage in [storage, reopened()] {
        for key in ["a", "b", "c", "d", "e"] { #expect(try storage.read(Int.self, forKey: key) == nil) }
      }
    }
  }

  @Test(arguments: StorageKind.allCases)
  func `a value that cannot be encoded does not replace the old one`(_ kind: StorageKind) throws {
    try kind.withStorage { storage, reopened in
      try storage.write(1.5, forKey: "ratio")
      #expect(throws: StorageError.self) { try storage.write(Double.infinity, forKey: "ratio") }
      #expect(throws: StorageError.self) {
        try storage.write(TallyProfile(name: "Ada", score: .nan), forKey: "ratio")
      }
      #expect(try storage.read(Double.self, forKey: "ratio") == 1.5)
      #expect(try reopened().read(Double.self, forKey: "ratio") == 1.5)
    }
  }

  @Test(arguments: StorageKind.allCases)
  func `a value of another type is an error that says so`(_ kind: StorageKind) throws {
    try kind.withStorage { storage, _ in
      try storage.write("three", forKey: "count")
      let error = try #require(throws: StorageError.self) { try storage.read(Int.self, forKey: "count") }
      guard case .wrongType("count", "Int", _, _) = error else { throw error }
      #expect(try storage.read(String.self, forKey: "count") == "three")
    }
  }

  @Test(arguments: StorageKind.allCases)
  func `an update commits all its changes together`(_ kind: StorageKind) throws {
    try kind.withStorage { storage, reopened in
      try storage.write(1, forKey: "from")
      let sum = try storage.update { edit in
        let from = try edit.read(Int.self, forKey: "from") ?? 0
        try edit.write(from + 1, forKey: "to")
        edit.remove(forKey: "from")
        let (removed, written) = (
          try edit.read(Int.self, forKey: "from"), try edit.read(Int.self, forKey: "to")
        )
        #expect(removed == nil)
        #expect(written == 2)
        #expect(try storage.read(Int.self, forKey: "to") == nil)
        return from + 1
      }
      #expect(sum == 2)
      for storage in [storage, reopened()] {
        #expect(try storage.read(Int.self, forKey: "from") == nil)
        #expect(try storage.read(Int.self, forKey: "to") == 2)
      }
    }
  }

  @Test(arguments: StorageKind.allCases)
  func `an update that throws commits nothing`(_ kind: StorageKind) throws {
    try kind.withStorage { storage, reopened in
      try storage.write(1, forKey: "a")
      #expect(throws: Offline.self) {
        try storage.update { edit in
          try edit.write(2, forKey: "a")
          try edit.write(2, forKey: "b")
          throw Offline()
        }
      }
      #expect(throws: StorageError.self) {
        try storage.update { edit in
          try edit.write(3, forKey: "a")
          try edit.write(Double.nan, forKey: "b")
        }
      }
      for storage in [storage, reopened()] {
        #expect(try storage.read(Int.self, forKey: "a") == 1)
        #expect(try storage.read(Int.self, forKey: "b") == nil)
      }
    }
  }

  @Test(arguments: StorageKind.allCases)
  func `updates of many tasks lose nothing`(_ kind: StorageKind) async throws {
    try await kind.withStorage { storage, reopened in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for task in 0..<8 {
          group.addTask {
            for turn in 0..<25 {
              try storage.update { edit in
                try edit.write((try edit.read(Int.self, forKey: "sum") ?? 0) + 1, forKey: "sum")
              }
              try storage.write(turn, forKey: "task \(task)")
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(try reopened().read(Int.self, forKey: "sum") == 200)
      for task in 0..<8 { #expect(try storage.read(Int.self, forKey: "task \(task)") == 24) }
    }
  }

  @Test func `an update may use the storage itself`() throws {
    let storage = StateStorage.inMemory()
    try storage.update { edit in
      try storage.write(1, forKey: "inside")
      try edit.write(2, forKey: "edited")
    }
    #expect(try storage.read(Int.self, forKey: "inside") == 1)
    #expect(try storage.read(Int.self, forKey: "edited") == 2)
  }

  @Test func `an update that itself changes what it read fails`() throws {
    let storage = StateStorage.inMemory()
    var turn = 0
    let error = #expect(throws: StorageError.self) {
      try storage.update { edit in
        turn += 1
        _ = try edit.read(Int.self, forKey: "count")
        try storage.write(turn, forKey: "count")
        try edit.write(-1, forKey: "count")
      }
    }
    #expect(error == .overtaken(keys: ["count"], place: "memory"))
    #expect(try storage.read(Int.self, forKey: "count") == turn)
  }

  @Test func `encoding and decoding may use the storage`() throws {
    let storage = StateStorage.inMemory()
    try Reentrant.$storage.withValue(storage) {
      try storage.write(Reentrant(), forKey: "value")
      #expect(try storage.read(Int.self, forKey: "encoded") == 1)
      let copy = StateStorage.inMemory()
      try copy.update { edit in try edit.write(Reentrant(), forKey: "value") }
      _ = try copy.read(Reentrant.self, forKey: "value")
      #expect(try storage.read(Int.self, forKey: "decoded") == 1)
    }
  }
}

/// Uses a storage while it is written down and read.
private struct Reentrant: Codable, Sendable {
  @TaskLocal static var storage: StateStorage?

  init() {}

  init(from decoder: any Decoder) throws { try Reentrant.storage?.write(1, forKey: "decoded") }

  func encode(to encoder: any Encoder) throws {
    try Reentrant.storage?.write(1, forKey: "encoded")
    var container = encoder.singleValueContainer()
    try container.encode("reentrant")
  }
}
