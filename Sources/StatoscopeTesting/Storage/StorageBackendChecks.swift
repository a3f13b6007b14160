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
/// twice. The history of each key is checked to be linearizable.
///
/// The checks use keys of their own, and remove them at the end.
public struct StorageBackendChecks: Sendable {
  private enum Subject: Sendable {
    case immediate(@Sendable () throws -> any StorageBackend)
    case remote(RemoteBackendChecks)
  }

  private let subject: Subject
  private let observation: Bool
  private let damage: (@Sendable () throws -> Void)?
  private let prefix = "statoscope-check-\(UUID().uuidString)-"

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
    self.init(
      observation: observation,
      damage: damage,
      patience: { try await Task.sleep(for: .seconds(20)) },
      open
    )
  }

  /// Creates a suite for a remote back end.
  ///
  /// - Parameters:
  ///   - observation: whether an open back end must notify its observer of changes that another one makes to
  ///     the same place.
  ///   - damage: makes the stored data unreadable, where that is possible. It is called last.
  ///   - histories: the number of random histories with broken connections, of some 20 commits each.
  ///   - open: opens the same place again at each call, or returns the same object if the place ends with it. Each
  ///     storage of the checks has one of its own.
  public init(
    observation: Bool = true,
    damage: (@Sendable () throws -> Void)? = nil,
    histories: Int = 100,
    remote open: @escaping @Sendable () async throws -> any RemoteStorageBackend
  ) {
    self.init(
      observation: observation,
      damage: damage,
      histories: histories,
      seed: .random(in: 0...(.max)),
      patience: { try await Task.sleep(for: .seconds(20)) },
      remote: open
    )
  }

  /// Creates a suite for a remote back end with another time limit for notifications, and histories that are the same each
  /// time as far as the back end allows.
  package init(
    observation: Bool = true,
    damage: (@Sendable () throws -> Void)? = nil,
    histories: Int,
    seed: UInt64,
    patience: @escaping @Sendable () async throws -> Void,
    remote open: @escaping @Sendable () async throws -> any RemoteStorageBackend
  ) {
    subject = .remote(
      RemoteBackendChecks(
        open: open,
        observation: observation,
        damage: damage,
        histories: histories,
        seed: seed,
        prefix: prefix,
        patience: patience
      )
    )
    self.observation = observation
    self.damage = damage
    self.patience = patience
  }

  /// Creates a suite with another time limit for notifications.
  package init(
    observation: Bool = true,
    damage: (@Sendable () throws -> Void)? = nil,
    patience: @escaping @Sendable () async throws -> Void,
    _ open: @escaping @Sendable () throws -> any StorageBackend
  ) {
    subject = .immediate(open)
    self.observation = observation
    self.damage = damage
    self.patience = patience
  }

  /// Runs all checks.
  ///
  /// - Throws: ``StorageBackendFailure`` with all violated requirements, or the error of the back end.
  public func run() async throws {
    let (place, failures): (String, [String])
    switch subject {
    case .immediate(let open): (place, failures) = (try open().place, try await checkAll())
    case .remote(let checks): (place, failures) = (try await checks.open().place, try await checks.run())
    }
    if !failures.isEmpty { throw StorageBackendFailure(place: place, failures: failures) }
  }

  private func open() throws -> any StorageBackend {
    guard case .immediate(let open) = subject else {
      preconditionFailure("a remote back end has checks of its own")
    }
    return try open()
  }

  private func checkAll() async throws -> [String] {
    var failures: [String] = []
    failures += try checkValues()
    failures += try checkConflicts()
    failures += try await checkAtomicity()
    failures += try await checkWriters()
    failures += try checkTypes()
    if observation { failures += try await checkObservation() }
    if let damage { failures += try checkDamage(damage) }
    return failures
  }

  // MARK: The checks

  private func checkValues() throws -> [String] {
    let backend = try open()
    let (one, other, missing) = (key("one"), key("other"), key("missing"))
    let (first, second) = (try backend.format.encode(1), try backend.format.encode("two"))
    var failures = CheckFailures()
    failures.expect(try backend.values(of: [one, missing]), [:], "a key that was never set has no value")
    failures.expect(
      try backend.commit([one: first, other: second], expecting: [one: nil]),
      true,
      "a commit whose expectation holds returns true"
    )
    for (backend, name) in [(backend, "the same back end"), (try open(), "one that is opened later")] {
      failures.expect(
        try backend.values(of: [one, other, missing]),
        [one: first, other: second],
        "\(name) reads all values that were committed, and leaves out keys without one"
      )
      failures.expect(try backend.values(of: [one]), [one: first], "\(name) reads the keys it is asked for")
    }
    failures.expect(try backend.commit([one: nil, other: nil], expecting: [:]), true, "nil removes")
    failures.expect(try open().values(of: [one, other]), [:], "a key that was removed has no value")
    return failures.texts
  }

  private func checkConflicts() throws -> [String] {
    let backend = try open()
    let (one, other) = (key("one"), key("other"))
    let values = try (1...3).map { try backend.format.encode($0) }
    defer { _ = try? backend.commit([one: nil, other: nil], expecting: [:]) }
    var failures = CheckFailures()
    _ = try backend.commit([one: values[0]], expecting: [:])
    let conflicts: [(expected: [String: Data?], text: String)] = [
      ([one: values[1]], "another value"), ([one: nil], "no value where there is one"),
      ([other: values[0]], "a value where there is none"),
      ([one: values[0], other: values[0]], "one of two values that is another"),
    ]
    for conflict in conflicts {
      failures.expect(
        try backend.commit([one: values[2], other: values[2]], expecting: conflict.expected),
        false,
        "a commit that expects \(conflict.text) returns false"
      )
      failures.expect(
        try open().values(of: [one, other]),
        [one: values[0]],
        "a commit that expects \(conflict.text) changes nothing"
      )
    }
    failures.expect(
      try backend.commit([other: values[1]], expecting: [one: values[0]]),
      true,
      "a commit may expect the value of a key that it does not change"
    )
    return failures.texts
  }

  /// Checks that a reader concurrent with a writer sees all changes of a commit or none.
  private func checkAtomicity() async throws -> [String] {
    let (one, other, turns) = (key("one"), key("other"), 25)
    let (writing, reading) = (try open(), try open())
    defer { _ = try? writing.commit([one: nil, other: nil], expecting: [:]) }
    let numbers = try (0...turns).map { try writing.format.encode($0) }
    _ = try writing.commit([one: numbers[0], other: numbers[0]], expecting: [:])
    let hasEnded = Locked(false)
    let writer = Task {
      defer { hasEnded.withLock { $0 = true } }
      for number in numbers.dropFirst() {
        _ = try writing.commit([one: number, other: number], expecting: [:])
      }
    }
    var failures = CheckFailures()
    var isLast = false
    while !isLast, failures.texts.isEmpty {
      isLast = hasEnded.withLock { $0 }
      let values = try reading.values(of: [one, other])
      failures.expect(values[other], values[one], "a reader sees all changes of a commit, or none")
      // Allows the writer to run if both share one thread.
      await Task.yield()
    }
    try await writer.value
    return failures.texts
  }

  /// Checks that concurrent writers, each with a back end of its own, lose nothing.
  private func checkWriters() async throws -> [String] {
    let (counter, writers, turns) = (key("counter"), 4, 25)
    defer { _ = try? open().commit([counter: nil], expecting: [:]) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<writers {
        group.addTask {
          let storage = StateStorage.custom(try open())
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
      try StateStorage.custom(try open()).read(Int.self, forKey: counter),
      writers * turns,
      "\(writers) writers that add 1 \(turns) times each come to the sum"
    )
    return failures.texts
  }

  private func checkTypes() throws -> [String] {
    let storage = StateStorage.custom(try open())
    let value = key("value")
    defer {
      try? storage.update { edit in
        for key in [value, value + ".damaged-Int"] { edit.remove(forKey: key) }
      }
    }
    var failures = CheckFailures()
    try storage.write("text", forKey: value)
    do {
      _ = try storage.read(Int.self, forKey: value)
      failures.note("a text that is read as a number is an error")
    } catch {
      guard case .wrongType = error else { throw error }
    }
    failures.expect(try storage.read(String.self, forKey: value), "text", "a value of another type stays")
    try storage.write(1, forKey: value)
    failures.expect(try storage.read(Int.self, forKey: value), 1, "a value of another type can be replaced")
    return failures.texts
  }

  private func checkObservation() async throws -> [String] {
    let (observing, writing) = (try open(), try open())
    let value = key("value")
    defer { _ = try? writing.commit([value: nil], expecting: [:]) }
    let (notices, noticing) = AsyncStream.makeStream(of: Bool.self)
    observing.observe { noticing.yield(true) }
    _ = try observing.values(of: [value])
    _ = try writing.commit([value: try writing.format.encode(1)], expecting: [:])
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
    return failures.texts
  }

  private func checkDamage(_ damage: () throws -> Void) throws -> [String] {
    let value = key("value")
    var failures = CheckFailures()
    _ = try open().commit([value: try open().format.encode(1)], expecting: [:])
    try damage()
    let backend = try open()
    do {
      failures.expect(try backend.values(of: [value]), [:], "what cannot be read is an error, or no value")
    } catch let error as StorageError {
      guard case .damaged = error else { throw error }
    }
    let storage = StateStorage.custom(backend)
    defer { try? storage.remove(forKey: value) }
    try storage.write(2, forKey: value)
    failures.expect(
      try StateStorage.custom(try open()).read(Int.self, forKey: value),
      2,
      "after damage, values can be written and read again"
    )
    return failures.texts
  }

  private func key(_ name: String) -> String { prefix + name }
}

/// The requirements that a storage's back end violates.
public struct StorageBackendFailure: LocalizedError, Sendable, Equatable, CustomStringConvertible {
  /// The name of the back end's place.
  public let place: String

  /// One sentence for each violated requirement, with the value that was found instead.
  public let failures: [String]

  /// A list of the violated requirements.
  public var description: String {
    """
    \(place) does not keep what a StorageBackend promises:
    \(failures.map { "- " + $0 }.joined(separator: "\n"))
    """
  }

  /// The same text as ``description``.
  public var errorDescription: String? { description }
}

/// The failures of one check.
struct CheckFailures {
  var texts: [String] = []

  mutating func expect<Value: Equatable>(_ found: Value, _ expected: Value, _ promise: String) {
    guard found != expected else { return }
    note("\(promise): expected \(text(expected)), found \(text(found))")
  }

  mutating func note(_ text: String) {
    texts.append(text)
  }

  private func text(_ value: Any) -> String {
    switch value {
    case let data as Data: return String(decoding: data, as: UTF8.self)
    case let values as [String: Data]:
      let parts = values.sorted { $0.key < $1.key }.map { "\($0.key): \(text($0.value))" }
      return parts.isEmpty ? "[:]" : "[\(parts.joined(separator: ", "))]"
    case let answers as [Bool]: return "\(answers)"
    case let number as Int: return "\(number)"
    case Optional<Any>.none: return "nothing"
    default: return "\(value)"
    }
  }
}
