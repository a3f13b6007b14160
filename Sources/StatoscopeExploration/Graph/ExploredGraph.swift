import Statoscope

/// The graph that an exploration has found, with numbered states; the first state is the initial one.
///
/// It stores little for each state: a key, and a few bytes.
final class ExploredGraph {
  struct Transition {
    private let fromNumber: UInt32
    private let toNumber: UInt32
    private let choiceNumber: UInt32
    /// Indicates whether the update threw an ``InvalidStateError``.
    let isRefused: Bool

    var from: Int { Int(fromNumber) }
    var to: Int { Int(toNumber) }
    fileprivate var choice: Int { Int(choiceNumber) }

    fileprivate init(from: Int, to: Int, choice: UInt32, isRefused: Bool) {
      fromNumber = UInt32(from)
      toNumber = UInt32(to)
      choiceNumber = choice
      self.isRefused = isRefused
    }
  }

  /// The number of a choice among those that were performed.
  struct ChoiceNumber {
    fileprivate let number: UInt32
  }

  /// The origin of a state.
  private struct Origin {
    /// The number of the first transition that led to it plus one; zero for the first state.
    let transition: UInt32
    let depth: UInt32
    /// Indicates whether nothing but the state may tell its scopes apart.
    let isWhole: Bool
  }

  private(set) var transitions: [Transition] = []
  /// Refused choices that changed nothing.
  private var refused: [Transition] = []
  private var origins: [Origin] = []
  private var numbers: [StateKey: UInt32] = [:]
  /// The whole state for each state, if `STATE` defines its key.
  private var wholes: [StateKey] = []
  private var choices: [Choice] = []
  private var choiceNumbers: [Choice: UInt32] = [:]
  /// The numbers plus one of choices that differ in their source and option only, as most do; they need no
  /// hash.
  private var plainNumbers: [[UInt32]] = []

  private(set) var deepest = 0
  /// The states without a way out, nearest first.
  private(set) var stuck: [Int] = []

  /// The number of states found.
  var count: Int { origins.count }

  /// The number of moves: the transitions and, after them, the refused choices that changed nothing.
  var moveCount: Int { transitions.count + refused.count }

  func move(_ number: Int) -> Transition {
    number < transitions.count ? transitions[number] : refused[number - transitions.count]
  }

  func number(of seen: SeenState) -> Int? { numbers[seen.key].map { Int($0) } }

  /// Returns the number of choices that lead to a state.
  func depth(of state: Int) -> Int { Int(origins[state].depth) }

  /// Returns the first transition that led to a state; nil for the first state.
  func origin(of state: Int) -> Int? {
    origins[state].transition == 0 ? nil : Int(origins[state].transition) - 1
  }

  /// Returns the choice that caused a transition or another move.
  func choice(of move: Int) -> Choice { choices[self.move(move).choice] }

  func choice(_ numbered: ChoiceNumber) -> Choice { choices[Int(numbered.number)] }

  func numbered(_ choice: Choice) -> ChoiceNumber { ChoiceNumber(number: number(of: choice)) }

  /// The refused choices that changed nothing, once for each state in which they were performed.
  var refusals: some Sequence<Choice> { refused.lazy.map { [choices] in choices[$0.choice] } }

  /// For each state, the refused choices that changed nothing.
  ///
  /// Complexity: O(states + refusals).
  var refusalsByState: [[Choice]] {
    var found = [[Choice]](repeating: [], count: count)
    for refusal in refused { found[refusal.from].append(choices[refusal.choice]) }
    return found
  }

  /// Checks whether a scope in some state may replace the one that found the state.
  func canStandIn(_ seen: SeenState, at state: Int) -> Bool {
    guard seen.isWhole, origins[state].isWhole else { return false }
    return wholes.isEmpty || wholes[state] == seen.whole
  }

  /// Records that no choice leads out of a state, nor may an effect.
  func recordStuck(_ state: Int) { stuck.append(state) }

  /// Adds the initial state, unless it is known; returns its number.
  @discardableResult
  func addStart(_ seen: SeenState) -> Int { number(of: seen) ?? add(seen, origin: 0, depth: 0) }

  /// Adds what a choice has led to: a transition, with its state if that is new, or a refusal.
  ///
  /// - Parameter known: the number of the state that it has led to; nil for a new one.
  /// - Returns: the state; nil for a choice that has thrown and changed nothing.
  func add(
    _ seen: SeenState,
    _ known: Int?,
    from state: Int,
    by choice: Choice,
    _ outcome: ChoiceOutcome
  ) -> Int? {
    let to = known ?? add(seen, origin: UInt32(transitions.count + 1), depth: origins[state].depth + 1)
    let move = Transition(from: state, to: to, choice: number(of: choice), isRefused: outcome.isRefused)
    guard to != state || !outcome.hasThrown else {
      if outcome.isRefused { refused.append(move) }
      return nil
    }
    transitions.append(move)
    return to
  }

  private func add(_ seen: SeenState, origin: UInt32, depth: UInt32) -> Int {
    numbers[seen.key] = UInt32(count)
    deepest = max(deepest, Int(depth))
    if let whole = seen.whole { wholes.append(whole) }
    origins.append(Origin(transition: origin, depth: depth, isWhole: seen.isWhole))
    return count - 1
  }

  private func number(of choice: Choice) -> UInt32 {
    guard choice.target == nil, choice.number == 1 else { return hashedNumber(of: choice) }
    while plainNumbers.count <= choice.source { plainNumbers.append([]) }
    while plainNumbers[choice.source].count <= choice.option { plainNumbers[choice.source].append(0) }
    let known = plainNumbers[choice.source][choice.option]
    guard known == 0 else { return known - 1 }
    let number = hashedNumber(of: choice)
    plainNumbers[choice.source][choice.option] = number + 1
    return number
  }

  private func hashedNumber(of choice: Choice) -> UInt32 {
    if let known = choiceNumbers[choice] { return known }
    let number = UInt32(choices.count)
    choiceNumbers[choice] = number
    choices.append(choice)
    return number
  }

  /// Returns the transitions by which a state was first reached, the last one first.
  ///
  /// Complexity: O(depth) for all of them.
  func transitionsBack(from state: Int) -> some Sequence<Int> {
    sequence(state: origin(of: state)) { [self] next in
      guard let transition = next else { return nil }
      next = origin(of: transitions[transition].from)
      return transition
    }
  }

  /// Returns the transitions by which a state was first reached.
  ///
  /// Complexity: O(depth).
  func moves(to state: Int) -> [Int] {
    transitionsBack(from: state).reversed()
  }

  /// Returns the choices by which a state was first reached.
  ///
  /// Complexity: O(depth).
  func path(to state: Int) -> [Choice] {
    moves(to: state).map { choice(of: $0) }
  }
}
