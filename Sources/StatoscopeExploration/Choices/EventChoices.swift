import Statoscope

/// The choices that `EVENTS` lists: the possible events of its targets.
struct EventChoices<Target: ScopeProtocol>: ChoiceSource {
  let targets: ChoiceTargets<Target>
  private let events: (Target) -> [Target.When]
  private let numbers = EventNumbers<Target.When>()

  init(_ events: @escaping (Target) -> [Target.When], to targets: ChoiceTargets<Target>) {
    self.events = events
    self.targets = targets
  }

  var listsResults: Bool { false }

  func choices(in root: ScopeNode, from source: Int) -> [Choice] {
    var choices: [Choice] = []
    for (key, scope) in targets.all(in: root) {
      targets.recordKeyPath(of: scope, at: key)
      for event in events(scope) {
        choices.append(Choice(source: source, target: key, option: numbers.number(of: event)))
      }
    }
    return choices
  }

  func perform(_ choice: Choice, on root: ScopeNode) throws -> Bool {
    guard let scope = targets.scope(at: choice.target, in: root) else { return false }
    // Effects do not start during an exploration, so no actor need be named.
    try scope.trySend(numbers.events[choice.option], isolation: nil)
    return true
  }

  func value(of choice: Choice) -> Any { numbers.events[choice.option] }

  func text(of choice: Choice) -> ChoiceText { .event(value(of: choice)) }

  func results(for _: any Effect, of _: ScopeNode, in _: ScopeNode) -> [ListedResult] { [] }

  func effect(of _: Choice, in _: ScopeNode) -> (scope: ScopeNode, effect: PendingEffect)? { nil }
}

/// The events that a source has listed, each with a number that events share if nothing tells them apart.
private final class EventNumbers<Event> {
  private(set) var events: [Event] = []
  private let keys = StateKeyMaker()
  private var numbers: [StateKey: Int] = [:]
  /// The numbers of events that are one byte.
  private var byteNumbers: [Int: Int] = [:]

  /// Complexity: amortized O(size of the event).
  func number(of event: Event) -> Int {
    // Of this very type: where it is a protocol's, events of two types may be the same byte.
    if type(of: event as Any) == Event.self, let byte = keys.byte(of: event) {
      if let known = byteNumbers[byte] { return known }
      let number = keyedNumber(of: event)
      byteNumbers[byte] = number
      return number
    }
    return keyedNumber(of: event)
  }

  private func keyedNumber(of event: Event) -> Int {
    let key = keys.key(of: event)
    // The contents of an object may change, and hidden state may differ.
    guard key.isWhole, !key.hasObjects else { return add(event) }
    if let known = numbers[key] { return known }
    numbers[key] = events.count
    return add(event)
  }

  private func add(_ event: Event) -> Int {
    events.append(event)
    return events.count - 1
  }
}
