import Foundation
import Statoscope

/// The requirements of a `RemoteStorageBackend`, and what a storage makes of it while its connection breaks.
struct RemoteBackendChecks: Sendable {
  let open: @Sendable () async throws -> any RemoteStorageBackend
  let observation: Bool
  let damage: (@Sendable () throws -> Void)?
  let histories: Int
  let seed: UInt64
  let prefix: String
  /// A wait after which a missing notification is a failure.
  let patience: @Sendable () async throws -> Void

  func run() async throws -> [String] {
    var failures: [String] = []
    failures += try await checkValues()
    failures += try await checkConflicts()
    failures += try await checkRepetition()
    failures += try await checkAtomicity()
    failures += try await checkTypes()
    if observation { failures += try await checkObservation() }
    // Without the requirements above, every history would fail.
    if failures.isEmpty { failures += try await checkHistories() }
    if let damage { failures += try await checkDamage(damage) }
    return failures
  }

  // MARK: Values

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
    failures.expect(try await remove([one, other]), true, "nil removes")
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
    _ = try await remove([one, other])
    return failures.texts
  }

  /// Checks that a commit is made once, however often it is sent, and by whichever connection.
  private func checkRepetition() async throws -> [String] {
    let backend = try await open()
    let value = key("repeated")
    let numbers = try (0...2).map { try backend.format.encode($0) }
    var failures = CheckFailures()
    let first = StorageCommit(changes: [value: numbers[1]], expected: [value: nil])
    for (backend, name) in [(backend, "once"), (backend, "again"), (try await open(), "again elsewhere")] {
      failures.expect(
        try await backend.commit(first),
        true,
        "a commit that was made returns true when it is sent \(name)"
      )
    }
    _ = try await backend.commit(StorageCommit(changes: [value: nil], expected: [value: numbers[1]]))
    failures.expect(
      try await backend.commit(first),
      true,
      "a commit that was made returns true after its expectation holds again"
    )
    failures.expect(
      try await open().values(of: [value]),
      [:],
      "a commit that was made and is sent again changes nothing"
    )
    // The same commit through three connections at once.
    let second = StorageCommit(changes: [value: numbers[2]], expected: [value: nil])
    let answers = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 1...3 { group.addTask { try await open().commit(second) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    failures.expect(
      answers,
      [true, true, true],
      "a commit that is sent three times at once returns true each time"
    )
    _ = try await remove([value])
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
    _ = try await remove([one, other])
    return failures.texts
  }

  private func checkTypes() async throws -> [String] {
    let value = key("value")
    let backend = try await open()
    let storage = StateStorage.remote(backend, clock: ImpatientClock())
    var failures = CheckFailures()
    try await storage.load([value])
    try storage.write("text", forKey: value)
    try await storage.flush()
    try storage.write(1, forKey: value)
    try await storage.flush()
    failures.expect(
      try await open().values(of: [value, value + ".damaged-Int"]),
      [value: try backend.format.encode(1), value + ".damaged-Int": try backend.format.encode("text")],
      "a value of another type can be replaced, and is preserved"
    )
    _ = try await remove([value, value + ".damaged-Int"])
    return failures.texts
  }

  // MARK: Other writers

  private func checkObservation() async throws -> [String] {
    let (observing, writing) = (try await open(), try await open())
    let value = key("value")
    let (notices, noticing) = AsyncStream.makeStream(of: Bool.self)
    try await observing.observe { keys in
      if keys?.contains(value) != false { noticing.yield(true) }
    }
    _ = try await observing.values(of: [value])
    _ = try await writing.commit(StorageCommit(changes: [value: try writing.format.encode(1)], expected: [:]))
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
    _ = try await remove([value])
    return failures.texts
  }

  /// Checks that no operation is lost or made twice while the connections break at random.
  private func checkHistories() async throws -> [String] {
    var failures = CheckFailures()
    for number in 0..<histories {
      let history = try await RandomHistory(
        open: open,
        key: key("history \(number)"),
        seed: seed &+ UInt64(number)
      ).run()
      guard !history.isLinearizable else { continue }
      failures.note(
        """
        no operation is lost or made twice while connections break, in history \(number) of seed \(seed):
        \(history)
        """
      )
      break
    }
    return failures.texts
  }

  private func checkDamage(_ damage: () throws -> Void) async throws -> [String] {
    let value = key("value")
    var failures = CheckFailures()
    let backend = try await open()
    _ = try await backend.commit(StorageCommit(changes: [value: try backend.format.encode(1)], expected: [:]))
    try damage()
    do {
      failures.expect(
        try await open().values(of: [value]),
        [:],
        "what cannot be read is an error, or no value"
      )
    } catch let error as StorageError {
      guard case .damaged = error else { throw error }
    }
    let storage = StateStorage.remote(try await open(), clock: ImpatientClock())
    try await storage.load([value])
    try storage.write(2, forKey: value)
    try await storage.flush()
    failures.expect(
      try await open().values(of: [value]),
      [value: try backend.format.encode(2)],
      "after damage, values can be written and read again"
    )
    _ = try await remove([value])
    return failures.texts
  }

  private func remove(_ keys: [String]) async throws -> Bool {
    let changes = keys.reduce(into: [String: Data?]()) { $0[$1] = .some(nil) }
    return try await open().commit(StorageCommit(changes: changes, expected: [:]))
  }

  private func key(_ name: String) -> String { prefix + name }
}
