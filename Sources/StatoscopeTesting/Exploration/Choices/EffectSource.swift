import Statoscope

/// One way in which an effect may end, or what a stream may yield.
enum EffectEnd {
  case completes(Any)
  case fails(any Error)
  case yields(Any)

  /// The verb of a flow test that says so.
  var verb: String {
    switch self {
    case .completes: "WHEN_EffectCompletes"
    case .fails: "WHEN_EffectFails"
    case .yields: "WHEN_StreamYields"
    }
  }

  var isYield: Bool {
    if case .yields = self { true } else { false }
  }

  var value: Any {
    switch self {
    case .completes(let value), .yields(let value): value
    case .fails(let error): error
    }
  }
}

/// Says how effects of a type may end, in whichever scope they are in flight.
struct EffectSource<E: Effect>: ChoiceSource {
  let ends: [EffectEnd]

  func choices(in root: ScopeNode, from source: Int) -> [Choice] {
    root.scopesWithEffects.flatMap { scope -> [Choice] in
      let effects = scope.effectNotes.filter { $0.pristine is E }
      guard !effects.isEmpty else { return [] }
      let place = AnyHashable(ScopeTree(scope).keyPathFromRoot)
      return effects.enumerated().filter(\.element.hasStarted).flatMap { index, _ in
        ends.indices.map { Choice(source: source, place: place, number: index + 1, what: $0) }
      }
    }
  }

  func perform(_ choice: Choice, on root: ScopeNode) throws -> Bool {
    guard
      let node = scope(of: choice, in: root),
      let scope = node as? any ScopeProtocol,
      let effect = node.effectNotes.filter({ $0.pristine is E }).dropFirst(choice.number - 1).first,
      effect.hasStarted,
      let end = end(of: choice)
    else { return false }
    switch end {
    case .completes(let value): try scope.endEffect(effect.generation, ofPristine: .success(value))
    case .fails(let error): try scope.endEffect(effect.generation, ofPristine: .failure(error))
    case .yields(let element): try scope.yieldElement(element, of: effect.generation)
    }
    return true
  }

  func sentence(for choice: Choice, in _: ScopeNode) -> Sentence { sentence(for: choice) }

  func sentence(for choice: Choice) -> Sentence {
    guard let end = end(of: choice) else { return Sentence(path: nil, .event(SwiftSource(choice.what))) }
    return Sentence(
      path: choice.place?.base as? String,
      .effect(SwiftSource.name(of: E.self), number: choice.number, end, SwiftSource(end.value))
    )
  }

  var tellsEffects: Bool { true }

  func tellsEnds(of effect: any Effect) -> Bool { effect is E }

  private func end(of choice: Choice) -> EffectEnd? {
    (choice.what as? Int).map { ends[$0] }
  }

  private func scope(of choice: Choice, in root: ScopeNode) -> ScopeNode? {
    let path = choice.place?.base as? String
    return root.scopesWithEffects.first { ScopeTree($0).keyPathFromRoot == path }
  }
}
