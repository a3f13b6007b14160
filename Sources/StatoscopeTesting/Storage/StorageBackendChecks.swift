import Foundation
import Statoscope

/// A conformance suite for a `StorageBackend` or a `RemoteStorageBackend`: persistence, atomicity, conflicts, concurrent
/// writers, values of another type, damage and observation; and, for a remote one, repeated commits and broken
/// connections.
///
/// ```swift
/// @Test func `The table keeps what a back end promises`() async throws {
///   try await StorageBackendChecks { TableBackend(path) }.run()
/// }
/// ```
/// A remote back end is checked by `StorageBackendChecks(remote: { backend }).run()`. Three storages then make random changes,
/// while their connections break before, during and after calls, and lose answers: no change may be lost, and none made
/// twice.
///
/// The checks use keys of their own, and remove them at the end.
public struct StorageBackendChecks: Sendable {
  private enum Subject: Sendable {
    case immediate(@Sendable () throws -> any StorageBackend)
    case remote(RemoteBackendChecks)
  }

  private let subject: Subject
  /// Opens the back end; one that answers at once is asked as a remote one is.
  private let open: @Sendable () async throws -> any RemoteStorageBackend
  private let observation: Bool
  private let damage: (@Sendable () throws -> Void)?
  private let prefix: String

  /// A wait after which a missing notification is a failure.
  private let patience: @Sendable () async throws -> Void

  /// Creates a suite for a back end.
  ///
  /// - Parameters:
  ///   - observation: whether an open back end must notify its observer of changes that another one makes to
  ///     the same place.
  ///   - damage: makes the stored data unreadable, where that is possible. It is called last.
  ///   - open: opens the same place again at each call, or returns the same object if the place ends with it.
  public init(
    observation: Bool = true,
    damage: (@Sendable () throws -> Void)? = nil,
    _ open: @escaping @Sendable () throws -> any StorageBackend
  ) {
    self.init(observation: observation, damage: damage, patience: StorageBackendChecks.patience, open)
  }

  /// Creates a suite for a remote back end.
  ///
  /// - Parameters:
  ///   - observation: whether an open back end must notify its observer of changes that another one makes to
  ///     the same place.
  ///   - damage: makes the stored data unreadable, where that is possible. It is called last.
  ///   - open: opens the same place again at each call, or returns the same object if the place ends with it. Each
  ///     storage of the checks has one of its own.
  public init(
    observation: Bool = true,
    damage: (@Sendable () throws -> Void)? = nil,
    remote open: @escaping @Sendable () async throws -> any RemoteStorageBackend
  ) {
    self.init(
      observation: observation,
      damage: damage,
      seed: .random(in: 0...(.max)),
      patience: StorageBackendChecks.patience,
      remote: open
    )
  }

  /// Creates a suite with another time limit for notifications.
  package init(
    observation: Bool = true,
    damage: (@Sendable () throws -> Void)? = nil,
    patience: @escaping @Sendable () async throws -> Void,
    _ open: @escaping @Sendable () throws -> any StorageBackend
  ) {
    subject = .immediate(open)
    self.open = { ImmediateBackend(backend: try open()) }
    self.observation = observation
    self.damage = damage
    self.patience = patience
    prefix = StorageBackendChecks.newPrefix
  }

  /// Creates a suite for a remote back end with another time limit for notifications, whose connections break in the same way
  /// each time as far as the back end allows.
  package init(
    observation: Bool = true,
    damage: (@Sendable () throws -> Void)? = nil,
    seed: UInt64,
    patience: @escaping @Sendable () async throws -> Void,
    remote open: @escaping @Sendable () async throws -> any RemoteStorageBackend
  ) {
    prefix = StorageBackendChecks.newPrefix
    subject = .remote(RemoteBackendChecks(open: open, seed: seed, prefix: prefix))
    self.open = open
    self.observation = observation
    self.damage = damage
    self.patience = patience
  }

  @Sendable private static func patience() async throws { try await Task.sleep(for: .seconds(20)) }
  private static var newPrefix: String { "statoscope-check-\(UUID().uuidString)-" }

  /// Runs all checks.
  ///
  /// - Throws: ``StorageBackendFailure`` with all violated requirements, or the error of the back end.
  public func run() async throws {
    var failures: [String] = []
    failures += try await checkValues()
    failures += try await checkConflicts()
    failures += try await checkAtomicity()
    if case .immediate = subject { failures += try await checkWriters() }
    if case .remote(let checks) = subject { failures += try await checks.checkRepetition() }
    failures += try await checkTypes()
    if observation { failures += try await checkObservation() }
    // Without the requirements above, each of these would fail.
    if failures.isEmpty, case .remote(let checks) = subject {
      failures += try await checks.checkBrokenConnections()
    }
    if let damage { failures += try await checkDamage(damage) }
    guard failures.isEmpty else {
      throw StorageBackendFailure(place: try await open().place, failures: failures)
    }
  }

  /// Opens a storage of the back end.
  private func openStorage() async throws -> StateStorage {
    switch subject {
    case .immediate(let open): .custom(try open())
    case .remote: .remote(try await open(), clock: ImpatientClock(), logsFailures: false)
    }
  }

  // MARK: The checks

  private func checkValues() async throws -> [String] {
    let backend = try await open()
    let (one, other, missing) = (key("one"), key("other"), key("missing"))
    let (first, second) = (try backend.format.encode(1), try backend.format.encode("two"))
    var failures = CheckFailures()
    failures.expect(
      try await backend.values(of: [one, missing]),
      [:],
      "a key that was never set has no value"
    )
    failures.expect(
      try await backend.commit(StorageCommit(changes: [one: first, other: second], expected: [one: nil])),
      true,
      "a commit whose expectation holds returns true"
    )
    for (backend, name) in [(backend, "the same back end"), (try await open(), "one that is opened later")] {
      failures.expect(
        try await backend.values(of: [one, other, missing]),
        [one: first, other: second],
        "\(name) reads all values that were committed, and leaves out keys without one"
      )
      failures.expect(
        try await backend.values(of: [one]),
        [one: first],
        "\(name) reads the keys it is asked for"
      )
    }
    failures.expect(
      try await backend.commit(StorageCommit(changes: [one: nil, other: nil], expected: [:])),
      true,
      "nil removes"
    )
    failures.expect(try await open().values(of: [one, other]), [:], "a key that was removed has no value")
    return failures.texts
  }

  private func checkConflicts() async throws -> [String] {
    let backend = try await open()
    let (one, other) = (key("one"), key("other"))
    let values = try (1...3).map { try backend.format.encode($0) }
    var failures = CheckFailures()
    _ = try await backend.commit(StorageCommit(changes: [one: values[0]], expected: [:]))
    let conflicts: [(expected: [String: Data?], text: String)] = [
      ([one: values[1]], "another value"), ([one: nil], "no value where there is one"),
      ([other: values[0]], "a value where there is none"),
      ([one: values[0], other: values[0]], "one of two values that is another"),
    ]
    for conflict in conflicts {
      let commit = StorageCommit(changes: [one: values[2], other: values[2]], expected: conflict.expected)
      failures.expect(
        try await backend.commit(commit),
        false,
        "a commit that expects \(conflict.text) returns false"
      )
      failures.expect(
        try await open().values(of: [one, other]),
        [one: values[0]],
        "a commit that expects \(conflict.text) changes nothing"
      )
    }
    failures.expect(
      try await backend.commit(StorageCommit(changes: [other: values[1]], expected: [one: values[0]])),
      true,
      "a commit may expect the value of a key that it does not change"
    )
    try await remove([one, other])
    return failures.texts
  }

  /// Checks that a reader concurrent with a writer sees all changes of a commit or none.
  private func checkAtomicity() async throws -> [String] {
    let (one, other, turns) = (key("one"), key("other"), 25)
    let (writing, reading) = (try await open(), try await open())
    let numbers = try (0...turns).map { try writing.format.encode($0) }
    _ = try await writing.commit(StorageCommit(changes: [one: numbers[0], other: numbers[0]], expected: [:]))
    let hasEnded = Locked(false)
    let writer = Task {
      defer { hasEnded.withLock { $0 = true } }
      for number in numbers.dropFirst() {
        _ = try await writing.commit(StorageCommit(changes: [one: number, other: number], expected: [:]))
      }
    }
    var failures = CheckFailures()
    var isLast = false
    while !isLast, failures.texts.isEmpty {
      isLast = hasEnded.withLock { $0 }
      let values = try await reading.values(of: [one, other])
      failures.expect(values[other], values[one], "a reader sees all changes of a commit, or none")
      // Allows the writer to run if both share one thread.
      await Task.yield()
    }
    try await writer.value
    try await remove([one, other])
    return failures.texts
  }

  /// Checks that concurrent writers, each with a back end of its own, lose nothing.
  private func checkWriters() async throws -> [String] {
    let (counter, writers, turns) = (key("counter"), 4, 25)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<writers {
        group.addTask {
          let storage = try await openStorage()
          for _ in 0..<turns {
            try storage.update { edit in
              try edit.write((try edit.read(Int.self, forKey: counter) ?? 0) + 1, forKey: counter)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    var failures = CheckFailures()
    failures.expect(
      try await openStorage().read(Int.self, forKey: counter),
      writers * turns,
      "\(writers) writers that add 1 \(turns) times each come to the sum"
    )
    try await remove([counter])
    return failures.texts
  }

  private func checkTypes() async throws -> [String] {
    let storage = try await openStorage()
    let value = key("value")
    var failures = CheckFailures()
    try await storage.load([value])
    try storage.write("text", forKey: value)
    do {
      _ = try storage.read(Int.self, forKey: value)
      failures.note("a text that is read as a number is an error")
    } catch {
      guard case .wrongType = error else { throw error }
    }
    failures.expect(try storage.read(String.self, forKey: value), "text", "a value of another type stays")
    try await storage.flush()
    try storage.write(1, forKey: value)
    try await storage.flush()
    let reopened = try await openStorage()
    try await reopened.load([value])
    failures.expect(
      try reopened.read(Int.self, forKey: value),
      1,
      "a value of another type can be replaced"
    )
    try await remove([value, value + ".damaged-Int"])
    return failures.texts
  }

  private func checkObservation() async throws -> [String] {
    let (observing, writing) = (try await open(), try await open())
    let value = key("value")
    let (notices, noticing) = AsyncStream.makeStream(of: Bool.self)
    try await observing.observe { keys in
      if keys?.contains(value) != false { noticing.yield(true) }
    }
    _ = try await observing.values(of: [value])
    _ = try await writing.commit(
      StorageCommit(changes: [value: try writing.format.encode(1)], expected: [:])
    )
    // A back end that never notifies must fail the check rather than hang it.
    let limit = Task { [patience] in
      try await patience()
      noticing.yield(false)
    }
    defer { limit.cancel() }
    var failures = CheckFailures()
    for await isNotified in notices {
      failures.expect(isNotified, true, "the observer is notified of what another back end changes")
      break
    }
    try await remove([value])
    return failures.texts
  }

  private func checkDamage(_ damage: () throws -> Void) async throws -> [String] {
    let value = key("value")
    var failures = CheckFailures()
    let backend = try await open()
    _ = try await backend.commit(
      StorageCommit(changes: [value: try backend.format.encode(1)], expected: [:])
    )
    try damage()
    do {
      let found = try await open().values(of: [value])
      failures.expect(found, [:], "what cannot be read is an error, or no value")
    } catch let error as StorageError {
      guard case .damaged = error else { throw error }
    }
    let storage = try await openStorage()
    // Throws where the damage is found.
    try? await storage.load([value])
    try storage.write(2, forKey: value)
    try await storage.flush()
    let reopened = try await openStorage()
    try await reopened.load([value])
    failures.expect(
      try reopened.read(Int.self, forKey: value),
      2,
      "after damage, values can be written and read again"
    )
    try await remove([value])
    return failures.texts
  }

  private func remove(_ keys: [String]) async throws {
    let changes = keys.reduce(into: [String: Data?]()) { $0[$1] = .some(nil) }
    _ = try await open().commit(StorageCommit(changes: changes, expected: [:]))
  }

  private func key(_ name: String) -> String { prefix + name }
}

/// A back end that answers at once, asked as a remote one is.
private struct ImmediateBackend: RemoteStorageBackend {
  let backend: any StorageBackend
  var place: String { backend.place }
  var format: StorageFormat { backend.format }

  func values(of keys: Set<String>) async throws -> [String: Data] { try backend.values(of: keys) }

  func commit(_ commit: StorageCommit) async throws -> Bool {
    try backend.commit(commit.changes, expecting: commit.expected)
  }

  func observe(_ onChange: @escaping @Sendable (_ keys: Set<String>?) -> Void) async throws {
    backend.observe { onChange(nil) }
  }
}
