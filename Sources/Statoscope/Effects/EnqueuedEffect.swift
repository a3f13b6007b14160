import Synchronization

/// One effect, from when it was enqueued to its end: the ledger of its scope has it, and so does its task.
///
/// It ends in an event of the scope's own type, which only the scope's runtime needs to know
/// (``NodeRuntime/receive(_:at:isolation:)``): so all that decides about effects is compiled once.
package final class EnqueuedEffect: Sendable {
  /// Identifies the effect among those of its scope.
  package let generation: UInt64

  package let effect: any EventEffect

  /// The scope whose effect it is, and where results go.
  private let scope: ScopeReference

  /// What its scope knows it by, and what happens when another known by the same is in flight.
  let id: EffectID?
  let policy: EffectPolicy

  /// What its tree gave it when it was enqueued.
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

  /// The effect that was written, under every map put on it.
  package var pristine: any Effect { effect.pristine }

  /// The scope whose effect it is, to be asked for on the tree's home; nil when it was released.
  package var node: ScopeNode? { scope.node }

  /// Whether the scope has cancelled it, which the task asks on whatever thread it is.
  ///
  /// Not `Task.isCancelled`: an effect may cancel its own task, and then ends like any other.
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

  /// Cancels its task, and drops whatever it still comes back with.
  func cancel() {
    wasCancelled.store(true, ordering: .releasing)
    // Outside the lock: cancellation handlers are the app's code.
    task.withLock { $0 }?.cancel()
  }

  // MARK: Its task

  /// Runs the effect to its end; the whole work of its task.
  package func perform(by performer: any EffectPerformer, isolation: isolated (any Actor)?) async {
    // Cancelled before it ran: then it does not run at all.
    guard !isCancelled else { return }
    // A task begins with the values of the one that started it, which may be an effect of another tree.
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
      // The effect cancelled its own task: no error, and no event either.
      end = .end
    } catch {
      end = .failure(error)
    }
    await performer.deliver(end, of: self, from: isolation)
  }

  /// Delivers each element of a stream, and asks for the next only when the event of the last has run.
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

  // MARK: The way home

  /// Hands something over on the actor that the tree lives on now, which may not be where the effect started.
  package func bringHome(_ delivery: EffectDelivery, from isolation: isolated (any Actor)?) async {
    if !arrives(delivery, isolation: isolation) { await follow(delivery) }
  }

  /// The same where the tree does not live where the effect started.
  @inline(never)
  private func follow(_ delivery: EffectDelivery) async {
    while !isCancelled, let home = scope.home.actor, await !arrives(delivery, isolation: home) {}
  }

  /// Hands over here, unless the tree lives elsewhere.
  private func arrives(_ delivery: EffectDelivery, isolation: isolated (any Actor)?) -> Bool {
    // Cancelled on the way here, the scope may be another actor's by now, though that one has not said so yet.
    guard !isCancelled, scope.home.isHere(isolation) else { return false }
    handOver(delivery, isolation: isolation)
    return true
  }

  /// Hands something over to the scope; to be called on the tree's home.
  package func handOver(_ delivery: EffectDelivery, isolation: isolated (any Actor)?) {
    // The runtime has a name: a chain from the scope to what it receives would keep an access to the scope open.
    guard let node = scope.node, let runtime = node.runtime, let handler = node.effectsHandler else { return }
    // The same ones at its end: by then the scope may be elsewhere.
    let observers = node.eventObservers
    for observer in observers.reversed() { observer.willDeliver(generation, to: node) }
    if let when = handler.accept(delivery, of: generation, at: node, isolation: isolation) {
      runtime.receive(when, at: node, isolation: isolation)
    }
    for observer in observers { observer.didDeliver(generation, to: node) }
  }
}

/// What an effect came back with.
package enum EffectDelivery: Sendable {
  /// An event of the scope's own type, after which the effect goes on.
  case element(any Sendable)
  /// The last event.
  case last(any Sendable)
  /// An end without an event.
  case end
  case failure(any Error)
}
