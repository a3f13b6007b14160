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
    handler.listedAfterUpdate.map(\.work.pristine)
  }

  /// Starts an effect when this update has returned.
  ///
  /// - Parameters:
  ///   - effect: an effect that ends in an event; map any other: `.mapToResult().map(When.loaded)`.
  ///   - policy: applies to effects with the same identifier, and this one has none, so every policy is
  ///     ``EffectPolicy/all``.
  @inlinable
  public func enqueue<E: Effect>(_ effect: E, policy: EffectPolicy = .all) where E.ResultType == When {
    handler.stage(TypedEventEffect(effect.eraseToAnyEffect()), id: nil, policy: policy, of: scope)
  }

  /// Starts an effect when this update has returned, if the effects with the same identifier permit.
  ///
  /// - Parameters:
  ///   - effect: an effect that ends in an event; map any other: `.mapToResult().map(When.loaded)`.
  ///   - id: the identifier for the policy and ``cancelEffect(id:)``; nil for none.
  ///   - policy: the treatment of another effect in flight with this identifier.
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

  /// Cancels the effects whose pristine effect matches, including those that were just enqueued.
  ///
  /// ```swift
  /// effectsState.cancelEffect { $0 is LoadArticle }
  /// ```
  /// Complexity: O(n log n) in the effects in flight.
  public func cancelEffect(where isMatch: (any Effect) -> Bool) {
    let matching = handler.listedAfterUpdate.filter { isMatch($0.work.pristine) }
    handler.stage(.cancel(matching.map(\.generation)), of: scope)
  }

  /// Cancels the effects that were enqueued with an identifier; with nil, none.
  public func cancelEffect(id: (some Hashable & Sendable)?) {
    if let id { handler.stage(.cancelID(EffectID(id)), of: scope) }
  }

  /// Cancels every effect of this scope, including those that were just enqueued.
  public func cancelAllEffects() {
    handler.stage(.cancelAll, of: scope)
  }
}

/// The identifier of an effect, which equals identifiers of the same type only.
///
/// `AnyHashable` would treat the numbers `1`, `UInt8(1)` and `1.0` as equal.
///
/// An object, because most effects have none: nothing is copied then.
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
