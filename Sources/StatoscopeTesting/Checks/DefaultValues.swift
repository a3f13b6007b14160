import Statoscope

/// The treatment of look-ups in a plan that get the default of a type that is not for tests.
///
/// A forgotten mock is such a look-up: the test would do real work, or pass for a wrong reason.
public enum DefaultValues: Sendable {
  /// A look-up that found no value, and got `defaultValue` of a type whose `isDefaultForTests` is
  /// false, is a failure. It is so in exhaustive plans, and for the effects of live plans.
  case refused

  /// A look-up may get any default.
  case allowed
}

/// The look-ups that got a default since they were last taken.
struct DefaultedLookUps {
  private struct LookUp: Hashable {
    let type: String
    let seeker: String
  }

  private var latest: [LookUp] = []
  /// These and those that were reported.
  private var known: Set<LookUp> = []

  mutating func note(_ type: Any.Type, by seeker: String) {
    let lookUp = LookUp(type: typeName(type), seeker: seeker)
    if known.insert(lookUp).inserted { latest.append(lookUp) }
  }

  /// Takes what was looked up.
  ///
  /// - Parameter isRefused: whether a default is a failure now. What is allowed may be refused later.
  /// - Returns: a failure for each type that a scope or an effect was not reported for before.
  mutating func take(refusing isRefused: Bool) -> [FlowFailure] {
    defer { latest = [] }
    guard isRefused else {
      known.subtract(latest)
      return []
    }
    return latest.map { .defaultValueUsed(type: $0.type, by: $0.seeker) }
  }
}
