/// Notes that an effect's look-up found no value, and that it got the type's default.
package protocol DefaultValueObserver: Sendable {
  /// Called on whatever thread the effect runs on.
  func effectGotDefault(of type: any Injectable.Type)
}

/// Who observes the look-ups of the effect whose task this is.
package enum EffectLookUps {
  @TaskLocal package static var observer: (any DefaultValueObserver)?
}

extension Injectable {
  /// The default, for a scope that found no value up the tree.
  static func defaultValue(for scope: ScopeNode) -> Self {
    if !isDefaultForTests { scope.announceDefault(of: Self.self) }
    return defaultValue
  }

  /// The default, for the effect that runs and found no value.
  static var defaultValueForEffect: Self {
    if !isDefaultForTests { EffectLookUps.observer?.effectGotDefault(of: Self.self) }
    return defaultValue
  }
}
