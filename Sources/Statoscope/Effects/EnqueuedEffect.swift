import Synchronization

/// One effect from its enqueuing to its end, shared by the ledger of its scope and its task.
///
/// It ends in an event of the scope's own type, which only the scope's runtime needs to know
/// (``NodeRuntime/receive(_:at:isolation:)``): all decisions about effects are compiled only once.
package final class EnqueuedEffect: Sendable {
  /// The identity of the effect among those of its scope.
  package let generation: UInt64

  package let effect: any EventEffect

  /// The scope of the effect, which receives the results.
  private let scope: ScopeReference

  /// The identifier and the policy that it was enqueued with.
  let id: EffectID?
  let policy: EffectPolicy

  /// The values that its tree provided when it was enqueued.
  private let injection: EffectInjection?

  private let wasCancelled = Atomic(false)
  private let task = Mutex<Task<Void, Never>?>(nil)

  init(
    _ effect: any EventEffect,
    generation: UInt64,
    id: EffectID?,
    policy: EffectPolicy,
    scope: ScopeReference,
    injection: EffectInjection?
  ) {
    self.effect = effect
    self.generation = generation
    self.id = id
    self.policy = policy
    self.scope = scope
    self.injection = injection
  }

  /// The original effect, under all of its maps.
  package var pristine: any Effect { effect.pristine }

  /// The scope of the effect, to be read on the tree's home; nil after its release.
  package var node: ScopeNode? { scope.node }

  /// Indicates whether the scope has cancelled it; the task reads it on any thread.
  ///
  /// Not `Task.isCancelled`: an effect may cancel its own task, and then ends like any other effect.
  package var isCancelled: Bool { wasCancelled.load(ordering: .acquiring) }

  /// Starts its task.
  func start(
    by performer: any EffectPerformer,
    startedBy event: String?,
    at home: any Actor,
    isolation: isolated (any Actor)?
  ) {
    let started = performer.start(self, startedBy: event, at: home, isolation: isolation)
    task.withLock { $0 = started }
  }

  /// Cancels its task, and drops all further results.
  func cancel() {
    wasCancelled.store(true, ordering: .releasing)
    // Outside the lock: cancellation handlers are code of the app.
    task.withLock { $0 }?.cancel()
  }

  // MARK: The task

  /// Runs the effect to its end; this is the whole work of its task.
  package func perform(by performer: any EffectPerformer, isolation: isolated (any Actor)?) async {
    // Cancelled before it started.
    guard !isCancelled else { return }
    // A task inherits the values of the task that started it, which may belong to an effect of another tree.
    if injection != nil || EffectInjection.current != nil {
      await runInjected(by: performer, isolation: isolation)
    } else {
      await run(by: performer, isolation: isolation)
    }
  }

  @inline(never)
  private func runInjected(by performer: any EffectPerformer, isolation: isolated (any Actor)?) async {
    await EffectInjection.$current.withValue(injection) { await run(by: performer, isolation: isolation) }
  }

  @inline(__always)
  private func run(by performer: any EffectPerformer, isolation: isolated (any Actor)?) async {
    let end: EffectDelivery
    do {
      if let events = effect.ownEvents {
        end = try await run(events, deliveredBy: performer, isolation: isolation)
      } else {
        end = .last(try await effect.runForEvent())
      }
    } catch is CancellationError where Task.isCancelled {
      // The effect cancelled its own task: neither an error nor an event.
      end = .end
    } catch {
      end = .failure(error)
    }
    await performer.deliver(end, of: self, from: isolation)
  }

  /// Delivers each element of a stream, and requests the next after the event of the last has run.
  ///
  /// - Returns: the last delivery.
  @inline(never)
  private func run(
    _ events: AnyEffect<any Sendable>.Body,
    deliveredBy performer: any EffectPerformer,
    isolation: isolated (any Actor)?
  ) async throws -> EffectDelivery {
    switch events {
    case .once(let run): return .last(try await run())
    case .stream(let start):
      let pull = start()
      while !isCancelled {
        switch try await pull() {
        case .element(let when): await performer.deliver(.element(when), of: self, from: isolation)
        case .last(let when): return .last(when)
        case .end: return .end
        }
      }
      return .end
    }
  }

  // MARK: Delivery

  /// Delivers a result on the actor that the tree lives on now, which may differ from the one where the
  /// effect started.
  package func bringHome(_ delivery: EffectDelivery, from isolation: isolated (any Actor)?) async {
    if !arrives(delivery, isolation: isolation) { await follow(delivery) }
  }

  /// Delivers a result to a tree that has moved to another actor.
  @inline(never)
  private func follow(_ delivery: EffectDelivery) async {
    while !isCancelled, let home = scope.home.actor, await !arrives(delivery, isolation: home) {}
  }

  /// Delivers a result here, unless the tree lives on another actor.
  private func arrives(_ delivery: EffectDelivery, isolation: isolated (any Actor)?) -> Bool {
    // After a cancellation in between, the scope may already be used by another actor that has not sent an
    // event yet.
    guard !isCancelled, scope.home.isHere(isolation) else { return false }
    handOver(delivery, isolation: isolation)
    return true
  }

  /// Delivers a result to the scope; call it on the tree's home.
  package func handOver(_ delivery: EffectDelivery, isolation: isolated (any Actor)?) {
    // A local variable: a chained access to the runtime would last until the end of the event.
    guard let node = scope.node, let runtime = node.runtime, let handler = node.effectsHandler else { return }
    // The same observers at the end: by then the scope may have moved.
    let observers = node.eventObservers
    for observer in observers.reversed() { observer.willDeliver(generation, to: node) }
    if let when = handler.accept(delivery, of: generation, at: node, isolation: isolation) {
      runtime.receive(when, at: node, isolation: isolation)
    }
    for observer in observers { observer.didDeliver(generation, to: node) }
  }
}

/// A result of an effect.
package enum EffectDelivery: Sendable {
  /// An event of the scope's own type; the effect continues.
  case element(any Sendable)
  /// The last event.
  case last(any Sendable)
  /// The end, without an event.
  case end
  case failure(any Error)
}
