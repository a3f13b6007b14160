import Statoscope

/// A plan's treatment of look-ups that fall back to the default of a type that is not for tests.
///
/// A forgotten mock causes such a look-up: the test would do real work, or pass for a wrong reason.
public enum DefaultValues: Sendable {
  /// A look-up that falls back to `defaultValue` of a type whose `isDefaultForTests` is false is a failure.
  /// This is the default in exhaustive plans, and for the effects of live plans.
  case refused

  /// A look-up may fall back to any default.
  case allowed
}

/// The look-ups that fell back to a default since they were last taken.
struct DefaultedLookUps {
  private struct LookUp: Hashable {
    let type: String
    let seeker: String
  }

  private var latest: [LookUp] = []
  /// These and those that were already reported.
  private var known: Set<LookUp> = []

  mutating func note(_ type: Any.Type, by seeker: String) {
    let lookUp = LookUp(type: typeName(type), seeker: seeker)
    if known.insert(lookUp).inserted { latest.append(lookUp) }
  }

  /// Takes the pending look-ups.
  ///
  /// - Parameter isRefused: whether a default is a failure now. An allowed look-up may be refused later.
  /// - Returns: a failure for each combination of a type and a scope or an effect that was not reported
  ///   before.
  mutating func take(refusing isRefused: Bool) -> [FlowFailure] {
    defer { latest = [] }
    guard isRefused else {
      known.subtract(latest)
      return []
    }
    return latest.map { .defaultValueUsed(type: $0.type, by: $0.seeker) }
  }
}
