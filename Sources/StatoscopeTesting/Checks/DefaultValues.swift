import Statoscope

/// Whether the look-ups of a plan's scopes and effects may get the default of a type that is not for tests.
///
/// A forgotten mock is such a look-up: the test would do real work, or pass for a wrong reason.
public enum DefaultValues: Sendable {
  /// A look-up that found no value, and got `defaultValue` of a type whose `isDefaultForTests` is
  /// false, is a failure. It is so in exhaustive plans, and for the effects of live plans.
  case refused

  /// A look-up may get any default.
  case allowed
}

/// The look-ups that got a default since they were last reported.
struct DefaultedLookUps {
  private var unreported: [FlowFailure] = []
  private var known: Set<[String]> = []

  /// Notes one, unless the same scope or effect looked up the same type before.
  mutating func note(_ type: Any.Type, by seeker: String) {
    let type = typeName(type)
    guard known.insert([type, seeker]).inserted else { return }
    unreported.append(.defaultValueUsed(type: type, by: seeker))
  }

  /// Each that was not reported yet.
  mutating func takeUnreported() -> [FlowFailure] {
    defer { unreported = [] }
    return unreported
  }
}
