import Statoscope

/// Which effect a step speaks of.
struct EffectMatch {
  /// How a failure names it, behind "is"; empty when any effect will do.
  let text: String
  /// The effect, or the value that a parameter of it has; nil when any of a type will do.
  let value: Any?
  let matches: (any Effect) -> Bool
  /// How an effect of the same type differs; nothing for one of another type.
  private let diff: (any Effect) -> [String]

  static var any: EffectMatch { EffectMatch(text: "", value: nil, matches: { _ in true }, diff: { _ in [] }) }

  static func ofType<E: Effect>(_ type: E.Type) -> EffectMatch {
    EffectMatch(text: "of type \(typeName(type))", value: nil, matches: { $0 is E }, diff: { _ in [] })
  }

  static func equal<E: Effect & Equatable>(to effect: E) -> EffectMatch {
    EffectMatch(text: "equal to \(EffectText(effect).text)", value: effect, matches: { $0 as? E == effect }) {
      other in
      (other as? E).map { ValueDiff(expected: effect, found: $0).lines } ?? []
    }
  }

  static func with<E: Effect, Value: Equatable>(
    _ parameter: KeyPath<E, Value>,
    _ expected: Value
  ) -> EffectMatch {
    EffectMatch(
      text: "of type \(typeName(E.self)) whose parameter equals \(expected)",
      value: expected,
      matches: { ($0 as? E)?[keyPath: parameter] == expected },
      diff: { other in
        (other as? E).map { ValueDiff(expected: expected, found: $0[keyPath: parameter]).lines } ?? []
      }
    )
  }

  /// What a step says that has found no such effect, or not as many.
  func failure(number: Int? = nil, underWay: [EffectNote]) -> FlowFailure {
    guard !text.isEmpty else { return .noEffectToEnd }
    let nearest = underWay.lazy.map { diff($0.pristine) }.first { !$0.isEmpty } ?? []
    let wanted = if let number, number != 1 { "number \(number) \(text)" } else { text }
    return .effectNotFound(wanted: wanted, diff: nearest, underWay: underWay.map(\.text))
  }
}
