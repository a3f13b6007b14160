import Statoscope

/// One thing that may happen in a state: an event of some scope, or the end of an effect.
///
/// It can be performed on any scope that is in the same state, so it names scopes by their place.
struct Choice: Hashable {
  /// Which of the plan's sources offered it.
  let source: Int
  let place: ChoicePlace
  /// Which of several effects of a type, the oldest being number one.
  var number = 1
  /// Which of the source's events, or which end of the effect.
  let option: Int
}

/// Which of several scopes; it names the same one in every tree of the same state.
enum ChoicePlace: Hashable {
  /// There is only one.
  case only
  case index(Int)
  /// The key in a dictionary, or the path from the root.
  case key(AnyHashable)
}

/// What came of doing a choice.
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

/// Something in a plan that says what may happen.
protocol ChoiceSource {
  /// What may happen in the present state, always in the same order.
  func choices(in root: ScopeNode, from source: Int) -> [Choice]

  /// Performs it.
  ///
  /// - Returns: false when there is no such child or effect.
  /// - Throws: what the update throws, or the error of an effect that nothing maps to an event.
  func perform(_ choice: Choice, on root: ScopeNode) throws -> Bool

  /// What distinguishes it from others of this source at the same place: its event, or which end it is.
  func what(_ choice: Choice) -> Any

  /// What happens.
  func sentence(for choice: Choice) -> Sentence

  /// The scope that it happens to.
  func scope(of choice: Choice, in root: ScopeNode) -> ScopeNode?

  /// The path to the scope when it was first offered, for where the state is gone.
  func path(of choice: Choice) -> String?

  /// Indicates whether its choices are ends of effects, and not events.
  var endsEffects: Bool { get }

  /// The ends that it has for an effect which a scope has in flight.
  func ends(of effect: any Effect, of scope: ScopeNode, in root: ScopeNode) -> [EffectEnd]

  /// The effect that a choice ends, with its scope; nil for an event.
  func effect(of choice: Choice, in root: ScopeNode) -> (scope: ScopeNode, note: EffectNote)?
}
