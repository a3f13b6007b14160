import Synchronization

/// One effect, from when it was enqueued to its end: as its scope's ledger holds it, and as its task does.
///
/// A class that hides the event's type: all that decides about effects is compiled once and looks up no types.
///
/// Unchecked and sound: the task and the scope share constants of `Sendable` types and an atomic, ``hosted``, which is
/// set before the task begins and never again, and nothing else: ``task`` is the scope's alone.
class EnqueuedEffect: @unchecked Sendable {
  final let generation: UInt64

  /// The scope whose effect it is, and where results go.
  final let scope: ScopeReference

  /// What its scope knows it by, and what becomes of it when another is under way that is known by the same.
  final let id: AnyHashable?
  final let policy: EffectPolicy

  /// What its tree gave it when it was enqueued.
  final let injection: EffectInjection?

  /// The effect as the tree's ``EffectsHost`` knows it, if there is one; set when it starts.
  final var hosted: EffectTask?

  /// What runs it; touched only where the scope lives.
  private final var task: Task<Void, Never>?

  private final let wasCancelled = Atomic(false)

  fileprivate init(for handler: EffectsHandler, id: AnyHashable?, policy: EffectPolicy) {
    generation = handler.nextGeneration()
    scope = handler.scope
    injection = handler.node.effectInjection
    self.id = id
    self.policy = policy
  }

  /// The effect that was written, under every map put on it.
  var pristine: any Effect { preconditionFailure("every effect is a TypedEnqueuedEffect") }

  /// Runs the effect and brings its results home.
  func work(isolation: isolated (any Actor)?) async {
    preconditionFailure("every effect is a TypedEnqueuedEffect")
  }

  /// The effect with its maps, as the scope's type of event tells.
  ///
  /// Sound: a scope's class has one type of event, and only its own `update` enqueues for it.
  final func effect<When: Sendable>(of _: When.Type = When.self) -> AnyEffect<When> {
    AnyEffect(recipe: unsafeDowncast(self, to: TypedEnqueuedEffect<When>.self).recipe)
  }

  // MARK: Start and cancellation

  /// Starts it on the actor that the caller is isolated to.
  final func start(isolation: isolated (any Actor)?) {
    task =
      hosted.map { task(as: $0, isolation: isolation) }
      ?? Task {
        // Naming the parameter makes the closure isolated to it.
        _ = isolation
        // Cancelled before it ran: then it does not run at all.
        guard !isCancelled else { return }
        // A task begins with what the one that started it sees, which may be an effect of another tree.
        if injection == nil, EffectInjection.current == nil { return await work(isolation: isolation) }
        await EffectInjection.$current.withValue(injection) { await work(isolation: isolation) }
      }
  }

  /// Starts it on the tree's home; the caller may be isolated to another actor, or to none.
  final func start(on home: any Actor) {
    task =
      hosted.map { task(as: $0, isolation: home) }
      ?? Task {
        guard !isCancelled else { return }
        await EffectInjection.$current.withValue(injection) { await work(isolation: home) }
      }
  }

  /// Stops it, and keeps back whatever it still comes up with.
  final func cancel() {
    wasCancelled.store(true, ordering: .releasing)
    if let hosted { hosted.host.ended(hosted) }
    task?.cancel()
  }

  /// Whether the scope has cancelled it, which the task asks on whatever thread it is.
  ///
  /// Not `Task.isCancelled`: an effect may cancel its own task, and must then still be taken out of the list.
  final var isCancelled: Bool { wasCancelled.load(ordering: .acquiring) }

  // MARK: The way home

  /// Hands what the effect came back with to its scope, and how it is sent; to be called on the tree's home.
  typealias Send =
    @Sendable (
      _ node: ScopeNode, _ isolation: isolated (any Actor)?
    ) -> Void

  /// Hands something over on the actor that the tree lives on now, which may not be where the effect started.
  final func bringHome(_ delivery: EffectDelivery, from isolation: isolated (any Actor)?, send: Send) async {
    while !isCancelled {
      if scope.home.isHere(isolation) { return handOver(delivery, isolation: isolation, send: send) }
      guard let home = scope.home.actor else { return }
      if await arrives(delivery, isolation: home, send: send) { return }
    }
  }

  /// Hands over here, unless the tree has moved on meanwhile.
  private final func arrives(_ delivery: EffectDelivery, isolation: isolated any Actor, send: Send) async
    -> Bool
  {
    // Cancelled on the way here, the scope may be another actor's by now, though that one has not said so yet.
    guard !isCancelled, scope.home.isHere(isolation) else { return false }
    handOver(delivery, isolation: isolation, send: send)
    return true
  }

  /// Hands over here; to be called on the tree's home.
  final func handOver(_ delivery: EffectDelivery, isolation: isolated (any Actor)?, send: Send) {
    guard let node = scope.node, let handler = node.effectsHandler else { return }
    // The handler relies on its scope, and nothing else here may keep it.
    withExtendedLifetime(node) {
      // The same ones at its end: by then the scope may be elsewhere.
      let taps = node.taps
      for tap in taps { tap.deliveryBegins(of: generation, to: node) }
      if handler.accepts(delivery, of: generation, isolation: isolation) { send(node, isolation) }
      for tap in taps { tap.deliveryEnds() }
    }
  }
}

/// What comes back from an effect: an event, or an end without one.
enum EffectDelivery: Sendable {
  /// An event, after which the effect goes on.
  case element
  /// The last event.
  case last
  case silence
  case failure(any Error)
}

/// The same with the event's type.
final class TypedEnqueuedEffect<When: Sendable>: EnqueuedEffect, @unchecked Sendable {
  let recipe: EffectRecipe<When>

  init(_ recipe: EffectRecipe<When>, for handler: EffectsHandler, id: AnyHashable?, policy: EffectPolicy) {
    self.recipe = recipe
    super.init(for: handler, id: id, policy: policy)
  }

  override var pristine: any Effect { recipe.pristine }

  override func work(isolation: isolated (any Actor)?) async {
    do {
      guard recipe.hasOwnBody else {
        return await bringHome(.last, try await recipe.run(), from: isolation)
      }
      switch recipe.body {
      case .once(let run): await bringHome(.last, try await run(), from: isolation)
      case .stream(let start): try await stream(start(), isolation: isolation)
      }
    } catch is CancellationError where Task.isCancelled {
      // The effect cancelled its own task: no error, and no event either.
      await bringHome(.silence, from: isolation) { _, _ in }
    } catch {
      if let hosted { hosted.host.lost(error, of: hosted) }
      await bringHome(.failure(error), from: isolation) { _, _ in }
    }
  }

  /// Brings home each element, and asks for the next only when the event of the last has run.
  private func stream(_ pull: AnyEffect<When>.Pull, isolation: isolated (any Actor)?) async throws {
    while !isCancelled {
      switch try await pull() {
      case .element(let when): await bringHome(.element, when, from: isolation)
      case .last(let when): return await bringHome(.last, when, from: isolation)
      case .end: return await bringHome(.silence, from: isolation) { _, _ in }
      }
    }
  }

  private func bringHome(_ delivery: EffectDelivery, _ when: When, from isolation: isolated (any Actor)?)
    async
  {
    // Without a host nothing may come between the effect's end and its event.
    if let hosted { return await hold(delivery, when, as: hosted) }
    await bringHome(delivery, from: isolation) { node, isolation in
      node.runtime?.receive(when, at: node, isolation: isolation)
    }
  }

  /// Lets the host hold the event that the effect came back with.
  private func hold(_ delivery: EffectDelivery, _ when: When, as hosted: EffectTask) async {
    let event = HeldEvent(enqueued: self, when: when, effect: hosted) {
      // As a plan's own events: the tree's home is the one that it has.
      self.handOver(delivery, isolation: nil) { node, isolation in
        node.runtime?.receive(when, at: node, isolation: isolation)
      }
    }
    await hosted.host.hold(event)
  }
}

/// A scope that the tasks of its effects know and do not keep; one for all of them.
///
/// Unchecked and sound: the reference is weak and constant, and who takes the scope from it touches it only on the
/// actor that the scope's tree lives on at that moment.
final class ScopeReference: @unchecked Sendable {
  weak let node: ScopeNode?

  /// Where results go: it follows the tree's home, also when the scope moves to another tree.
  let home = Home()

  init(_ node: ScopeNode) {
    self.node = node
  }
}
