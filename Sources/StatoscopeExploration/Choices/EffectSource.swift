import Statoscope
import StatoscopeTesting

/// The possible ends of effects of a type in some scopes.
struct EffectSource<E: Effect, Target: ScopeNode>: ChoiceSource {
  private let ends: [EffectEnd]
  private let targets: ChoiceTargets<Target>

  init(_ ends: [EffectEnd], in targets: ChoiceTargets<Target>) {
    self.ends = ends
    self.targets = targets
  }

  func choices(in root: ScopeNode, from source: Int) -> [Choice] {
    var choices: [Choice] = []
    targets.forEach(in: root) { place, scope in
      for (index, effect) in scope.pendingEffects.filter({ $0.pristine is E }).enumerated()
      where effect.hasStarted {
        targets.recordPath(to: place, scope)
        for end in ends.indices {
          choices.append(Choice(source: source, place: place, number: index + 1, option: end))
        }
      }
    }
    return choices
  }

  func effect(of choice: Choice, in root: ScopeNode) -> (scope: ScopeNode, note: PendingEffect)? {
    guard
      let scope = targets.scope(at: choice.place, in: root),
      let note = scope.pendingEffects.filter({ $0.pristine is E }).dropFirst(choice.number - 1).first,
      note.hasStarted
    else { return nil }
    return (scope, note)
  }

  func perform(_ choice: Choice, on root: ScopeNode) throws -> Bool {
    guard
      let (node, effect) = effect(of: choice, in: root),
      let scope = node as? any ScopeProtocol
    else { return false }
    switch ends[choice.option] {
    case .completes(let value): try scope.endEffect(effect.generation, ofPristine: .success(value))
    case .fails(let error): try scope.endEffect(effect.generation, ofPristine: .failure(error))
    case .yields(let element): try scope.yieldElement(element, of: effect.generation)
    }
    return true
  }

  func what(_ choice: Choice) -> Any { choice.option }

  func sentence(for choice: Choice) -> Sentence {
    let end = ends[choice.option]
    return .effect(typeName(E.self), number: choice.number, end, SwiftSource(end.value))
  }

  func scope(of choice: Choice, in root: ScopeNode) -> ScopeNode? {
    targets.scope(at: choice.place, in: root)
  }

  func path(of choice: Choice) -> String? { targets.path(to: choice.place) }

  var endsEffects: Bool { true }

  func ends(of effect: any Effect, of scope: ScopeNode, in root: ScopeNode) -> [EffectEnd] {
    effect is E && targets.contains(scope, in: root) ? ends : []
  }
}
