import Statoscope

/// A possible next step in a state: an event of some scope, or a result of an effect.
///
/// It can be performed on any scope in the same state, so it identifies its target by a key, not by reference.
struct Choice: Hashable {
  /// The index of the plan's source that lists it.
  let source: Int
  /// The key of the target among those of the source; nil if there is only one.
  var target: AnyHashable?
  /// The position among several effects of a type, the oldest being number one.
  var number = 1
  /// The index of the source's event, or of the effect's result.
  let option: Int
}

/// The result of performing a choice.
enum ChoiceOutcome {
  case accepted
  /// The update threw an ``InvalidStateError``.
  case refused
  case threw(any Error)
  /// There is no such child or effect.
  case impossible

  var isRefused: Bool {
    if case .refused = self { true } else { false }
  }

  var hasThrown: Bool {
    switch self {
    case .refused, .threw: true
    case .accepted, .impossible: false
    }
  }
}

/// A part of a plan that lists choices.
protocol ChoiceSource<Target> {
  associatedtype Target: ScopeNode

  /// The scopes that choices are listed for.
  var targets: ChoiceTargets<Target> { get }

  /// The step of the plan, as it is named in texts.
  var name: String { get }

  /// Indicates whether its choices are results of effects rather than events.
  var listsResults: Bool { get }

  /// Adds the choices in the current state, always in the same order.
  ///
  /// - Parameter order: numbers the effects of each scope.
  func addChoices(in root: ScopeNode, from source: Int, _ order: EffectOrder, to choices: inout [Choice])

  /// Performs a choice.
  ///
  /// - Returns: false when there is no such child or effect.
  /// - Throws: the error of the update, or that of an effect that no map turns into an event.
  func perform(_ choice: Choice, on root: ScopeNode, _ order: EffectOrder) throws -> Bool

  /// Returns the value that distinguishes a choice from others of this source with the same target.
  func value(of choice: Choice) -> Any

  func text(of choice: Choice) -> ChoiceText

  /// Returns the text of a choice that is about to be performed, as a plan numbers its effect: in the order of enqueuing.
  func text(of choice: Choice, in root: ScopeNode, _ order: EffectOrder) -> ChoiceText

  /// Indicates whether it lists results for an effect in flight, now or in another state.
  func lists(_ effect: any Effect, of scope: ScopeNode, in root: ScopeNode) -> Bool

  /// Returns the results that are listed for an effect in flight in the current state.
  func results(for effect: any Effect, of scope: ScopeNode, in root: ScopeNode) -> [ListedResult]

  /// Returns the effect that a choice concerns, with its scope; nil for an event.
  func effect(
    of choice: Choice,
    in root: ScopeNode,
    _ order: EffectOrder
  ) -> (scope: ScopeNode, effect: PendingEffect)?
}

extension ChoiceSource {
  func target(of choice: Choice, in root: ScopeNode) -> ScopeNode? {
    targets.scope(at: choice.target, in: root)
  }

  /// Returns a short label, with the key path to the target when the choice was first listed: its state may
  /// no longer exist.
  func label(of choice: Choice) -> String {
    text(of: choice).label(at: targets.keyPath(at: choice.target))
  }
}

/// A choice in the language of flow tests, and as a short label.
enum ChoiceText {
  case event(Any)
  case result(effect: String, number: Int, ListedResult)

  /// Returns the step that performs the choice.
  ///
  /// - Parameter address: the address of the scope before the step.
  func step(at address: ScopeAddress, throwing: Bool) -> StepSource {
    let suffix = throwing ? "_Throws" : ""
    switch self {
    case .event(let event):
      let source = SwiftSource(shorthandOf: event)
      return address.step { ".WHEN\(suffix)(\($0)\(source))" }
    case .result(let effect, let number, let result):
      let label = result.isElement ? "" : "with: "
      let value = result.value.map { label + SwiftSource($0).description }
      let arguments =
        ["\(effect).self"] + (number == 1 ? [] : ["number: \(number)"]) + (value.map { [$0] } ?? [])
      return address.step { ".\(result.step)\(suffix)(\($0)\(arguments.joined(separator: ", ")))" }
    }
  }

  /// Returns a short label for a diagram or a list.
  ///
  /// - Parameter keyPath: the key path from the root to the scope.
  func label(at keyPath: String?) -> String {
    let prefix = keyPath.flatMap { $0 == "\\.self" ? nil : $0.dropFirst(2) + ": " } ?? ""
    switch self {
    case .event(let event):
      return prefix + ChoiceText.label(of: event)
    case .result(let effect, let number, let result):
      let which = number == 1 ? effect : "\(effect) number \(number)"
      let value = result.value.map { (result.isElement ? " " : " with ") + InlineText($0, for: .call).text }
      return "\(prefix)\(which) \(result.verb)\(value ?? "")"
    }
  }

  private static func label(of event: Any) -> String {
    String(InlineText(event, for: .call).text.trimmingPrefix("."))
  }

  /// The part of the label that is shared with others that differ in values and targets only.
  var kind: String {
    switch self {
    case .event(let event): String(ChoiceText.label(of: event).prefix { $0 != "(" })
    case .result(let effect, _, let result): "\(effect) \(result.verb)"
    }
  }
}
