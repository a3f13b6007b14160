import Foundation

extension StateStorage {
  /// Changes several values, all or none of them, and waits until they are stored.
  ///
  /// ```swift
  /// let number = try await storage.transaction { edit in
  ///   let stock = try edit.read(Int.self, forKey: "stock") ?? 0
  ///   guard stock > 0 else { throw SoldOut() }
  ///   try edit.write(stock - 1, forKey: "stock")
  ///   return stock
  /// }
  /// ```
  /// The closure runs outside the caller's actor, after the operations that wait, and with a remote back end together with the
  /// transactions that wait at the same time, one after the other and with one commit. It runs again when another writer came
  /// first, and where it needs values that are not known yet; so it must do nothing but read and write with its argument.
  /// With a remote back end the values need not be loaded.
  ///
  /// Once the changes were sent, it waits for an answer, however long the store is away; cancel the task to limit that.
  ///
  /// - Parameter body: makes the changes; when it throws, nothing is changed.
  /// - Returns: the result of the closure for the values that were changed.
  /// - Throws: the error of the closure, ``StorageError`` when the store cannot be used, and `CancellationError`. The error
  ///   ``StorageError/unanswered(keys:place:reason:)`` alone means that the changes may have been made.
  public func transaction<Result: Sendable>(
    _ body: @escaping @Sendable (_ edit: inout StorageEdit) throws -> Result
  ) async throws -> Result {
    guard let remote else {
      return try await inBackground { Swift.Result { try self.update(body) } }.get()
    }
    return try await remote.transaction(in: self, body)
  }

  /// Changes values of a remote store, in the task of its connection.
  ///
  /// - Parameters:
  ///   - mayBeSent: whether changes may be sent; false to run the closure again.
  ///   - whenUnanswered: is called before a commit is sent again.
  /// - Returns: nil when the values have got another version, and have to be migrated first.
  func transact<Result: Sendable>(
    isMigration: Bool = false,
    _ body: @Sendable (_ edit: inout StorageEdit) throws -> Result,
    mayBeSent: @Sendable (_ changes: SentOperations) -> Bool = { _ in true },
    whenUnanswered: @Sendable (_ error: any Error) -> Void = { _ in }
  ) async throws -> Result? {
    guard let remote else { preconditionFailure("only a remote store has transactions that wait") }
    let signature = isMigration ? [:] : remote.signature
    // With what is known first: mostly nobody else has written.
    var keys: Set<String>?
    while true {
      try Task.checkCancellation()
      guard var edit = try await edit(of: keys, in: signature, isMigration, remote) else { return nil }
      let result = Swift.Result { try body(&edit) }
      let missing = edit.missing ?? []
      let changes = edit.finish()
      guard missing.isEmpty else {
        keys = changes.keys.union(missing).union(keys ?? [])
        continue
      }
      if case .success(let value) = result, !changes.changes.isEmpty {
        let expected = changes.expected.merging(signature.mapValues(Optional.some)) { first, _ in first }
        let sent = SentOperations(changes.changes, expected)
        guard mayBeSent(sent) else { continue }
        if try await isMade(sent, remote, whenUnanswered) { return value }
      } else if keys != nil || changes.expected.isEmpty {
        return try result.get()
      }
      // Overtaken, or a result without changes, which is right for the newest values only.
      keys = changes.keys
    }
  }

  /// Creates an edit of the newest values of some keys, or of the known ones of all if none are given: what it is based on is
  /// compared in any case.
  ///
  /// - Returns: nil when the values have got another version.
  private func edit(
    of keys: Set<String>?,
    in signature: StoredValues,
    _ isMigration: Bool,
    _ remote: RemoteConnection
  ) async throws -> StorageEdit? {
    guard let keys = keys?.union(signature.keys) else {
      return StorageEdit(self, knowing: memory.withLock { $0.storeValues }, isMigration: isMigration)
    }
    do {
      let found = try await abandonable {
        try await remote.backend.values(of: keys).mapValues { Data([UInt8]($0)) }
      }
      let isCurrent = memory.withLock { memory in
        memory.exchange.recover(from: .fetch)
        return signature.isEmpty || memory.exchange.checkVersion(in: found)
      }
      guard isCurrent else { return nil }
      let values = keys.reduce(into: [String: Data?]()) { $0[$1] = .some(found[$1]) }
      return StorageEdit(self, knowing: values, isMigration: isMigration)
    } catch let error as StorageError { throw error } catch {
      try Task.checkCancellation()
      throw StorageError.unreadable(key: nil, place: remote.backend.place, reason: "\(error)")
    }
  }

  /// Waits for the answer of a back end until the task is cancelled; the call itself goes on.
  private func abandonable<Answer: Sendable>(_ call: @escaping @Sendable () async throws -> Answer)
    async throws -> Answer
  {
    let (answers, answering) = AsyncThrowingStream.makeStream(of: Answer.self)
    Task {
      do { answering.yield(try await call()) } catch { answering.finish(throwing: error) }
    }
    for try await answer in answers { return answer }
    throw CancellationError()
  }

  /// Sends a commit until it is answered or given up, and shows what it has made.
  private func isMade(
    _ sent: SentOperations,
    _ remote: RemoteConnection,
    _ whenUnanswered: @Sendable (_ error: any Error) -> Void
  ) async throws -> Bool {
    let commit = StorageCommit(changes: sent.changes, expected: sent.expected)
    while true {
      do {
        let isMade = try await abandonable { try await remote.backend.commit(commit) }
        var (notification, refusals) = memory.withLock { memory in
          memory.exchange.recover(from: .commit(commit.id))
          memory.exchange.recordAnswer(isMade: isMade)
          let notification = isMade ? memory.adopt(transaction: commit) : StorageNotification()
          return (notification, memory.exchange.tooManyRefusals)
        }
        if isMade { notification.loss = loss(of: sent.misfits) }
        applyOutdatedOperations()
        notification.send()
        reportConnection()
        if let refusals { await remote.fail(.refusal, remote.refused(sent, refusals), self) }
        return isMade
      } catch {
        if !Task.isCancelled {
          whenUnanswered(error)
          await remote.fail(.commit(commit.id), remote.notSent(sent, error), self)
        }
        guard !Task.isCancelled else {
          memory.withLock { $0.exchange.recover(from: .commit(commit.id)) }
          reportConnection()
          throw error
        }
      }
    }
  }
}
