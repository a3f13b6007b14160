extension Injectable {
  /// Returns the default, for a scope that found no value up the tree.
  static func defaultValue(for scope: ScopeNode) -> Self {
    if !isDefaultForTests { scope.announceDefault(of: Self.self) }
    return defaultValue
  }

  /// The default, for the running effect that found no value.
  static var defaultValueForEffect: Self {
    if !isDefaultForTests { EffectObservation.observer?.effectGotDefault(of: Self.self) }
    return defaultValue
  }
}
