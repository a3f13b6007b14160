import Foundation
import Statoscope

/// A server with values, for the tests of remote storages; each `Line` is one machine's connection to it.
public final class RemoteTable: Sendable {
  private struct State: Sendable {
    var rows: [String: Data] = [:]
    /// The answers by the ids of their commits.
    var answers: [UUID: Bool] = [:]
    var log: [StorageCommit] = []
    var attempts = 0
    var observers: [ObjectIdentifier: @Sendable (Set<String>?) -> Void] = [:]
  }

  private let state = Locked(State())

  /// Makes an empty one.
  public init() {}

  /// The texts of all values.
  public var texts: [String: String] {
    state.withLock { $0.rows.mapValues { String(decoding: $0, as: UTF8.self) } }
  }

  /// The commits that were made or refused, each once.
  public var commits: [StorageCommit] { state.withLock { $0.log } }

  /// The number of calls of all lines.
  public var attempts: Int { state.withLock { $0.attempts } }

  /// Sets values as another machine does, whose change is announced unless it is quiet.
  public func set(_ texts: [String: String?], quietly isQuiet: Bool = false) {
    let observers = state.withLock { state in
      for (key, text) in texts { state.rows[key] = text.map { Data($0.utf8) } }
      return Array(state.observers.values)
    }
    if !isQuiet { for observer in observers { observer(Set(texts.keys)) } }
  }

  /// A connection of one machine.
  public final class Line: RemoteStorageBackend {
    /// What a line is about to do, or has done.
    public enum Moment: Sendable {
      /// Register an observer.
      case observe
      /// Read some keys.
      case read(Set<String>)
      /// Answer what was read.
      case answerRead(Set<String>)
      /// Make a commit.
      case commit(StorageCommit)
      /// Answer whether it was made.
      case answerCommit(StorageCommit, Bool)
    }

    private let table: RemoteTable
    private let onMoment: Locked<@Sendable (Moment) async throws -> Void>

    /// The name of the table.
    public let place: String

    /// Makes a connection.
    ///
    /// - Parameters:
    ///   - place: the name of the table.
    ///   - onMoment: waits or throws, to delay or to break it.
    public init(
      to table: RemoteTable,
      place: String = "the table",
      _ onMoment: @escaping @Sendable (Moment) async throws -> Void = { _ in }
    ) {
      self.table = table
      self.place = place
      self.onMoment = Locked(onMoment)
    }

    deinit {
      table.state.withLock { _ = $0.observers.removeValue(forKey: ObjectIdentifier(self)) }
    }

    /// Replaces what delays or breaks the connection.
    public func on(_ onMoment: @escaping @Sendable (Moment) async throws -> Void) {
      self.onMoment.exchange(onMoment)
    }

    private func pass(_ moment: Moment) async throws {
      table.state.withLock { $0.attempts += 1 }
      try await onMoment.withLock { $0 }(moment)
    }

    /// Reads.
    public func values(of keys: Set<String>) async throws -> [String: Data] {
      try await pass(.read(keys))
      let found = table.state.withLock { state in state.rows.filter { keys.contains($0.key) } }
      try await pass(.answerRead(keys))
      return found
    }

    /// Compares and changes.
    public func commit(_ commit: StorageCommit) async throws -> Bool {
      try await pass(.commit(commit))
      let (isMade, observers) = table.state.withLock { state in
        if let answer = state.answers[commit.id] { return (answer, [@Sendable (Set<String>?) -> Void]()) }
        let isMade = commit.expected.allSatisfy { state.rows[$0.key] == $0.value }
        state.answers[commit.id] = isMade
        state.log.append(commit)
        guard isMade else { return (false, []) }
        for (key, value) in commit.changes { state.rows[key] = value }
        return (true, state.observers.filter { $0.key != ObjectIdentifier(self) }.map(\.value))
      }
      for observer in observers { observer(Set(commit.changes.keys)) }
      try await pass(.answerCommit(commit, isMade))
      return isMade
    }

    /// Registers.
    public func observe(_ onChange: @escaping @Sendable (Set<String>?) -> Void) async throws {
      try await pass(.observe)
      table.state.withLock { $0.observers[ObjectIdentifier(self)] = onChange }
    }
  }
}
