/// The effects of a scope as its `update(_:)` sees them, and its only way to start and cancel them.
///
/// Nothing happens until the update is over: then, in the order written, effects start and are cancelled. When
/// the update throws, none of it happens.
public struct EffectsState<When: Sendable> {
  @usableFromInline let scope: ScopeNode
  @usableFromInline let handler: EffectsHandler

  /// The pristine effects that are pending or running, oldest first, as this update would leave them.
  ///
  /// Complexity: O(n).
  public var effects: [any Effect] {
    handler.listedAfterUpdate.map(\.work.pristine)
  }

  /// Starts an effect when this update is over.
  ///
  /// - Parameter effect: ends in an event; map one that does not: `.mapToResult().map(When.loaded)`.
  @inlinable
  public func enqueue<E: Effect>(_ effect: E) where E.ResultType == When {
    handler.stage(TypedEventEffect(effect.eraseToAnyEffect()), id: nil, policy: .all, of: scope)
  }

  /// Starts an effect when this update is over, if the effects with the same id let it.
  ///
  /// - Parameters:
  ///   - effect: ends in an event; map one that does not: `.mapToResult().map(When.loaded)`.
  ///   - id: what the policy and ``cancelEffect(id:)`` know the effect by; nil for none.
  ///   - policy: what to do when another effect with this id is in flight.
  public func enqueue<E: Effect>(
    _ effect: E,
    id: (some Hashable & Sendable)?,
    policy: EffectPolicy = .all
  ) where E.ResultType == When {
    handler.stage(
      TypedEventEffect(effect.eraseToAnyEffect()),
      id: id.map { EffectID($0) },
      policy: policy,
      of: scope
    )
  }

  /// Cancels the effects whose pristine effect matches, whether they run or were only just enqueued.
  ///
  /// ```swift
  /// effectsState.cancelEffect { $0 is LoadArticle }
  /// ```
  /// Complexity: O(n log n) in the effects in flight.
  public func cancelEffect(where isMatch: (any Effect) -> Bool) {
    let matching = handler.listedAfterUpdate.filter { isMatch($0.work.pristine) }
    handler.stage(.cancel(matching.map(\.generation)), of: scope)
  }

  /// Cancels the effects that were enqueued with an id; with nil, none.
  public func cancelEffect(id: (some Hashable & Sendable)?) {
    if let id { handler.stage(.cancelID(EffectID(id)), of: scope) }
  }

  /// Cancels every effect of this scope, those just enqueued too.
  public func cancelAllEffects() {
    handler.stage(.cancelAll, of: scope)
  }
}

/// What a scope knows an effect by: it equals ids of the same type only.
///
/// `AnyHashable` takes the numbers `1`, `UInt8(1)` and `1.0` for the same.
///
/// An object, as most effects have none: nothing is copied then.
@usableFromInline
final class EffectID: Hashable, Sendable {
  private let value: any Hashable & Sendable
  private let type: ObjectIdentifier

  init<Value: Hashable & Sendable>(_ value: Value) {
    self.value = value
    type = ObjectIdentifier(Value.self)
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
