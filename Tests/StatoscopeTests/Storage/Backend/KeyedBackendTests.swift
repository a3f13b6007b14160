import Foundation
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// The back end of the keychain, of iCloud and of the user's defaults, above a store in memory.
@Suite struct KeyedBackendTests {
  @Test func `the keychain's back end passes the checks`() async throws {
    let items = Items()
    try await withLoggedLines { _ in
      try await StorageBackendChecks(observation: false) { KeyedBackend(ItemsStore(items)) }.run()
    }
  }

  @Test func `iCloud's back end passes the checks`() async throws {
    let items = Items()
    try await withLoggedLines { _ in
      try await StorageBackendChecks { KeyedBackend(ItemsStore(items, notifies: true)) }.run()
    }
  }

  @Test(arguments: ["a", "b", "c"])
  func `a commit that the store refuses half way changes nothing`(_ refused: String) throws {
    let items = Items()
    let storage = StateStorage.custom(KeyedBackend(ItemsStore(items)))
    try storage.update { edit in for key in ["a", "b"] { try edit.write(1, forKey: key) } }
    let before = items.texts
    items.refusedKey = refused
    let reason = "no room for \(refused)"
    let error = StorageError.notSaved(keys: ["a", "b", "c"], place: "the items", reason: reason)
    #expect(throws: error) {
      try storage.update { edit in
        for key in ["a", "b", "c"] {
          try edit.write((try edit.read(Int.self, forKey: key) ?? 0) + 1, forKey: key)
        }
      }
    }
    #expect(items.texts == before)
    #expect(try storage.read(Int.self, forKey: "a") == 1)
  }

  @Test func `values that cannot be saved are restored`() throws {
    let items = Items()
    let backend = KeyedBackend(ItemsStore(items))
    let numbers = try (0...1).map { try backend.format.encode($0) }
    #expect(try backend.commit(["a": numbers[0]], expecting: [:]))
    items.refusesToSave = true
    #expect(throws: StorageError.notSaved(keys: ["a", "b"], place: "the items", reason: "the disk is full")) {
      try backend.commit(["a": numbers[1], "b": numbers[1]], expecting: ["a": numbers[0]])
    }
    #expect(items.texts == ["a": "0"])
  }

  @Test func `a value that cannot be read is an error that names its key`() throws {
    let items = Items()
    items.unreadableKey = "a"
    let storage = StateStorage.custom(KeyedBackend(ItemsStore(items)))
    let error = StorageError.unreadable(key: "a", place: "the items", reason: "no right to read a")
    #expect(throws: error) {
      try storage.read(Int.self, forKey: "a")
    }
  }

  @Test func `a step runs again when another writer came first`() throws {
    let items = Items()
    items.set("1", forKey: "count")
    let isFirst = Locked(true)
    let step = StorageMigration(to: 2) { edit in
      let count = try edit.read(Int.self, forKey: "count") ?? 0
      if isFirst.exchange(false) { items.set("5", forKey: "count") }
      try edit.write(count * 10, forKey: "count")
    }
    let storage = StateStorage.custom(KeyedBackend(ItemsStore(items)), migrations: [step])
    #expect(try storage.read(Int.self, forKey: "count") == 50)
    #expect(items.texts["count"] == "50")
  }

  @Test func `a step that was made leaves nothing to finish on the disk`() throws {
    let items = Items()
    items.set("1", forKey: "count")
    let step = StorageMigration(to: 2) { try $0.write(10, forKey: "count") }
    let storage = StateStorage.custom(KeyedBackend(ItemsStore(items)), migrations: [step])
    #expect(try storage.read(Int.self, forKey: "count") == 10)
    #expect(items.texts["count"] == "10")
    #expect(items.savedTexts == items.texts)
  }

  @Test func `a subscription begins with what is stored, whatever was known before`() async throws {
    let items = Items()
    let storage = StateStorage.custom(KeyedBackend(ItemsStore(items)))
    #expect(storage.snapshot(of: TallySchema.self).count == 0)
    items.set("7", forKey: "count")
    let shown = Journal()
    let token = storage.subscribe(TallySchema.self) { shown.note("\($0.count)") }
    await until { !shown.entries.isEmpty }
    #expect(shown.entries == ["7"])
    token.cancel()
  }

  /// As the user's defaults do on Apple's platforms; ends in a dead lock if a lock is not recursive.
  @Test func `code that a store runs during a write may use the storage`() throws {
    let items = Items()
    let storage = StateStorage.custom(KeyedBackend(ItemsStore(items)))
    let tally = Tally().injectObject(storage)
    let read = Journal()
    items.onSet = { key in
      guard key == "count" else { return }
      read.note("\(String(describing: try? storage.read(Int.self, forKey: "count")))")
      try? storage.write("Ada", forKey: "name")
    }
    tally.send(.set(3))
    #expect(read.entries == ["Optional(3)"])
    #expect(tally.count == 3)
    #expect(tally.name == "Ada")
    #expect(items.texts == ["count": "3", "name": "\"Ada\""])
  }
}

/// Items in memory, instead of those of a keychain; all stores of one are of one service.
private final class Items: Sendable {
  fileprivate struct State: Sendable {
    var values: [String: Data] = [:]
    var saved: [String: Data] = [:]
    var refusedKey: String?
    var unreadableKey: String?
    var refusesToSave = false
    var onSet: (@Sendable (String) -> Void)?
    var observers: [@Sendable () -> Void] = []
  }

  let lock = NSRecursiveLock()
  fileprivate let state = Locked(State())

  var texts: [String: String] {
    state.withLock { $0.values.mapValues { String(decoding: $0, as: UTF8.self) } }
  }

  /// The texts as another process finds them after a crash of this one.
  var savedTexts: [String: String] {
    state.withLock { $0.saved.mapValues { String(decoding: $0, as: UTF8.self) } }
  }

  /// Sets a value as another process does, which says nothing.
  func set(_ text: String, forKey key: String) { state.withLock { $0.values[key] = Data(text.utf8) } }

  var refusedKey: String? {
    get { state.withLock { $0.refusedKey } }
    set { state.withLock { $0.refusedKey = newValue } }
  }

  var unreadableKey: String? {
    get { state.withLock { $0.unreadableKey } }
    set { state.withLock { $0.unreadableKey = newValue } }
  }

  var refusesToSave: Bool {
    get { state.withLock { $0.refusesToSave } }
    set { state.withLock { $0.refusesToSave = newValue } }
  }

  var onSet: (@Sendable (String) -> Void)? {
    get { state.withLock { $0.onSet } }
    set { state.withLock { $0.onSet = newValue } }
  }
}

private struct ItemsStore: KeyedStore {
  struct Fault: Error, CustomStringConvertible { let description: String }

  let name = "the items"
  private let items: Items
  private let notifies: Bool

  init(_ items: Items, notifies: Bool = false) {
    self.items = items
    self.notifies = notifies
  }

  var lock: NSRecursiveLock { items.lock }

  func value(forKey key: String) throws -> Data? {
    if items.unreadableKey == key { throw Fault(description: "no right to read \(key)") }
    return items.state.withLock { $0.values[key] }
  }

  /// Fails once for the key that is refused, when the value is changed already.
  func set(_ raw: Data?, forKey key: String) throws {
    items.state.withLock { $0.values[key] = raw }
    if items.refusedKey == key {
      items.refusedKey = nil
      throw Fault(description: "no room for \(key)")
    }
    items.onSet?(key)
    if notifies { for observer in items.state.withLock({ $0.observers }) { observer() } }
  }

  func save() throws {
    if items.refusesToSave { throw Fault(description: "the disk is full") }
    items.state.withLock { $0.saved = $0.values }
  }

  func observe(_ onChange: @escaping @Sendable () -> Void) {
    items.state.withLock { $0.observers.append(onChange) }
  }
}
