import Statoscope

/// The choices that `EFFECT` lists: the possible results of effects of a type, enqueued by its targets.
struct EffectChoices<E: Effect, Target: ScopeNode>: ChoiceSource {
  let targets: ChoiceTargets<Target>
  let results: [ListedResult]

  var listsResults: Bool { true }

  func choices(in root: ScopeNode, from source: Int) -> [Choice] {
    var choices: [Choice] = []
    for (key, scope) in targets.all(in: root) {
      for (index, effect) in effects(of: scope).enumerated() where effect.hasStarted {
        targets.recordKeyPath(of: scope, at: key)
        for option in results.indices {
          choices.append(Choice(source: source, target: key, number: index + 1, option: option))
        }
      }
    }
    return choices
  }

  func effect(of choice: Choice, in root: ScopeNode) -> (scope: ScopeNode, effect: PendingEffect)? {
    guard
      let scope = targets.scope(at: choice.target, in: root),
      let effect = effects(of: scope).dropFirst(choice.number - 1).first,
      effect.hasStarted
    else { return nil }
    return (scope, effect)
  }

  private func effects(of scope: Target) -> [PendingEffect] {
    scope.pendingEffects.filter { $0.pristine is E }
  }

  func perform(_ choice: Choice, on root: ScopeNode) throws -> Bool {
    guard
      let (node, effect) = effect(of: choice, in: root),
      let scope = node as? any ScopeProtocol
    else { return false }
    switch results[choice.option] {
    case .completes(let value): try scope.endEffect(effect.generation, ofPristine: .success(value))
    case .fails(let error): try scope.endEffect(effect.generation, ofPristine: .failure(error))
    case .yields(let element): try scope.yieldElement(element, of: effect.generation)
    }
    return true
  }

  func value(of choice: Choice) -> Any { choice.option }

  func text(of choice: Choice) -> ChoiceText {
    .result(effect: typeName(E.self), number: choice.number, results[choice.option])
  }

  func results(for effect: any Effect, of scope: ScopeNode, in root: ScopeNode) -> [ListedResult] {
    effect is E && targets.contains(scope, in: root) ? results : []
  }
}

/// A result of an effect, or an element of a stream, that an `EFFECT` lists.
enum ListedResult {
  case completes(Any)
  case fails(any Error)
  case yields(Any)

  /// The name of the corresponding step of a flow test.
  var step: String {
    switch self {
    case .completes: "WHEN_EffectCompletes"
    case .fails: "WHEN_EffectFails"
    case .yields: "WHEN_StreamYields"
    }
  }

  /// The verb of a label.
  var verb: String {
    switch self {
    case .completes: "completes"
    case .fails: "fails"
    case .yields: "yields"
    }
  }

  /// The result of the effect under its maps.
  var end: Result<Any, any Error> {
    switch self {
    case .completes(let value), .yields(let value): .success(value)
    case .fails(let error): .failure(error)
    }
  }

  /// Indicates whether it is an element of a stream, which stays in flight.
  var isElement: Bool {
    if case .yields = self { true } else { false }
  }

  var value: Any {
    switch self {
    case .completes(let value), .yields(let value): value
    case .fails(let error): error
    }
  }
}
