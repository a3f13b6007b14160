import Statoscope

/// Which effect a step speaks of.
struct EffectMatch {
  /// How a failure names it, behind "is".
  let text: String
  let matches: (any Effect) -> Bool

  static func ofType<E: Effect>(_ type: E.Type) -> EffectMatch {
    EffectMatch(text: "of type \(typeName(type))") { $0 is E }
  }

  static func equal<E: Effect & Equatable>(to effect: E) -> EffectMatch {
    EffectMatch(text: "equal to \(effect)") { $0 as? E == effect }
  }

  static func with<E: Effect, Value: Equatable>(
    _ parameter: KeyPath<E, Value>,
    _ expected: Value
  ) -> EffectMatch {
    EffectMatch(text: "a \(typeName(E.self)) whose parameter equals \(expected)") {
      ($0 as? E)?[keyPath: parameter] == expected
    }
  }

  static var any: EffectMatch {
    EffectMatch(text: "there") { _ in true }
  }
}
