extension ScopeProtocol {
  /// Runs an event; an error of its update is logged at ``LogLevel/errors``.
  ///
  /// While this scope is updating, the event is queued and runs when that update and the start of its effects
  /// are done; `send` then returns before it has run. Complexity: O(1) besides the update, at any depth of
  /// the tree.
  ///
  /// - Parameters:
  ///   - when: the event.
  ///   - isolation: the actor that the scope lives on, which receives the results of effects; omit it.
  /// - Returns: this scope, for chaining.
  @inlinable
  @discardableResult
  public func send(_ when: When, isolation: isolated (any Actor)? = #isolation) -> Self {
    // Inlined, so that a caller that discards the result pays for no retain and release of it.
    deliver(when, isolation: isolation)
    return self
  }

  /// Runs an event and rethrows the error of its update.
  ///
  /// While this scope is updating, the event is queued; an error that it throws later is logged, and passed
  /// to the outermost `trySend` in progress in this tree, if there is one.
  ///
  /// - Parameters:
  ///   - when: the event.
  ///   - isolation: the actor that the scope lives on, which receives the results of effects; omit it.
  /// - Throws: the error of the update, or ``EffectIsolationError`` when its effects could not start.
  /// - Returns: this scope, for chaining.
  @discardableResult
  public func trySend(_ when: When, isolation: isolated (any Actor)? = #isolation) throws -> Self {
    linkSubscopes()
    let context = context
    context.trySendDepth += 1
    var failure: (any Error)?
    do { try handle(when, isolation: isolation) } catch { failure = error }
    // The trees may have become one in between.
    let waitingEventError = context.current.endTrySend()
    if let error = failure ?? waitingEventError { throw error }
    return self
  }

  /// Runs an event and logs the error that it throws.
  @usableFromInline
  func deliver(_ when: When, isolation: isolated (any Actor)?) {
    do { try handle(when, isolation: isolation) } catch {
      log(error, of: when)
      announceLostError(error, of: EventText(when).text)
    }
  }

  /// Runs an event and then those that were queued while it ran; queues it when another one is running.
  private func handle(_ when: When, isolation: isolated (any Actor)?) throws {
    guard isReady(for: isolation) else { return try handleWithCare(when, isolation: isolation) }
    // Nearly every event takes this path; see Tests/Benchmarks/README.md before adding to it.
    eventPhase = .updating
    var failure: (any Error)?
    do { try update(when) } catch { failure = error }
    if hasMoreToDo {
      failure = finish(when, failure, isolation: isolation) { announce(when) }
      runQueuedEvents(isolation: isolation)
    } else if hasSubscribers {
      eventPhase = .finishing
      if failure == nil { announce(when) }
      if hasMoreToDo { runQueuedEvents(isolation: isolation) }
    }
    eventPhase = .idle
    if let failure { throw failure }
  }

  /// Starts the enqueued effects and calls the subscribers, or discards the effects when the last update
  /// threw.
  ///
  /// - Parameters:
  ///   - when: the event that was sent.
  ///   - failure: the error of the last update, or of a middleware.
  ///   - announce: calls the subscribers for each of these updates: a middleware may drop, repeat or change an
  ///     event.
  /// - Returns: the error of the update, or of the start of its effects.
  @inline(never)
  private func finish(
    _ when: When,
    _ failure: (any Error)?,
    isolation: isolated (any Actor)?,
    announce: () -> Void
  ) -> (any Error)? {
    eventPhase = .finishing
    if let failure {
      effectsHandler?.discardStaged()
      return failure
    }
    var failure: (any Error)?
    if hasMoreToDo, let effectsHandler {
      do {
        try effectsHandler.commitStaged(of: self, startedBy: { EventText(when).text }, isolation: isolation)
      } catch {
        failure = error
      }
    }
    announce()
    return failure
  }

  /// Handles an event with all hooks around its update, or the first event of a scope or an actor.
  private func handleWithCare(_ when: When, isolation: isolated (any Actor)?) throws {
    if !hasLinkedSubscopes { linkSubscopes() }
    if let isolation { settle(on: isolation) }
    guard !isHandlingEvents else {
      let runtime = ensuredRuntime
      runtime.queuedEvents.append(when)
      runtime.hasQueuedEvents = true
      hasMoreToDo = true
      for observer in eventObservers { observer.didQueueEvent(of: self) }
      return
    }
    var failure: (any Error)?
    do { try runUpdate(when, isolation: isolation) } catch { failure = error }
    if hasMoreToDo { runQueuedEvents(isolation: isolation) }
    eventPhase = .idle
    if let failure { throw failure }
  }

  /// Runs the queued events, including those queued in the meantime.
  private func runQueuedEvents(isolation: isolated (any Actor)?) {
    hasMoreToDo = false
    guard let runtime, runtime.hasQueuedEvents, let runtime = knownRuntime else { return }
    while runtime.hasQueuedEvents {
      let events = runtime.queuedEvents
      runtime.queuedEvents = []
      runtime.hasQueuedEvents = false
      for when in events {
        for observer in eventObservers { observer.willHandleQueuedEvent(of: self) }
        do { try runUpdate(when, isolation: isolation) } catch {
          log(error, of: when)
          context.keepForTrySend(error)
        }
      }
    }
    hasMoreToDo = false
  }

  /// Updates the state for one event, with all hooks around it, and starts its effects.
  private func runUpdate(_ when: When, isolation: isolated (any Actor)?) throws {
    eventPhase = .updating
    StatoscopeLogger.log(.when) { "\(logName) \(EventText(when).text)" }
    let stateLog = StatoscopeLogger.followsEvents ? StateLog(of: self) : nil
    // Without the scopes that they were added to, which the event may release.
    var observers: [any TreeObserver] = []
    var updates: [When]?
    var failure: (any Error)?
    do {
      let hooks = findEventHooks()
      observers = hooks.observers
      announceEvent(when, to: observers)
      if hasMiddleware || !hooks.middlewares.isEmpty {
        updates = []
        try runMiddlewares(hooks, around: when) { updates?.append($0) }
      } else {
        try update(when, announcedTo: observers)
      }
    } catch {
      failure = error
    }
    stateLog?.write()
    eventPhase = .finishing
    var end = failure
    if hasMoreToDo || hasSubscribers {
      end = finish(when, failure, isolation: isolation) {
        if let updates { for when in updates { announce(when) } } else { announce(when) }
      }
    }
    for observer in observers { observer.didHandle(when, of: self, failure: failure) }
    if let end { throw end }
  }

  /// Runs all middlewares around an event, and the update as often as they request it.
  ///
  /// - Parameter note: is called with the event of each update that did not throw.
  private func runMiddlewares(_ hooks: EventHooks, around when: When, note: (When) -> Void) throws {
    let event = HookedEvent(scope: self, when: when, runtime: knownRuntime, middlewares: hooks.middlewares)
    try event.run { when in
      let stagedBefore = effectsHandler?.stagedCount ?? 0
      do { try update(when, announcedTo: hooks.observers) } catch {
        // Here, not only below: a middleware may catch the error, and may have run another update before.
        effectsHandler?.discardStaged(after: stagedBefore)
        throw error
      }
      note(when)
    }
  }

  private func announceEvent(_ when: When, to observers: [any TreeObserver]) {
    for observer in observers.reversed() { observer.willHandle(when, of: self) }
  }

  /// Updates the state, and notifies observers before and after.
  private func update(_ when: When, announcedTo observers: [any TreeObserver]) throws {
    guard !observers.isEmpty else { return try update(when) }
    for observer in observers.reversed() { observer.willUpdate(self, for: when) }
    var failure: (any Error)?
    do { try update(when) } catch { failure = error }
    for observer in observers { observer.didUpdate(self, failure: failure) }
    if let failure { throw failure }
  }

  private func log(_ error: any Error, of when: When) {
    StatoscopeLogger.log(.errors) { "\(typeName) could not handle \(EventText(when).text): \(error)" }
  }
}

extension TreeContext {
  /// Stores the first error of a queued event, which has been logged, for the outermost `trySend`.
  fileprivate func keepForTrySend(_ error: any Error) {
    if trySendDepth > 0, waitingEventError == nil { waitingEventError = error }
  }

  /// Ends a `trySend`; the outermost one receives the stored error.
  fileprivate func endTrySend() -> (any Error)? {
    trySendDepth -= 1
    guard trySendDepth == 0 else { return nil }
    defer { waitingEventError = nil }
    return waitingEventError
  }
}
