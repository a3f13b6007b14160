extension ScopeProtocol {
  /// The effects of this scope for its `update(_:)`, to start and cancel them; any other access traps.
  public var effectsState: EffectsState<When> {
    EffectsState(scope: self, handler: ensuredEffectsHandler)
  }

  /// The pristine effects that are pending or running, oldest first.
  ///
  /// Inside `update(_:)`, the effects that this update has enqueued are included and those that it has cancelled are
  /// not. Complexity: O(n).
  public var effects: [any Effect] {
    guard let handler = effectsHandler else { return [] }
    knownContext?.objectLookUps?.readsEffects()
    return (eventPhase == .updating ? handler.listedAfterUpdate : handler.listed).map(\.work.pristine)
  }

  /// A closure for each error of an effect of this scope that no map turned into an event, called after the
  /// error is logged.
  ///
  /// It is called on the actor that the scope lives on. The `CancellationError` of a cancelled effect is not
  /// an error.
  public var onUnhandledEffectError: ((_ error: any Error) -> Void)? {
    get { effectsHandler?.onUnhandledError }
    set { ensuredEffectsHandler.handleUnhandledErrors(newValue) }
  }

  private var ensuredEffectsHandler: EffectsHandler {
    if let effectsHandler { return effectsHandler }
    let handler = EffectsHandler(node: self)
    ensuredRuntime.effects = handler
    return handler
  }
}

/// The effects of a scope during its `update(_:)`, and the only way to start and cancel them.
///
/// Requests take effect when the update has returned, in the order written. When the update throws, they are
/// discarded.
public struct EffectsState<When: Sendable> {
  @usableFromInline let scope: ScopeNode
  @usableFromInline let handler: EffectsHandler

  /// The pristine effects that are pending or running, oldest first, including the changes of this update.
  ///
  /// Complexity: O(n).
  public var effects: [any Effect] {
    scope.knownContext?.objectLookUps?.readsEffects()
    return handler.listedAfterUpdate.map(\.work.pristine)
  }

  /// Starts an effect when this update has returned.
  ///
  /// - Parameters:
  ///   - effect: an effect that ends in an event; map any other: `.mapToResult().map(When.loaded)`.
  ///   - policy: applies to effects with the same identifier, and this one has none, so every policy is
  ///     ``EffectPolicy/all``.
  @inlinable
  public func enqueue<E: Effect>(_ effect: E, policy: EffectPolicy = .all) where E.ResultType == When {
    handler.stage(TypedEvents(effect.eraseToAnyEffect()), id: nil, policy: policy, of: scope)
  }

  /// Starts an effect when this update has returned, if the effects with the same identifier permit.
  ///
  /// - Parameters:
  ///   - effect: an effect that ends in an event; map any other: `.mapToResult().map(When.loaded)`.
  ///   - id: the identifier for the policy and ``cancelEffect(id:)``; nil for none.
  ///   - policy: the treatment of another pending effect with this identifier.
  public func enqueue<E: Effect>(
    _ effect: E,
    id: (some Hashable & Sendable)?,
    policy: EffectPolicy = .all
  ) where E.ResultType == When {
    handler.stage(
      TypedEvents(effect.eraseToAnyEffect()),
      id: id.map(handler.sharedID),
      policy: policy,
      of: scope
    )
  }

  /// Starts an effect that ends in no event when this update has returned.
  ///
  /// - Parameters:
  ///   - effect: an effect whose result is discarded: `SaveDraft(draft).fireAndForget()`.
  ///   - policy: applies to effects with the same identifier, and this one has none, so every policy is
  ///     ``EffectPolicy/all``.
  public func enqueue(_ effect: AnyEffect<Never>, policy: EffectPolicy = .all) {
    enqueue(AnyEffect<When>(recipe: DiscardingRecipe(effect.recipe)), policy: policy)
  }

  /// Starts an effect that ends in no event when this update has returned, if the effects with the same
  /// identifier permit.
  ///
  /// - Parameters:
  ///   - effect: an effect whose result is discarded: `SaveDraft(draft).fireAndForget()`.
  ///   - id: the identifier for the policy and ``cancelEffect(id:)``; nil for none.
  ///   - policy: the treatment of another pending effect with this identifier.
  public func enqueue(
    _ effect: AnyEffect<Never>,
    id: (some Hashable & Sendable)?,
    policy: EffectPolicy = .all
  ) {
    enqueue(AnyEffect<When>(recipe: DiscardingRecipe(effect.recipe)), id: id, policy: policy)
  }

  /// Cancels the effects whose pristine effect matches, including those that were just enqueued.
  ///
  /// ```swift
  /// effectsState.cancelEffect { $0 is LoadArticle }
  /// ```
  /// Complexity: O(n log n) in the pending effects.
  public func cancelEffect(where isMatch: (any Effect) -> Bool) {
    let matching = handler.listedAfterUpdate.filter { isMatch($0.work.pristine) }
    handler.stage(.cancel(matching.map(\.generation)), of: scope)
  }

  /// Cancels the effects that were enqueued with an identifier; with nil, none.
  public func cancelEffect(id: (some Hashable & Sendable)?) {
    if let id { handler.stage(.cancelID(handler.sharedID(of: id)), of: scope) }
  }

  /// Cancels every effect of this scope, including those that were just enqueued.
  public func cancelAllEffects() {
    handler.stage(.cancelAll, of: scope)
  }
}

/// The treatment of an effect while another with the same `id` is pending.
public enum EffectPolicy: Sendable, Hashable, CaseIterable {
  /// They run concurrently.
  case all
  /// The pending effect is cancelled, and this one starts.
  case replace
  /// The pending effect continues, and this one is discarded.
  case ignore
  /// This one starts when all earlier ones have ended.
  case queue
}

/// The identifier of an effect, which equals identifiers of the same type only.
///
/// `AnyHashable` would treat the numbers `1`, `UInt8(1)` and `1.0` as equal. Comparing and hashing run code of the app,
/// so a scope finds the object that equal values share first (``EffectsHandler/sharedID(of:)``), and its ledger knows
/// the object's identity only.
@usableFromInline
final class EffectID: Hashable, Sendable {
  private let value: any Hashable & Sendable
  private let type: ObjectIdentifier
  fileprivate let knownHash: Int

  fileprivate init<Value: Hashable & Sendable>(_ value: Value) {
    self.value = value
    type = ObjectIdentifier(Value.self)
    knownHash = value.hashValue
  }

  @usableFromInline
  static func == (one: EffectID, other: EffectID) -> Bool {
    func isEqual<Value: Equatable>(_ value: Value) -> Bool { value == other.value as? Value }
    return one.type == other.type && isEqual(one.value)
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) {
    hasher.combine(type)
    value.hash(into: &hasher)
  }
}

/// The identifiers of the effects of one scope.
struct EffectIDs {
  private var byHash: [Int: [EffectID]] = [:]

  /// Counts the changes: code of the app that ran in between may have made some.
  private(set) var changeCount: UInt64 = 0

  var isEmpty: Bool { byHash.isEmpty }

  /// Returns an identifier equal to another one; runs code of the app.
  func first(equalTo id: EffectID) -> EffectID? { byHash[id.knownHash]?.first { $0 == id } }

  mutating func add(_ id: EffectID) {
    byHash[id.knownHash, default: []].append(id)
    changeCount += 1
  }

  /// Removes an identifier, which the caller retains.
  mutating func remove(_ id: EffectID) {
    guard var others = byHash[id.knownHash] else { return }
    others.removeAll { $0 === id }
    byHash[id.knownHash] = others.isEmpty ? nil : others
    changeCount += 1
  }
}

extension EffectsHandler {
  /// Returns the identifier that equal values share while effects with it are pending or requested.
  @usableFromInline
  func sharedID(of value: some Hashable & Sendable) -> EffectID {
    let candidate = EffectID(value)
    while true {
      // Compared outside of the list: code of the app may look for another identifier meanwhile.
      let known = ids
      let found = known.first(equalTo: candidate)
      guard known.changeCount == ids.changeCount else { continue }
      if let found { return found }
      ids.add(candidate)
      return candidate
    }
  }
}
