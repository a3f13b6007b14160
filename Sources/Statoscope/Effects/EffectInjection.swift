/// The values injected on the path from a scope to its root at one moment that effects may use.
///
/// It contains only values injected under a `Sendable` type, so it can cross to any thread, and it retains no
/// scope.
struct EffectInjection: Sendable {
  /// The values of one scope, by the identity of their types; nil for a value whose type is not `Sendable`.
  typealias Level = [ObjectIdentifier: (any Sendable)?]

  /// The scopes that provide values, nearest first.
  let levels: [Level]

  /// The injection of the effect that runs in the current task, if its tree has any.
  @TaskLocal static var current: EffectInjection?

  /// Returns the nearest value of a type, or nil when there is none that an effect may use.
  func value<Value: Sendable>(for type: Value.Type) -> Value? {
    let key = ObjectIdentifier(type)
    for level in levels {
      guard let entry = level[key] else { continue }
      if let value = entry as? Value { return value }
      StatoscopeLogger.log(.errors) {
        """
        an effect looked up \(typeName(type)), and got the default: the value in the tree was injected where its \
        type was not known to be Sendable. Inject it with injectObject(value, as: \(typeName(type)).self).
        """
      }
      return nil
    }
    return nil
  }
}

extension ScopeNode {
  /// The injection for effects enqueued here, or nil when nothing is injected.
  ///
  /// Complexity: O(depth).
  final var effectInjection: EffectInjection? {
    var levels: [EffectInjection.Level] = []
    let _: Never? = firstOnWayToRoot { scope in
      if scope.givesValues { levels.append(scope.injectedForEffects) }
      return nil
    }
    return levels.isEmpty ? nil : EffectInjection(levels: levels)
  }
}
