import Foundation
import Synchronization

/// A tree's treatment of the effects that its scopes enqueue: they start, or are only listed.
///
/// It is injected like any other value, so it applies to a scope and to all scopes below it:
///
/// ```swift
/// root.injectObject(EffectsExecution.enqueueOnly)
/// ```
public enum EffectsExecution: Injectable, Sendable, Hashable {
  /// Effects start when the update that enqueued them has returned.
  case live
  /// Effects are listed but never start: a test ends them by hand.
  case enqueueOnly

  /// Effects start unless another value is injected.
  public static var defaultValue: EffectsExecution {
    isEnqueueOnlyByDefault.load(ordering: .relaxed) ? .enqueueOnly : .live
  }

  /// True: a plan decides itself whether effects start.
  public static var isDefaultForTests: Bool { true }

  /// Indicates whether the closure of a plan is making its scopes: then no effect starts, whatever is injected.
  @TaskLocal package static var isMakingScopes = false

  /// Set only by a deprecated name.
  package static let isEnqueueOnlyByDefault = Atomic(false)
}

extension ScopeNode {
  /// Indicates whether effects of this scope are listed and never start.
  ///
  /// Complexity: O(depth).
  final var listsEffectsOnly: Bool {
    if EffectsExecution.isMakingScopes { return true }
    let injected = nearestValue(under: ObjectIdentifier(EffectsExecution.self))
    return (injected?.value(as: EffectsExecution.self) ?? .defaultValue) == .enqueueOnly
  }

  /// Starts the effects of this scope and of all scopes below it that were listed while none could start.
  ///
  /// - Returns: whether there were any.
  package final func startListedEffects() -> Bool {
    scopesWithEffects.reduce(false) { ($1.effectsHandler?.startListed(of: $1) == true) || $0 }
  }
}

extension EffectsHandler {
  /// Starts effects; the error when they cannot start is logged.
  func startOrLog(_ effects: [RunningEffect], of node: ScopeNode, isolation: isolated (any Actor)?) {
    do { try start(effects, of: node, isolation: isolation) } catch {
      StatoscopeLogger.log(.errors) { "\(error)" }
    }
  }

  /// Starts effects on the tree's home; the caller is isolated to it if it named an actor.
  ///
  /// - Throws: ``EffectIsolationError`` when they cannot start.
  func start(_ effects: [RunningEffect], of node: ScopeNode, isolation: isolated (any Actor)?) throws {
    guard !effects.isEmpty else { return }
    var home: (any Actor)?
    if !node.listsEffectsOnly {
      if let isolation, node.storedContext?.isPlain(on: isolation) != true {
        node.settle(on: isolation)
      }
      home = node.context.home.actor
      // A weak reference to an object in `deinit` is nil: nothing may retain it any more.
      let isReleased = !scope.exists
      if home == nil || isReleased {
        throw refuse(effects, of: node, isolation == nil && !isReleased ? .noActor : .beingDeinitialized)
      }
    }
    for effect in effects {
      // Code of the app may have cancelled it since the ledger has decided.
      guard !effect.isCancelled else { continue }
      logEffect("enqueued", effect, of: node)
      effect.begin(at: node)
      if let home, !effect.isCancelled { run(effect, of: node, at: home, isolation: isolation) }
    }
  }

  /// Starts the tasks of the effects that were only listed.
  ///
  /// - Returns: whether there were any.
  fileprivate func startListed(of node: ScopeNode) -> Bool {
    guard !node.listsEffectsOnly, let home = node.context.home.actor else { return false }
    let waiting = listed.filter { $0.hasStarted && !$0.work.hasTask }
    for entry in waiting { run(entry.work, of: node, at: home, isolation: nil) }
    return !waiting.isEmpty
  }

  private func run(
    _ effect: RunningEffect,
    of node: ScopeNode,
    at home: any Actor,
    isolation: isolated (any Actor)?
  ) {
    if let executor = node.context.executor {
      effect.start(by: executor, startedBy: origins[effect.generation], at: home)
    } else {
      effect.start(at: home, isolation: isolation)
    }
  }

  /// Removes effects that cannot start from the ledger, and those queued behind them.
  private func refuse(
    _ effects: [RunningEffect],
    of node: ScopeNode,
    _ reason: EffectIsolationError.Reason
  ) -> EffectIsolationError {
    var refused: [RunningEffect] = []
    var refusing = effects
    while let effect = refusing.popLast() {
      guard let end = changeLedger({ $0.end(effect.generation) }) else { continue }
      refused.append(end.work)
      if let next = end.next { refusing.append(next) }
    }
    return EffectIsolationError(refused.reversed(), of: node, reason)
  }
}

/// An error thrown when an event's effects were not started, because their results could not be delivered
/// safely.
///
/// `trySend` throws it, and `send` logs it. The update itself has run, and its state changes stay.
public struct EffectIsolationError: LocalizedError, Sendable, Equatable, CustomStringConvertible {
  /// The reasons for not starting effects.
  public enum Reason: Sendable, Equatable {
    /// The event named no actor, and no earlier event of the tree named one that still exists.
    case noActor
    /// The scope was removed from its tree, or the scope that owned it was released.
    case removedFromTree
    /// The event was sent while the scope, or the actor that it named, was being deinitialized.
    case beingDeinitialized
  }

  /// The scope whose effects did not start.
  public let scope: String

  /// The effects that did not start.
  public let effects: [String]

  /// The reason for not starting them.
  public let reason: Reason

  init(_ effects: [RunningEffect], of node: ScopeNode, _ reason: Reason) {
    scope = node.typeName
    self.effects = effects.map { EffectText($0.pristine).text }
    self.reason = reason
  }

  /// The effects that did not start, the reason, and the remedy.
  public var description: String {
    "\(scope) did not start \(effects.joined(separator: ", ")): \(reason.explanation)"
  }

  /// The same text as ``description``.
  public var errorDescription: String? { description }
}

extension EffectIsolationError.Reason {
  fileprivate var explanation: String {
    switch self {
    case .noActor:
      """
      the event was sent from a place that names no actor, and no actor is known that the scope's tree lives on, so \
      the results could not be delivered. Send the event from an isolated method of the actor that owns the scope, or \
      give the function that sends it the parameter `isolation: isolated (any Actor)? = #isolation`. If another scope \
      holds this one, declare it there as a @Subscope: otherwise it is not in that scope's tree, and does not know its \
      actor.
      """
    case .removedFromTree:
      """
      the scope was removed from its tree, or the scope that owned it was released, so its dependencies are no longer \
      found. Enqueue the effects before the scope is removed and in an event of its own, or in a scope that stays.
      """
    case .beingDeinitialized:
      """
      the event was sent in a deinit, and what is being deinitialized cannot receive results. Send it before the scope \
      and the actor that owns it are released.
      """
    }
  }
}

/// An observer of the look-ups and waits of a running effect, on whatever thread it runs.
package protocol EffectObserver: Sendable {
  /// A look-up found no value and used the default of a type that is not for tests.
  func effectGotDefault(of type: Any.Type)

  /// A modifier or a timer is about to wait on a clock.
  func effectWaits(on clock: any Clock<Duration>)
}

/// The task-local observer of the running effect.
package enum EffectObservation {
  @TaskLocal package static var observer: (any EffectObserver)?
}
