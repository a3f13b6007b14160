/// What was injected on the way from a scope to its root at one moment, as far as an effect can take it along.
///
/// Only values injected under a `Sendable` type are in it, so it can cross to any thread, and it keeps no scope.
struct EffectInjection: Sendable {
  /// What one scope gives, by the identity of the type; nil for a value whose type is not `Sendable`.
  typealias Level = [ObjectIdentifier: (any Sendable)?]

  /// Nearest first; scopes that give nothing are left out.
  let levels: [Level]

  /// The injection of the effect that runs in this task, if its tree has any.
  @TaskLocal static var current: EffectInjection?

  /// The nearest value of a type, or nil when there is none that an effect may have.
  func value<Value: Sendable>(for type: Value.Type) -> Value? {
    let key = ObjectIdentifier(type)
    for level in levels {
      guard let entry = level[key] else { continue }
      if let value = entry as? Value { return value }
      StatoscopeLogger.log(.errors) {
        """
        an effect looked for \(typeName(type)), and got the default: the value in the tree was injected where its \
        type was not known to be Sendable. Inject it with injectObject(value, as: \(typeName(type)).self).
        """
      }
      return nil
    }
    return nil
  }
}

extension ScopeNode {
  /// What an effect enqueued here may look up, or nil when nothing is injected.
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
