import Statoscope

/// An effect in flight that a step ends or makes yield, and the result that the step gives it.
struct EndedEffect<When: Sendable> {
  private enum Result {
    case completes(Any)
    /// A stream ends without another element.
    case ends
    /// The effect ends, and its maps create no event.
    case endsWithoutEvent
    case fails(any Error)
    /// A stream yields an element and stays in flight.
    case yields(Any)
    /// The effect ends with the event itself, bypassing its maps.
    case sends(When)
  }

  private let end: Verb.EffectEnd
  private let match: EffectMatch
  private let result: Result

  static func completes<E: Effect>(_ type: E.Type, _ number: Int?, _ value: E.ResultType) -> EndedEffect {
    EndedEffect(end: .completes, match: .ofType(type, number), result: .completes(value))
  }

  static func completes<E: Effect & Equatable>(_ effect: E, _ value: E.ResultType) -> EndedEffect {
    EndedEffect(end: .completes, match: .equal(to: effect), result: .completes(value))
  }

  static func ends<E: StreamEffect>(_ type: E.Type, _ number: Int?) -> EndedEffect {
    EndedEffect(end: .completes, match: .ofType(type, number), result: .ends)
  }

  static func fails<E: Effect>(_ type: E.Type, _ number: Int?, _ error: any Error) -> EndedEffect {
    EndedEffect(end: .fails, match: .ofType(type, number), result: .fails(error))
  }

  static func fails<E: Effect & Equatable>(_ effect: E, _ error: any Error) -> EndedEffect {
    EndedEffect(end: .fails, match: .equal(to: effect), result: .fails(error))
  }

  static func yields<E: StreamEffect>(_ type: E.Type, _ number: Int?, _ element: E.ResultType) -> EndedEffect
  {
    EndedEffect(end: .yields, match: .ofType(type, number), result: .yields(element))
  }

  static func oldestCompletes(_ number: Int?, _ value: Any) -> EndedEffect {
    EndedEffect(end: .oldestCompletes, match: .started(number), result: .completes(value))
  }

  static func oldestSends(_ number: Int?, _ when: When) -> EndedEffect {
    EndedEffect(end: .oldestCompletes, match: .started(number), result: .sends(when))
  }

  static func oldestEnds(_ number: Int?) -> EndedEffect {
    EndedEffect(end: .oldestCompletes, match: .started(number), result: .endsWithoutEvent)
  }

  static func oldestFails(_ number: Int?, _ error: any Error) -> EndedEffect {
    EndedEffect(end: .oldestFails, match: .started(number), result: .fails(error))
  }

  /// Returns the step; every verb that ends an effect uses this method.
  func step<Root>(_ role: Verb.Role, _ target: StepTarget<Root, When>) -> Step<Root> {
    let verb = Verb.effect(end, role)
    return ClosureStep(target.call(verb, match.arguments + arguments)) { run in
      let scope = try target.find(run.root)
      let effect = try match.find(in: scope)
      if case .completes(let value) = result { try refuseOther(value, for: effect.pristine) }
      run.assertsEffect(effect.generation, of: scope)
      let text = (end == .yields ? "an element of " : "the end of ") + EffectText(effect.pristine).text
      do {
        // After the effect has left the list, and before its event is handled. A stream that continues stays.
        try apply(to: effect.generation, of: scope) { run.willSend(to: scope) }
      } catch {
        if verb.mustThrow { return }
        throw FlowFailure.effectEndThrew(text, error: "\(error)")
      }
      if verb.mustThrow { throw FlowFailure.effectEndDidNotThrow(text) }
    }
  }

  /// The arguments of the step's call for the result.
  private var arguments: [StepCall.Argument] {
    switch result {
    case .completes(let value): [.value(value, "with")]
    case .ends, .endsWithoutEvent: []
    case .fails(let error): [.value(error, "with")]
    case .sends(let when): [.value(when, "with")]
    case .yields(let element): [.value(element)]
    }
  }

  private func apply(
    to generation: UInt64,
    of scope: any ScopeProtocol<When>,
    prepare: () -> Void
  ) throws {
    switch result {
    case .completes(let value):
      try scope.endEffect(generation, ofPristine: .success(value), prepare: prepare)
    case .ends: try scope.endEffect(generation, ofPristine: nil, prepare: prepare)
    case .endsWithoutEvent: scope.endEffect(generation, prepare: prepare)
    case .fails(let error):
      try scope.endEffect(generation, ofPristine: .failure(error), prepare: prepare)
    case .sends(let when): try scope.endEffect(generation, sending: when, prepare: prepare)
    case .yields(let element): try scope.yieldElement(element, of: generation)
    }
  }

  /// Throws a failure for a value that an effect cannot return.
  private func refuseOther<E: Effect>(_ value: Any, for effect: E) throws {
    guard !(value is E.ResultType) else { return }
    throw FlowFailure.effectReturnsOther(
      effect: EffectText(effect).text,
      value: "\(value)",
      type: typeName(E.ResultType.self)
    )
  }
}

/// A verb that ends an effect, or makes it yield; see ``EventVerb``.
protocol EffectVerb {
  associatedtype Plan: FlowSteps
  /// The plan that the closure of a fork receives.
  associatedtype Branch

  var plan: Plan { get }
  var role: Verb.Role { get }
}

extension EffectVerb {
  /// Adds the step that ends an effect, or another path that begins with it.
  func add<When>(
    _ effect: EndedEffect<When>,
    _ target: StepTarget<Plan.Root, When>,
    _ branch: (Branch) throws -> Void
  ) throws -> Plan {
    try plan.adding(effect.step(role, target), branch)
  }
}

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
  /// Indicates whether ``number`` omits effects that wait for others.
  private var countsStartedOnly = false
  /// Returns the difference from an effect of the same type; an empty list for an effect of another type.
  private var diff: (any Effect) -> [String] = { _ in [] }

  static var any: EffectMatch { EffectMatch(text: "", matches: { _ in true }) }

  /// Matches any effect that has started, at a position among those.
  static func started(_ number: Int?) -> EffectMatch {
    var match = EffectMatch(
      text: number.map { "number \($0) of those that have started" } ?? "",
      number: number,
      arguments: number.map { [.value($0, "number")] } ?? [],
      matches: { _ in true }
    )
    match.countsStartedOnly = number != nil
    return match
  }

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

  /// Returns the effect that a step ends; it has started, so it can end.
  func find(in scope: ScopeNode) throws -> PendingEffect {
    let inFlight = scope.pendingEffects
    let found = inFlight.filter { matches($0.pristine) && (!countsStartedOnly || $0.hasStarted) }
    let index = (number ?? 1) - 1
    guard found.indices.contains(index) else { throw failure(of: scope) }
    let wanted = number == nil ? found.first(where: \.hasStarted) ?? found[index] : found[index]
    guard wanted.hasStarted else {
      throw FlowFailure.effectWaits(effect: EffectText(wanted.pristine).text, inFlight: inFlight.map(\.text))
    }
    return wanted
  }

  /// Returns the failure of a step that found a matching effect and should not.
  func failure(found inFlight: [PendingEffect]) -> FlowFailure {
    let effects = inFlight.map(\.text)
    return text.isEmpty ? .effectsInFlight(effects) : .effectFound(unwanted: text, inFlight: effects)
  }

  /// Returns the failure of a step that found no matching effect of a scope, or not enough.
  ///
  /// - Parameter mayHaveEnded: whether effects run, so that one may have ended before the step.
  func failure(of scope: ScopeNode, mayHaveEnded: Bool = false) -> FlowFailure {
    let (inFlight, elsewhere) = (scope.pendingEffects, elsewhere(than: scope))
    guard !text.isEmpty, !countsStartedOnly || !inFlight.isEmpty else {
      return .noEffectToEnd(elsewhere: elsewhere)
    }
    let nearest = inFlight.lazy.map { diff($0.pristine) }.first { !$0.isEmpty } ?? []
    return .effectNotFound(
      wanted: text,
      diff: nearest,
      inFlight: inFlight.map(\.text),
      elsewhere: elsewhere,
      mayHaveEnded: mayHaveEnded
    )
  }

  /// Returns the matching effects of the other scopes of the tree, each with the key path of its scope; all effects if
  /// none matches and the scope itself has none.
  private func elsewhere(than scope: ScopeNode) -> [String] {
    var (found, matching): ([String], [String]) = ([], [])
    let root = ScopeTree(scope).root
    root.forEachInSubtree { other in
      guard other !== scope else { return }
      let place = other === root ? "the root" : ScopeTree(other).keyPathFromRoot
      for effect in other.pendingEffects {
        found.append("\(place): \(effect.text)")
        if matches(effect.pristine) { matching.append("\(place): \(effect.text)") }
      }
    }
    return matching.isEmpty && scope.pendingEffects.isEmpty ? found : matching
  }
}
