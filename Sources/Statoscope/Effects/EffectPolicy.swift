/// What happens to an effect when another with the same `id` is under way.
public enum EffectPolicy: Sendable, Hashable, CaseIterable {
  /// They run side by side.
  case all
  /// The one under way is cancelled, and this one starts.
  case replace
  /// The one under way goes on, and this one is dropped.
  case ignore
  /// This one starts when all before it have ended.
  case queue
}
