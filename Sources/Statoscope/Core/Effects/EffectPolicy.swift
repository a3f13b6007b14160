/// The treatment of an effect while another with the same `id` is in flight.
public enum EffectPolicy: Sendable, Hashable, CaseIterable {
  /// They run concurrently.
  case all
  /// The effect in flight is cancelled, and this one starts.
  case replace
  /// The effect in flight continues, and this one is dropped.
  case ignore
  /// This one starts when all earlier ones have ended.
  case queue
}
