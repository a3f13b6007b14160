import Statoscope
import StatoscopeTesting

/// A possible next step in a state: an event of some scope, or the end of an effect.
///
/// It can be performed on any scope in the same state, so it identifies scopes by their place.
struct Choice: Hashable {
  /// The index of the plan's source that offered it.
  let source: Int
  let place: TargetKey
  /// The position among several effects of a type, the oldest being number one.
  var number = 1
  /// The index of the source's event, or of the effect's end.
  let option: Int
}

/// The place of one of several scopes, which identifies the same scope in every tree of the same state.
enum TargetKey: Hashable {
  /// There is only one scope.
  case only
  case index(Int)
  /// The key in a dictionary, or the path from the root.
  case key(AnyHashable)
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

/// A part of a plan that lists possible steps.
protocol ChoiceSource {
  /// Returns the possible steps in the current state, always in the same order.
  func choices(in root: ScopeNode, from source: Int) -> [Choice]

  /// Performs a choice.
  ///
  /// - Returns: false when there is no such child or effect.
  /// - Throws: the error of the update, or that of an effect that no map turns into an event.
  func perform(_ choice: Choice, on root: ScopeNode) throws -> Bool

  /// Returns the value that distinguishes a choice from others of this source at the same place: its event,
  /// or its end.
  func what(_ choice: Choice) -> Any

  /// Returns the description of a choice.
  func sentence(for choice: Choice) -> Sentence

  /// Returns the scope of a choice.
  func scope(of choice: Choice, in root: ScopeNode) -> ScopeNode?

  /// Returns the path to the scope when the choice was first offered, for states that no longer exist.
  func path(of choice: Choice) -> String?

  /// Indicates whether its choices are ends of effects rather than events.
  var endsEffects: Bool { get }

  /// Returns the ends for an effect that a scope has in flight.
  func ends(of effect: any Effect, of scope: ScopeNode, in root: ScopeNode) -> [EffectEnd]

  /// Returns the effect that a choice ends, with its scope; nil for an event.
  func effect(of choice: Choice, in root: ScopeNode) -> (scope: ScopeNode, note: PendingEffect)?
}
