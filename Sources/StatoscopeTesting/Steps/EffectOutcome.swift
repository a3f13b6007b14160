import Statoscope

/// An outcome that a step gives an effect in flight; the scope handles events of type `When`.
enum EffectOutcome<When: Sendable> {
  case completes(Any)
  case fails(any Error)
  /// A stream yields an element and stays in flight.
  case yields(Any)
  /// The effect ends with the event itself, bypassing its maps.
  case sends(When)

  /// The corresponding argument of the step's call.
  fileprivate var argument: StepCall.Argument {
    switch self {
    case .completes(let value): .value(value, "with")
    case .fails(let error): .value(error, "with")
    case .sends(let when): .value(when, "with")
    case .yields(let element): .value(element)
    }
  }
}

extension FlowSteps {
  /// Adds a step that ends an effect of the scope.
  func ending(
    _ verb: String,
    _ wanted: EffectMatch,
    _ outcome: EffectOutcome<Subject.When>,
    at location: CallLocation
  ) -> Self {
    ending(verb, wanted, outcome, on: focus, at: location)
  }

  /// Adds a step that ends an effect of some scope.
  func ending<Target: ScopeProtocol>(
    _ verb: String,
    _ wanted: EffectMatch,
    _ outcome: EffectOutcome<Target.When>,
    on target: Focus<Root, Target>,
    at location: CallLocation
  ) -> Self {
    add(effectEnd(verb, wanted, outcome, on: target, at: location))
  }

  /// Returns a step that ends an effect; every verb that ends an effect uses this method.
  func effectEnd<Target: ScopeProtocol>(
    _ verb: String,
    _ wanted: EffectMatch,
    _ outcome: EffectOutcome<Target.When>,
    on target: Focus<Root, Target>,
    at location: CallLocation
  ) -> Step<Root> {
    // Whether the update must refuse the event.
    let mustThrow = verb.hasSuffix("_Throws")
    return event(target.call(verb, wanted.arguments + [outcome.argument], at: location), on: target) {
      scope,
      run in
      let effect = try wanted.find(in: scope)
      if case .completes(let value) = outcome { try refuseOther(value, for: effect.pristine) }
      run.namesEffect(effect.generation, of: scope)
      let text = EffectText(effect.pristine).text
      do {
        try outcome.apply(to: effect.generation, of: scope) { run.eventBegins(at: scope) }
      } catch {
        if mustThrow { return }
        throw FlowFailure.effectEndThrew(effect: text, error: "\(error)")
      }
      if mustThrow { throw FlowFailure.effectEndDidNotThrow(effect: text) }
    }
  }
}

extension EffectOutcome {
  /// Applies the outcome.
  ///
  /// - Parameter prepare: is called after the effect has left the list and before its event is handled. A
  ///   stream that continues does not leave the list.
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
  /// Returns the effect that the step selects; it has started, so it can end.
  fileprivate func find(in scope: ScopeNode) throws -> PendingEffect {
    let inFlight = scope.pendingEffects
    let found = inFlight.filter { matches($0.pristine) }
    let place = (number ?? 1) - 1
    guard found.indices.contains(place) else { throw failure(inFlight: inFlight) }
    let wanted = number == nil ? found.first(where: \.hasStarted) ?? found[place] : found[place]
    guard wanted.hasStarted else {
      throw FlowFailure.effectWaits(effect: EffectText(wanted.pristine).text, inFlight: inFlight.map(\.text))
    }
    return wanted
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
