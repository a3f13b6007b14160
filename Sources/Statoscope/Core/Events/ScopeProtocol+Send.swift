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
    // Inlined, so that a caller that discards the result pays for no retain and release of it, and so that the type
    // of the event is known.
    deliver(when, EventType(), isolation: isolation)
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
    let context = context
    context.beginTrySend()
    var failure: (any Error)?
    do { try handle(when, EventType(), isolation: isolation) } catch { failure = error }
    // The trees may have become one in between.
    let waitingEventError = context.latest.endTrySend()
    if let error = failure ?? waitingEventError { throw error }
    return self
  }

  /// Runs an event and logs the error that it throws.
  @usableFromInline
  func deliver(_ when: When, _ type: EventType<When>, isolation: isolated (any Actor)?) {
    do { try handle(when, type, isolation: isolation) } catch {
      log(error, of: when)
      notifyLostError(error, of: EventText(when).text)
    }
  }

  /// Runs an event and then those that were queued while it ran; queues it when another one is running.
  ///
  /// - Parameter type: the event's type.
  @inline(__always)
  private func handle(_ when: When, _ type: EventType<When>, isolation: isolated (any Actor)?) throws {
    guard isPlain(for: isolation) else { return try handleAmongHooks(when, type, isolation: isolation) }
    // Nearly every event goes directly to the update; see Tests/Benchmarks/README.md before adding to it.
    storedContext?.beginEvent()
    eventPhase = .updating
    var failure: (any Error)?
    do { try update(when) } catch { failure = error }
    if hasMoreToDo {
      eventPhase = .finishing
      failure = finish(when, failure, isolation: isolation) {
        if hasSubscribers { notifySubscribers(of: when, type) }
      }
      runQueuedEvents(isolation: isolation)
    } else if hasSubscribers {
      eventPhase = .finishing
      if failure == nil { notifySubscribers(of: when, type) }
      if hasMoreToDo { runQueuedEvents(isolation: isolation) }
    }
    if storedContext?.endPlainEvent() == true { eventPhase = .idle } else { endEvent() }
    if let failure { throw failure }
  }

  /// Runs an event with everything that is called around it, or the first one of a scope or of an actor.
  private func handleAmongHooks(_ when: When, _ type: EventType<When>, isolation: isolated (any Actor)?)
    throws
  {
    guard begins(when, isolation: isolation) else { return }
    let failure = updateAmongHooks(when, type, isolation: isolation)
    if hasMoreToDo { runQueuedEvents(isolation: isolation) }
    endEvent()
    if let failure { throw failure }
  }

  /// Checks whether an event sent from an actor can go directly to the update: nothing is called around it, no
  /// level of the log needs events, and the tree is known to live on that actor.
  ///
  /// Loads and comparisons only, because every event calls this.
  @inline(__always)
  private func isPlain(for actor: (any Actor)?) -> Bool {
    guard isReady, eventPhase == .idle, !StatoscopeLogger.followsEvents else { return false }
    guard let actor else { return storedContext?.isPlain == true }
    return storedContext?.isPlain(on: actor) == true
  }

  /// Prepares the first event of a scope or of an actor, or one among hooks; queues an event that has to wait.
  ///
  /// - Returns: false for an event that has to wait.
  @inline(never)
  private func begins(_ when: When, isolation: isolated (any Actor)?) -> Bool {
    linkSubscopes()
    if let isolation { settle(on: isolation) }
    guard isHandlingEvents else {
      context.hasBegun = true
      sendToNewChildren(isolation: isolation)
      isReady = knownRuntime?.middlewares.isEmpty != false
      context.beginEvent()
      eventPhase = .updating
      return true
    }
    let runtime = ensuredRuntime
    runtime.queuedEvents.append(when)
    runtime.hasQueuedEvents = true
    hasMoreToDo = true
    for observer in eventObservers { observer.didQueueEvent(of: self) }
    return false
  }

  /// Updates the state for one event, with everything that is called around it, and starts its effects.
  ///
  /// - Returns: the error of the update, or of the start of its effects.
  @inline(never)
  private func updateAmongHooks(_ when: When, _ type: EventType<When>, isolation: isolated (any Actor)?)
    -> (any Error)?
  {
    eventPhase = .updating
    StatoscopeLogger.log(.when) { "\(logName) \(EventText(when).text)" }
    let stateLog = StatoscopeLogger.followsEvents ? StateLog(of: self) : nil
    let hooks = eventHooks
    if hooks.hasEndedObservers { removeEndedObservers() }
    for observer in hooks.observers.reversed() { observer.willHandle(when, of: self) }
    // A middleware may drop, repeat or change an event.
    var updates: [When]?
    var failure: (any Error)?
    do {
      if hooks.middlewares.isEmpty, knownRuntime?.middlewares.isEmpty != false {
        try update(when, for: hooks.observers)
      } else {
        updates = []
        try runMiddlewares(of: hooks.middlewares, around: when) { when in
          let stagedBefore = effectsHandler?.stagedCount ?? 0
          do { try update(when, for: hooks.observers) } catch {
            // Here, not only below: a middleware may catch the error, and may have run another update before.
            effectsHandler?.discardStaged(after: stagedBefore)
            throw error
          }
          updates?.append(when)
        }
      }
    } catch { failure = error }
    stateLog?.write()
    eventPhase = .finishing
    var end = failure
    if hasMoreToDo || hasSubscribers {
      end = finish(when, failure, isolation: isolation) {
        guard hasSubscribers else { return }
        guard let updates else { return notifySubscribers(of: when, type) }
        for when in updates { notifySubscribers(of: when, type) }
      }
    }
    for observer in hooks.observers { observer.didHandle(when, of: self, failure: failure) }
    return end
  }

  private func update(_ when: When, for observers: [any TreeObserver]) throws {
    for observer in observers.reversed() { observer.willUpdate(self, for: when) }
    var failure: (any Error)?
    do { try update(when) } catch { failure = error }
    for observer in observers { observer.didUpdate(self, failure: failure) }
    if let failure { throw failure }
  }

  /// Starts the enqueued effects and calls the subscribers, or discards the effects when the last update
  /// threw.
  ///
  /// - Parameters:
  ///   - when: the event that was sent.
  ///   - failure: the error of the last update, or of a middleware.
  ///   - notify: calls the subscribers for each update.
  /// - Returns: the error of the update, or of the start of its effects.
  @inline(never)
  private func finish(
    _ when: When,
    _ failure: (any Error)?,
    isolation: isolated (any Actor)?,
    notify: () -> Void
  ) -> (any Error)? {
    if let failure {
      effectsHandler?.discardStaged()
      return failure
    }
    var failure: (any Error)?
    if hasMoreToDo, let effectsHandler {
      if hasDeparted { effectsHandler.refuseStaged() }
      do {
        try effectsHandler.commitStaged(of: self, startedBy: { EventText(when).text }, isolation: isolation)
      } catch {
        failure = error
      }
    }
    notify()
    return failure
  }

  /// Runs the queued events, including those queued in the meantime.
  @inline(never)
  private func runQueuedEvents(isolation: isolated (any Actor)?) {
    repeat {
      runQueue(isolation: isolation)
      sendToNewChildren(isolation: isolation)
    } while hasMoreToDo
  }

  private func runQueue(isolation: isolated (any Actor)?) {
    hasMoreToDo = false
    guard let runtime, runtime.hasQueuedEvents, let runtime = knownRuntime else { return }
    while runtime.hasQueuedEvents {
      let events = runtime.queuedEvents
      runtime.queuedEvents = []
      runtime.hasQueuedEvents = false
      for when in events {
        for observer in eventObservers { observer.willHandleQueuedEvent(of: self) }
        let type = EventType<When>()
        guard let failure = updateAmongHooks(when, type, isolation: isolation) else { continue }
        log(failure, of: when)
        context.storeForTrySend(failure)
      }
    }
    hasMoreToDo = false
  }

  private func log(_ error: any Error, of when: When) {
    StatoscopeLogger.log(.errors) { "\(typeName) could not handle \(EventText(when).text): \(error)" }
  }
}

/// A scope's state in the log: the whole state before and after an update, and the difference.
struct StateLog {
  private let scope: ScopeNode
  private let before: [String]

  /// Logs the state before the update; nil, without formatting anything, when the levels of the state are
  /// off.
  init?(of scope: ScopeNode) {
    guard StatoscopeLogger.isEnabled(.state) || StatoscopeLogger.isEnabled(.stateDiff) else { return nil }
    self.scope = scope
    let lines = ValueNode(scope).plainLines
    before = lines
    StatoscopeLogger.log(.state) { LogLine(lines: ["\(scope.logName) before:"] + lines) }
  }

  func write() {
    let after = ValueNode(scope).plainLines
    StatoscopeLogger.log(.state) { LogLine(lines: ["\(scope.logName) after:"] + after) }
    StatoscopeLogger.log(.stateDiff) {
      let diff = LineDiff(from: before, to: after).lines
      return diff.isEmpty
        ? "\(scope.logName) has not changed" : LogLine(lines: ["\(scope.logName):"] + diff)
    }
  }
}
