/// The treatment of an effect while another with the same `id` is in flight.
public enum EffectPolicy: Sendable, Hashable, CaseIterable {
  /// They run side by side.
  case all
  /// The one in flight is cancelled, and this one starts.
  case replace
  /// The one in flight goes on, and this one is dropped.
  case ignore
  /// This one starts when all before it have ended.
  case queue
}
