import Statoscope

/// The choices that `EVENTS` lists: the possible events of its targets.
struct EventChoices<Target: ScopeProtocol>: ChoiceSource {
  let targets: ChoiceTargets<Target>
  private let events: (Target) -> [Target.When]
  private let numbers = OptionNumbers<Target.When>()

  init(_ events: @escaping (Target) -> [Target.When], to targets: ChoiceTargets<Target>) {
    self.events = events
    self.targets = targets
  }

  var name: String { "EVENTS of \(typeName(Target.self))" }

  var listsResults: Bool { false }

  func addChoices(in root: ScopeNode, from source: Int, _: EffectOrder, to choices: inout [Choice]) {
    targets.forEach(in: root) { key, scope in
      targets.recordKeyPath(of: scope, at: key)
      for event in events(scope) {
        choices.append(Choice(source: source, target: key, option: numbers.number(of: event)))
      }
    }
  }

  func perform(_ choice: Choice, on root: ScopeNode, _: EffectOrder) throws -> Bool {
    guard let scope = targets.scope(at: choice.target, in: root) else { return false }
    // Effects do not start during an exploration, so no actor need be named.
    try scope.trySend(numbers.options[choice.option], isolation: nil)
    return true
  }

  func value(of choice: Choice) -> Any { numbers.options[choice.option] }

  func text(of choice: Choice) -> ChoiceText { .event(value(of: choice)) }

  func text(of choice: Choice, in _: ScopeNode, _: EffectOrder) -> ChoiceText { text(of: choice) }

  func lists(_: any Effect, of _: ScopeNode, in _: ScopeNode) -> Bool { false }

  func results(for _: any Effect, of _: ScopeNode, in _: ScopeNode) -> [ListedResult] { [] }

  func effect(of _: Choice, in _: ScopeNode, _: EffectOrder) -> (scope: ScopeNode, effect: PendingEffect)? {
    nil
  }
}
