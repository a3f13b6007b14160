import Statoscope

/// The choices that `EFFECT` lists: the possible results of effects of a type, enqueued by its targets.
struct EffectChoices<E: Effect, Target: ScopeNode>: ChoiceSource {
  /// The results of an effect.
  enum Results {
    case always([ListedResult])
    /// They depend on the effect and on the state.
    case now((_ effect: E, _ scope: Target, _ root: ScopeNode) -> [ListedResult])
  }

  let targets: ChoiceTargets<Target>
  private let results: Results
  private let numbers = OptionNumbers<ListedResult>()

  init(_ targets: ChoiceTargets<Target>, _ results: Results) {
    (self.targets, self.results) = (targets, results)
  }

  var name: String { "EFFECT(\(typeName(E.self)).self)" }

  var listsResults: Bool { true }

  func addChoices(in root: ScopeNode, from source: Int, _ order: EffectOrder, to choices: inout [Choice]) {
    targets.forEach(in: root) { key, scope in
      for (index, effect) in effects(of: scope, order).enumerated() where effect.hasStarted {
        targets.recordKeyPath(of: scope, at: key)
        for option in options(for: effect, of: scope, in: root) {
          choices.append(Choice(source: source, target: key, number: index + 1, option: option))
        }
      }
    }
  }

  func effect(
    of choice: Choice,
    in root: ScopeNode,
    _ order: EffectOrder
  ) -> (scope: ScopeNode, effect: PendingEffect)? {
    guard
      let scope = targets.scope(at: choice.target, in: root),
      let effect = effects(of: scope, order).dropFirst(choice.number - 1).first,
      effect.hasStarted
    else { return nil }
    return (scope, effect)
  }

  private func effects(of scope: Target, _ order: EffectOrder) -> [PendingEffect] {
    order.effects(of: scope) { Self.isListed($0.pristine) }
  }

  /// Checks the type of an effect: first whether it is this very one, which takes a tenth of a cast.
  private static func isListed(_ effect: any Effect) -> Bool {
    type(of: effect) == E.self || E.self is AnyClass && effect is E
  }

  private func options(for effect: PendingEffect, of scope: Target, in root: ScopeNode) -> [Int] {
    switch results {
    case .always(let results): return Array(results.indices)
    case .now:
      return results(for: effect.pristine, of: scope, in: root).map { numbers.number(of: $0) }
    }
  }

  private func result(of choice: Choice) -> ListedResult {
    switch results {
    case .always(let results): results[choice.option]
    case .now: numbers.options[choice.option]
    }
  }

  func perform(_ choice: Choice, on root: ScopeNode, _ order: EffectOrder) throws -> Bool {
    guard
      let (node, effect) = effect(of: choice, in: root, order),
      let scope = node as? any ScopeProtocol
    else { return false }
    let result = result(of: choice)
    switch result {
    case .completes, .fails, .ends: try scope.endEffect(effect.generation, ofPristine: result.end)
    case .yields(let element): try scope.yieldElement(element, of: effect.generation)
    }
    return true
  }

  func value(of choice: Choice) -> Any { choice.option }

  func text(of choice: Choice) -> ChoiceText {
    .result(effect: typeName(E.self), number: choice.number, result(of: choice))
  }

  func text(of choice: Choice, in root: ScopeNode, _ order: EffectOrder) -> ChoiceText {
    guard let (scope, effect) = effect(of: choice, in: root, order) else { return text(of: choice) }
    let older = scope.pendingEffects.prefix { $0.generation != effect.generation }.count {
      Self.isListed($0.pristine)
    }
    return .result(effect: typeName(E.self), number: older + 1, result(of: choice))
  }

  func lists(_ effect: any Effect, of scope: ScopeNode, in root: ScopeNode) -> Bool {
    if case .always(let results) = results, results.isEmpty { return false }
    return Self.isListed(effect) && targets.contains(scope, in: root)
  }

  func results(for effect: any Effect, of scope: ScopeNode, in root: ScopeNode) -> [ListedResult] {
    guard let effect = effect as? E, targets.contains(scope, in: root) else { return [] }
    switch results {
    case .always(let results): return results
    case .now(let ends):
      guard let scope = scope as? Target else { return [] }
      let results = ends(effect, scope, root)
      if !(E.self is any StreamEffect.Type), let other = results.first(where: \.isOfStream) {
        let name = typeName(E.self)
        preconditionFailure(
          "EFFECT(\(name).self) lists \(other), but \(name) is no StreamEffect: list .completes(with:)"
        )
      }
      return results
    }
  }
}

/// A result of an effect, or an element of a stream, that an `EFFECT` lists.
enum ListedResult {
  case completes(Any)
  case fails(any Error)
  case yields(Any)
  /// A stream ends without another element.
  case ends

  init<Value>(_ end: EffectEnd<Value>) {
    self =
      switch end {
      case .completes(let value): .completes(value)
      case .fails(let error): .fails(error)
      case .yields(let element): .yields(element)
      case .ends: .ends
      }
  }

  /// The name of the corresponding step of a flow test.
  var step: String {
    switch self {
    case .completes, .ends: "WHEN_EffectCompletes"
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
    case .ends: "ends"
    }
  }

  /// The result of the effect under its maps; nil for a stream that ends without another element.
  var end: Result<Any, any Error>? {
    switch self {
    case .completes(let value), .yields(let value): .success(value)
    case .fails(let error): .failure(error)
    case .ends: nil
    }
  }

  /// Indicates whether it is an element of a stream, which stays in flight.
  var isElement: Bool {
    if case .yields = self { true } else { false }
  }

  /// Indicates whether only a stream can do that.
  var isOfStream: Bool {
    switch self {
    case .yields, .ends: true
    case .completes, .fails: false
    }
  }

  /// The value or the error; nil for a stream that ends without another element.
  var value: Any? {
    switch self {
    case .completes(let value), .yields(let value): value
    case .fails(let error): error
    case .ends: nil
    }
  }
}
