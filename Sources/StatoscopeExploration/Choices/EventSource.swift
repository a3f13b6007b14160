import Statoscope
import StatoscopeTesting

/// The possible events of a scope, or of each of several scopes.
struct EventSource<Target: ScopeProtocol>: ChoiceSource {
  private let events: (Target) -> [Target.When]
  private let targets: ChoiceTargets<Target>
  private let numbers = EventNumbers<Target.When>.make()

  init(_ events: @escaping (Target) -> [Target.When], to targets: ChoiceTargets<Target>) {
    self.events = events
    self.targets = targets
  }

  func choices(in root: ScopeNode, from source: Int) -> [Choice] {
    var choices: [Choice] = []
    targets.forEach(in: root) { place, scope in
      targets.recordPath(to: place, scope)
      for event in events(scope) {
        choices.append(Choice(source: source, place: place, option: numbers.number(of: event)))
      }
    }
    return choices
  }

  func perform(_ choice: Choice, on root: ScopeNode) throws -> Bool {
    guard let scope = targets.scope(at: choice.place, in: root) else { return false }
    // Effects do not start during an exploration, so no actor need be named.
    try scope.trySend(numbers.events[choice.option], isolation: nil)
    return true
  }

  func what(_ choice: Choice) -> Any { numbers.events[choice.option] }

  func sentence(for choice: Choice) -> Sentence { .event(SwiftSource(shorthandOf: what(choice))) }

  func scope(of choice: Choice, in root: ScopeNode) -> ScopeNode? {
    targets.scope(at: choice.place, in: root)
  }

  func path(of choice: Choice) -> String? { targets.path(to: choice.place) }

  var endsEffects: Bool { false }

  func ends(of _: any Effect, of _: ScopeNode, in _: ScopeNode) -> [EffectEnd] { [] }

  func effect(of _: Choice, in _: ScopeNode) -> (scope: ScopeNode, note: PendingEffect)? { nil }
}
