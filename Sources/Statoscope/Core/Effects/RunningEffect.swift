import Synchronization

/// One effect of a scope, from its enqueuing to its end, shared by the ledger of its scope and its task.
///
/// It ends in an event of the scope's own type, which only the scope's runtime needs to know
/// (``NodeRuntime/receive(_:at:isolation:)``): all decisions about effects are compiled only once.
package final class RunningEffect: Sendable {
  /// The identity of the effect among those of its scope.
  package let generation: UInt64

  /// The identifier and the policy that it was enqueued with.
  let id: EffectID?
  let policy: EffectPolicy

  /// The effect with its maps.
  private let events: any EventSource

  /// The scope of the effect, which receives the results.
  private let scope: ScopeReference

  /// The values that its tree provided when it was enqueued.
  private let injection: EffectInjection?

  private let wasStarted = Atomic(false)
  private let wasCancelled = Atomic(false)
  private let task = Mutex<Task<Void, Never>?>(nil)

  init(
    _ events: any EventSource,
    generation: UInt64,
    id: EffectID?,
    policy: EffectPolicy,
    scope: ScopeReference,
    injection: EffectInjection?
  ) {
    self.events = events
    self.generation = generation
    self.id = id
    self.policy = policy
    self.scope = scope
    self.injection = injection
  }

  /// The original effect, under all of its maps.
  package var pristine: any Effect { events.pristine }

  /// The scope of the effect, for code on its tree's home; nil after its release.
  package var node: ScopeNode? { scope.scopeForItsTree() }

  /// Indicates whether the scope has cancelled it; the task reads it on any thread.
  ///
  /// Not `Task.isCancelled`: an effect may cancel its own task, and then ends like any other effect.
  package var isCancelled: Bool { wasCancelled.load(ordering: .acquiring) }

  /// Returns the effect with its maps, if it ends in events of a type.
  func recipe<When: Sendable>(endingIn type: When.Type) -> (any EffectRecipe<When>)? {
    (events as? TypedEvents<When>)?.recipe
  }

  // MARK: Start and cancellation, where the scope lives

  /// Notifies observers of the start; the effect then has a task, or waits for its end by hand.
  func begin(at node: ScopeNode) {
    wasStarted.store(true, ordering: .relaxed)
    guard node.storedContext?.isPlain != true else { return }
    for observer in node.eventObservers {
      observer.effect(generation, of: node, did: .started(pristine))
    }
  }

  /// Starts its task on the tree's home.
  ///
  /// - Parameter isolation: the home, or nil when the caller is isolated to another actor or to none.
  func start(at home: any Actor, isolation: isolated (any Actor)?) {
    let started: Task<Void, Never>
    if isolation == nil {
      started = Task { await run(isolation: home) }
    } else {
      started = Task {
        // Using the parameter isolates the closure to it.
        _ = isolation
        await run(isolation: isolation)
      }
    }
    task.withLock { $0 = started }
  }

  /// Lets an executor start its task.
  ///
  /// - Parameter event: a description of the event that enqueued it, if it was recorded.
  func start(by executor: any EffectExecutor, startedBy event: String?, at home: any Actor) {
    let started = executor.start(self, startedBy: event, at: home)
    task.withLock { $0 = started }
  }

  /// Cancels its task, drops all further results, and notifies observers; that runs code of the app.
  func cancel(at node: ScopeNode, _ observers: [any TreeObserver]) {
    cancel()
    guard wasStarted.load(ordering: .relaxed) else { return }
    for observer in observers { observer.effect(generation, of: node, did: .ended(.cancelled)) }
  }

  /// Cancels its task, and drops all further results.
  func cancel() {
    wasCancelled.store(true, ordering: .releasing)
    // Outside the lock: cancellation handlers are code of the app.
    task.withLock { $0 }?.cancel()
  }

  // MARK: The task

  /// A closure that delivers a result, and returns when the scope has handled or refused it.
  package typealias Deliver =
    @Sendable (_ delivery: EffectDelivery, _ isolation: isolated (any Actor)?) async -> Void

  /// Runs the effect to its end; this is the whole work of its task.
  ///
  /// - Parameter deliver: delivers its results in another way than to its scope at once.
  package func run(isolation: isolated (any Actor)?, deliver: Deliver? = nil) async {
    // Cancelled before it started.
    guard !isCancelled else { return }
    // A task inherits the values of the task that started it, which may belong to an effect of another tree.
    if injection != nil || EffectInjection.current != nil {
      await runInjected(isolation: isolation, deliver)
    } else {
      await runToEnd(isolation: isolation, deliver)
    }
  }

  @inline(never)
  private func runInjected(isolation: isolated (any Actor)?, _ deliver: Deliver?) async {
    await EffectInjection.$current.withValue(injection) { await runToEnd(isolation: isolation, deliver) }
  }

  @inline(__always)
  private func runToEnd(isolation: isolated (any Actor)?, _ deliver: Deliver?) async {
    let result: EffectResult
    do {
      if events.isStream {
        result = .completed(try await runStream(isolation: isolation, deliver))
      } else {
        result = .completed(try await events.run())
      }
    } catch is CancellationError where Task.isCancelled {
      // The effect cancelled its own task: neither an error nor an event.
      result = .completed(nil)
    } catch {
      result = .failed(error)
    }
    await self.deliver(.result(result), deliver, from: isolation)
  }

  /// Delivers each element of a stream, and requests the next after the event of the last has run.
  ///
  /// - Returns: the last event, if there is one.
  @inline(never)
  private func runStream(
    isolation: isolated (any Actor)?,
    _ deliver: Deliver?
  ) async throws -> (any Sendable)? {
    var isRefused = false
    do {
      return try await events.run { event in
        if !self.isCancelled { await self.deliver(.element(event), deliver, from: isolation) }
        guard self.isCancelled else { return }
        isRefused = true
        throw CancellationError()
      }
    } catch  where isRefused {
      return nil
    }
  }

  // MARK: Delivery

  private func deliver(
    _ delivery: EffectDelivery,
    _ deliver: Deliver?,
    from isolation: isolated (any Actor)?
  ) async {
    if let deliver { await deliver(delivery, isolation) } else { await bringHome(delivery, from: isolation) }
  }

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
    guard !isCancelled else { return false }
    guard let node = scope.scope(on: isolation) else { return scope.home.isHere(isolation) }
    node.receive(delivery, of: self, isolation: isolation)
    return true
  }

  /// Delivers a result to the scope; call it on the tree's home.
  package func handOver(_ delivery: EffectDelivery) {
    node?.receive(delivery, of: self, isolation: nil)
  }
}

/// The way an effect ended.
package enum EffectResult: Sendable {
  /// By itself, with its last event, a value of the scope's own type, if there is one.
  case completed((any Sendable)?)
  /// With an error that no map turned into an event.
  case failed(any Error)
  case cancelled
}

/// An event of an effect that continues, or the result of one that has ended.
package enum EffectDelivery: Sendable {
  case element(any Sendable)
  case result(EffectResult)
}

/// The start of effects in a live plan, in place of the library's.
///
/// The list of effects, their cancellation, and the delivery of events to the scope are the same in both cases.
package protocol EffectExecutor: AnyObject, Sendable {
  /// Starts the task of an effect, which calls ``RunningEffect/run(isolation:deliver:)``.
  ///
  /// - Parameters:
  ///   - event: a description of the event that enqueued it, if it was recorded.
  ///   - home: the actor that the effect's tree lives on.
  /// - Returns: the effect's task, which is cancelled with the effect.
  func start(_ effect: RunningEffect, startedBy event: String?, at home: any Actor) -> Task<Void, Never>
}

extension ScopeNode {
  /// The executor of the effects of this scope's tree, and of the scopes that leave it; nil for the library's.
  package final var effectExecutor: (any EffectExecutor)? {
    get { context.executor }
    set {
      linkSubscopes()
      context.executor = newValue
    }
  }
}

/// An effect that ends in events of any type; the scope's own type is known where the effect was enqueued,
/// and checked again where an event is received.
@usableFromInline
protocol EventSource: Sendable {
  /// The original effect, under all of its maps.
  var pristine: any Effect { get }

  /// Indicates whether it yields any number of events.
  var isStream: Bool { get }

  /// Runs an effect that has a single event.
  nonisolated(nonsending) func run() async throws -> any Sendable

  /// Runs a stream to its end, and returns the last event if there is one.
  nonisolated(nonsending) func run(
    yielding yield: nonisolated(nonsending) (_ event: any Sendable) async throws -> Void
  ) async throws -> (any Sendable)?
}

/// An effect that ends in events of one type.
@usableFromInline
struct TypedEvents<When: Sendable>: EventSource {
  fileprivate let recipe: any EffectRecipe<When>

  @usableFromInline
  init(_ effect: AnyEffect<When>) {
    recipe = effect.recipe
  }

  @usableFromInline var pristine: any Effect { recipe.pristine }

  @usableFromInline var isStream: Bool { recipe.isStream }

  @usableFromInline
  @inline(__always)
  nonisolated(nonsending) func run() async throws -> any Sendable {
    try await recipe.run()
  }

  @usableFromInline
  nonisolated(nonsending) func run(
    yielding yield: nonisolated(nonsending) (_ event: any Sendable) async throws -> Void
  ) async throws -> (any Sendable)? {
    try await recipe.run(yielding: { try await yield($0) })
  }
}
