import Statoscope

/// The criterion with which a step selects an effect.
struct EffectMatch {
  /// The description in a failure, after "is"; empty when any effect matches.
  let text: String
  /// The position among several matching effects, the oldest being number one; nil for the oldest that has
  /// started.
  var number: Int?
  /// The corresponding arguments of the step's call.
  var arguments: [StepCall.Argument] = []
  let matches: (any Effect) -> Bool
  /// Returns the difference from an effect of the same type; an empty list for an effect of another type.
  private var diff: (any Effect) -> [String] = { _ in [] }

  static var any: EffectMatch { EffectMatch(text: "", matches: { _ in true }) }

  static func ofType<E: Effect>(_ type: E.Type, _ number: Int? = nil) -> EffectMatch {
    let text = "of type \(typeName(type))"
    return EffectMatch(
      text: number.map { $0 == 1 ? text : "number \($0) \(text)" } ?? text,
      number: number,
      arguments: [.type(type)] + (number.map { [.value($0, "number")] } ?? []),
      matches: { $0 is E }
    )
  }

  static func equal<E: Effect & Equatable>(to effect: E, _ label: String? = nil) -> EffectMatch {
    EffectMatch(
      text: "equal to \(EffectText(effect).text)",
      arguments: [.value(effect, label)],
      matches: { $0 as? E == effect },
      diff: { other in (other as? E).map { ValueDiff(expected: effect, found: $0).lines } ?? [] }
    )
  }

  static func with<E: Effect, Value: Equatable>(
    _ parameter: KeyPath<E, Value>,
    _ expected: Value
  ) -> EffectMatch {
    EffectMatch(
      text: "of type \(typeName(E.self)) whose parameter equals \(expected)",
      arguments: [.keyPath(parameter, "parameter"), .value(expected, "equals")],
      matches: { ($0 as? E)?[keyPath: parameter] == expected },
      diff: { other in
        (other as? E).map { ValueDiff(expected: expected, found: $0[keyPath: parameter]).lines } ?? []
      }
    )
  }

  /// Returns the failure of a step that found a matching effect and should not.
  func failure(found inFlight: [PendingEffect]) -> FlowFailure {
    let effects = inFlight.map(\.text)
    return text.isEmpty ? .effectsInFlight(effects) : .effectFound(unwanted: text, inFlight: effects)
  }

  /// Returns the failure of a step that found no matching effect, or not enough.
  func failure(inFlight: [PendingEffect]) -> FlowFailure {
    guard !text.isEmpty else { return .noEffectToEnd }
    let nearest = inFlight.lazy.map { diff($0.pristine) }.first { !$0.isEmpty } ?? []
    return .effectNotFound(wanted: text, diff: nearest, inFlight: inFlight.map(\.text))
  }
}
