import Statoscope

/// What a step makes of an effect in flight; the scope is updated by events of type `When`.
enum EffectOutcome<When: Sendable> {
  case completes(with: Any)
  case fails(with: any Error)
  /// A stream yields an element and stays in flight.
  case yields(Any)
  /// The effect ends with the event itself; its maps are not asked.
  case sends(When)

  /// What the effect ends with, or the element.
  var value: Any {
    switch self {
    case .completes(let value), .yields(let value): value
    case .fails(let error): error
    case .sends(let when): when
    }
  }
}

extension FlowSteps {
  /// Writes down a step that ends an effect; every verb that ends one does it here.
  ///
  /// - Parameters:
  ///   - number: which of the matching effects, the oldest being number one; nil for the oldest that has started.
  ///   - mustThrow: whether the update has to refuse the event.
  func ending<Target: ScopeProtocol>(
    _ wanted: EffectMatch,
    number: Int? = nil,
    _ outcome: EffectOutcome<Target.When>,
    mustThrow: Bool = false,
    on target: Focus<Root, Target>,
    at site: CallSite,
    _ words: @escaping () -> String
  ) -> Self {
    event(site, words, on: target, value: outcome.value) { scope, run in
      let effect = try wanted.find(number, in: scope)
      if case .completes(let value) = outcome { try refuseOther(value, for: effect.pristine) }
      run.namesEffect(effect.generation, of: scope)
      let text = EffectText(effect.pristine).text
      do {
        try outcome.apply(to: effect.generation, of: scope) { run.eventBegins() }
      } catch {
        if mustThrow { return }
        throw FlowFailure.effectEndThrew(effect: text, error: "\(error)")
      }
      if mustThrow { throw FlowFailure.effectEndDidNotThrow(effect: text) }
    }
  }
}

extension EffectOutcome {
  /// Performs it.
  ///
  /// - Parameter prepare: runs when the effect has left the list, before its event is updated. A stream that goes
  ///   on does not leave it.
  fileprivate func apply<Target: ScopeProtocol>(
    to generation: UInt64,
    of scope: Target,
    prepare: () -> Void
  ) throws where Target.When == When {
    switch self {
    case .completes(let value):
      try scope.endEffect(generation, ofPristine: .success(value), prepare: prepare)
    case .fails(let error):
      try scope.endEffect(generation, ofPristine: .failure(error), prepare: prepare)
    case .sends(let when): try scope.endEffect(generation, sending: when, prepare: prepare)
    case .yields(let element): try scope.yieldElement(element, of: generation)
    }
  }
}

extension EffectMatch {
  /// The effect that a step speaks of; it has started, so it can end.
  fileprivate func find(_ number: Int?, in scope: ScopeNode) throws -> EffectNote {
    let inFlight = scope.effectNotes
    let found = inFlight.filter { matches($0.pristine) }
    let place = (number ?? 1) - 1
    guard found.indices.contains(place) else { throw failure(number: number, underWay: inFlight) }
    let wanted = number == nil ? found.first(where: \.hasStarted) ?? found[place] : found[place]
    guard wanted.hasStarted else {
      throw FlowFailure.effectWaits(effect: EffectText(wanted.pristine).text, underWay: inFlight.map(\.text))
    }
    return wanted
  }
}

/// Fails for a value that an effect cannot return.
private func refuseOther<E: Effect>(_ value: Any, for effect: E) throws {
  guard !(value is E.ResultType) else { return }
  throw FlowFailure.effectReturnsOther(
    effect: EffectText(effect).text,
    value: "\(value)",
    type: typeName(E.ResultType.self)
  )
}
