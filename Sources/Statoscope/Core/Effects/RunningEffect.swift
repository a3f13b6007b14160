import Synchronization

/// One effect of a scope, from when it is enqueued to its end, shared by its scope's ledger and its own task.
///
/// It ends in an event of the scope's own type, which only the scope's runtime needs to know
/// (``NodeRuntime/receive(_:at:isolation:)``), so everything else about effects is compiled only once.
package final class RunningEffect: Sendable {
  /// The identity of the effect among those of its scope.
  package let generation: UInt64

  /// The identifier and the policy that it was enqueued with.
  let id: EffectID?
  let policy: EffectPolicy

  private let events: any EventSource

  /// The scope of the effect, which receives its output.
  private let scope: ScopeReference

  /// What it has from where it was enqueued.
  private let context: EffectContext?
  private let storedParticipations = Mutex<Participations?>(nil)
  /// Indicates whether there are any, without the lock.
  private let hasParticipations = Atomic(false)

  private let wasStarted = Atomic(false)
  private let wasCancelled = Atomic(false)
  private let task = Mutex<Task<Void, Never>?>(nil)
  /// The start of a task that waits for its turn.
  private let turn = Mutex<EffectTurn?>(nil)
  /// Indicates whether there is one, without the lock.
  private let waitsForTurn = Atomic(false)

  init(
    _ events: any EventSource,
    generation: UInt64,
    id: EffectID?,
    policy: EffectPolicy,
    scope: ScopeReference,
    context: EffectContext?,
    performances: [Performance]
  ) {
    self.events = events
    self.generation = generation
    self.id = id
    self.policy = policy
    self.scope = scope
    self.context = context
    guard !performances.isEmpty else { return }
    store(Participations(performances, of: self))
  }

  deinit {
    if waitsForTurn.load(ordering: .acquiring) { turn.withLock { $0 }?.end() }
  }

  /// The original effect, under all of its maps.
  package var pristine: any Effect { events.pristine }

  /// The scope of the effect, for code on its tree's home; nil after its release.
  package var node: ScopeNode? { scope.scopeForItsTree() }

  /// Indicates whether the scope has cancelled it; the task reads it on any thread.
  ///
  /// Not `Task.isCancelled`: an effect may cancel its own task, and then ends like any other effect.
  package var isCancelled: Bool { wasCancelled.load(ordering: .acquiring) }

  /// Indicates whether the effect yields any number of events.
  package var isStream: Bool { events.isStream }

  /// Indicates whether its task was started.
  var hasTask: Bool { task.withLock { $0 != nil } }

  /// Returns the effect with its maps, if it ends in events of a type.
  func recipe<When: Sendable>(endingIn type: When.Type) -> (any EffectRecipe<When>)? {
    (events as? TypedEvents<When>)?.recipe
  }

  // MARK: Start and cancellation, where the scope lives

  /// Notifies observers of the start; the effect then has a task, or waits for its end by hand.
  func begin(at node: ScopeNode) {
    wasStarted.store(true, ordering: .relaxed)
    guard node.storedContext?.isPlain != true else { return }
    for observer in node.eventObservers { observer.effect(generation, of: node, didStart: pristine) }
  }

  /// Begins the task of an effect that starts later, where it is enqueued.
  func waitForTurn() {
    let begun = EffectTurn()
    turn.withLock { $0 = begun }
    waitsForTurn.store(true, ordering: .releasing)
  }

  /// Starts its task on the tree's home.
  ///
  /// - Parameter isolation: the home, or nil when the caller is isolated to another actor or to none.
  func start(at home: any Actor, isolation: isolated (any Actor)?) {
    let started: Task<Void, Never>
    if waitsForTurn.load(ordering: .acquiring), let turn = turn.withLock({ $0.take() }) {
      started = turn.take(self, at: home)
    } else if isolation == nil {
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

  /// Cancels its task, drops all further output, and notifies observers; that runs code of the app.
  func cancel(at node: ScopeNode, _ observers: [any TreeObserver]) {
    cancel()
    guard wasStarted.load(ordering: .relaxed) else { return }
    for observer in observers { observer.effect(generation, of: node, didEnd: .cancelled) }
  }

  /// Cancels its task, and drops all further output.
  func cancel() {
    wasCancelled.store(true, ordering: .releasing)
    // Outside the lock: cancellation handlers are code of the app.
    task.withLock { $0 }?.cancel()
    participations?.end()
  }

  /// What waits for its end; nil if no `perform` ever has.
  var participations: Participations? {
    hasParticipations.load(ordering: .acquiring) ? storedParticipations.withLock { $0 } : nil
  }

  private func store(_ participations: Participations) {
    storedParticipations.withLock { $0 = participations }
    hasParticipations.store(true, ordering: .releasing)
  }

  /// Lets performances wait for its end, although another event has enqueued it.
  func join(_ performances: [Performance]) {
    let known = participations
    guard known == nil else { return known?.join(performances, self) ?? () }
    let participations = Participations([], of: self)
    store(participations)
    participations.join(performances, self)
  }

  /// Cancels it as its scope would, on the actor that its tree lives on.
  func cancelAtHome(from isolation: isolated (any Actor)?) async {
    if isCancelled(atHome: isolation) { return }
    while !isCancelled, let home = scope.home.actor, await !isCancelled(atHome: home) {}
  }

  private func isCancelled(atHome isolation: isolated (any Actor)?) -> Bool {
    guard let node = scope.scope(on: isolation) else { return scope.home.isHere(isolation) }
    if let handler = node.effectsHandler, handler.contains(self) { handler.cancel([self], in: node) }
    return true
  }

  // MARK: The task

  /// A closure that delivers an output, and returns when the scope has handled or refused it.
  package typealias Deliver =
    @Sendable (_ output: EffectOutput, _ isolation: isolated (any Actor)?) async -> Void

  /// Runs the effect to its end, in its task.
  ///
  /// - Parameter deliver: delivers its output; by default to its scope, at once.
  package func run(isolation: isolated (any Actor)?, deliver: Deliver? = nil) async {
    // Cancelled before it started.
    guard !isCancelled else { return }
    // A task inherits the values of the task that started it, which may belong to an effect of another tree.
    if context != nil || EffectContext.current != nil {
      await runInjected(isolation: isolation, deliver)
    } else {
      await runToEnd(isolation: isolation, deliver)
    }
  }

  @inline(never)
  private func runInjected(isolation: isolated (any Actor)?, _ deliver: Deliver?) async {
    await EffectContext.$current.withValue(context) { await runToEnd(isolation: isolation, deliver) }
  }

  @inline(__always)
  private func runToEnd(isolation: isolated (any Actor)?, _ deliver: Deliver?) async {
    let end: EffectOutput
    do {
      if events.isStream {
        end = .completed(try await runStream(isolation: isolation, deliver))
      } else {
        end = .completed(try await events.run())
      }
    } catch is CancellationError where Task.isCancelled {
      // The effect cancelled its own task: neither an error nor an event.
      end = .completed(nil)
    } catch {
      end = .failed(error)
    }
    await self.deliver(end, deliver, from: isolation)
  }

  /// Delivers each element of a stream, and requests the next after the event of the last has run.
  ///
  /// - Returns: one more event, of the stream's end or error; nil if there is none.
  @inline(never)
  private func runStream(isolation: isolated (any Actor)?, _ deliver: Deliver?) async throws -> (
    any Sendable
  )? {
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

  private func deliver(_ output: EffectOutput, _ deliver: Deliver?, from isolation: isolated (any Actor)?)
    async
  {
    if let deliver { await deliver(output, isolation) } else { await bringHome(output, from: isolation) }
  }

  /// Delivers an output on the actor that the tree lives on now, which may differ from the one where the
  /// effect started.
  package func bringHome(_ output: EffectOutput, from isolation: isolated (any Actor)?) async {
    if !arrives(output, isolation: isolation) { await follow(output) }
  }

  /// Delivers an output to a tree that has moved to another actor.
  @inline(never)
  private func follow(_ output: EffectOutput) async {
    while !isCancelled, let home = scope.home.actor, await !arrives(output, isolation: home) {}
  }

  /// Delivers an output here, unless the tree lives on another actor.
  private func arrives(_ output: EffectOutput, isolation: isolated (any Actor)?) -> Bool {
    // After a cancellation in between, the scope may already be used by another actor that has not sent an
    // event yet.
    guard !isCancelled else { return false }
    guard let node = scope.scope(on: isolation) else { return scope.home.isHere(isolation) }
    node.receive(output, of: self, isolation: isolation)
    return true
  }

  /// Delivers an output to the scope; call it on the tree's home.
  package func handOver(_ output: EffectOutput) {
    node?.receive(output, of: self, isolation: nil)
  }
}

/// The task of an effect that waits for another one, which has the task-local values of the event that enqueued it.
///
/// It does not retain the effect, which is released as soon as it is cancelled.
private final class EffectTurn: Sendable {
  private struct Start: Sendable {
    let effect: RunningEffect
    let home: any Actor
  }

  private let task: Task<Void, Never>
  private let start: AsyncStream<Start>.Continuation

  init() {
    let (starts, start) = AsyncStream.makeStream(of: Start.self)
    self.start = start
    task = Task { for await start in starts { await start.effect.run(isolation: start.home) } }
  }

  /// Runs an effect in the task.
  func take(_ effect: RunningEffect, at home: any Actor) -> Task<Void, Never> {
    start.yield(Start(effect: effect, home: home))
    start.finish()
    return task
  }

  /// Ends the task, which nothing has taken.
  func end() { start.finish() }
}

/// What a running effect delivers to its scope: an event, its end, or both.
package enum EffectOutput: Sendable {
  /// An element of a stream, as an event of the scope's own type.
  case element(any Sendable)
  /// The end of the effect, with its last event if there is one.
  case completed((any Sendable)?)
  /// The end of the effect, with an error that no map turned into an event.
  case failed(any Error)
}

extension EffectOutput {
  /// Indicates whether the effect has ended.
  var isEnd: Bool {
    if case .element = self { false } else { true }
  }
}

/// How an effect ended, for observers.
package enum EffectResult: Sendable {
  case completed
  case failed(any Error)
  case cancelled
}

/// An effect that ends in events of any type; the scope's own type is known where the effect was enqueued,
/// and checked again where an event is received.
@usableFromInline
protocol EventSource: Sendable {
  /// The original effect, under all of its maps.
  var pristine: any Effect { get }

  /// Indicates whether it yields any number of events.
  var isStream: Bool { get }

  nonisolated(nonsending) func run() async throws -> any Sendable

  /// Runs a stream to its end, and returns the last event if there is one.
  nonisolated(nonsending) func run(
    yielding yield: nonisolated(nonsending) (_ event: any Sendable) async throws -> Void
  ) async throws -> (any Sendable)?
}

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
