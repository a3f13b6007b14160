import Statoscope
import StatoscopeTesting

/// Creates the scopes of an exploration, performs choices on them, and reads their states.
final class Stage {
  let explored: ExploredScope
  /// The types of effects that were in flight and for which no `EFFECT` lists an end.
  private(set) var effectsThatNeverEnd: Set<String> = []
  /// The types of effects in flight with state that reflection does not show.
  private(set) var indistinctEffects: Set<String> = []
  private var distinctTypes: Set<ObjectIdentifier> = []
  private let endsEffects: Bool
  private var kinds: [StateKey: Int] = [:]
  private let keys = StateKeyMaker { scope, key in
    let effects = (scope as? ScopeNode)?.pendingEffects ?? []
    key.write(number: effects.count)
    for effect in effects { key.write(effect) }
  }
  /// Strong rather than weak: a weak reference would slow down every use of the scope.
  private var previous: ScopeNode?

  init(of explored: ExploredScope) {
    self.explored = explored
    endsEffects = explored.sources.contains { $0.endsEffects }
  }

  /// Creates a scope in the initial state.
  ///
  /// - Throws: ``ExplorationError``.
  func makeScope() throws -> ScopeNode {
    let root: ScopeNode
    do { root = try explored.given() } catch {
      throw ExplorationError.givenThrew(
        scope: explored.name,
        error: "\(error)",
        place: "\(explored.location)"
      )
    }
    guard root !== previous else {
      throw ExplorationError.sameScopeGivenTwice(scope: explored.name, place: "\(explored.location)")
    }
    previous = root
    return root
  }

  /// Returns the current state of a scope.
  ///
  /// Complexity: O(size of the state).
  func state(of root: ScopeNode) -> SeenState {
    let whole = keys.key(ofObject: root)
    guard let stateOf = explored.stateOf else { return SeenState(whole) }
    let key = keys.key { key in
      key.write(hashable: stateOf(root))
      if endsEffects { writeEndingEffects(of: root, into: &key) }
    }
    return SeenState(key, of: whole)
  }

  /// Writes the effects for which an `EFFECT` lists an end: the possible steps depend on them.
  private func writeEndingEffects(of root: ScopeNode, into key: inout StateKeyMaker.Writer) {
    for scope in root.scopesWithEffects {
      let ending = scope.pendingEffects.filter { hasEnd($0, of: scope, in: root) }
      guard !ending.isEmpty else { continue }
      key.write(hashable: AnyHashable(ScopeTree(scope).keyPathFromRoot))
      key.write(number: ending.count)
      for effect in ending { key.write(effect) }
    }
  }

  /// Returns a state as text: the value of `STATE`, else the whole state, and the effects in flight.
  func lines(of root: ScopeNode) -> [String] {
    let effects = root.scopesWithEffects.flatMap { scope in
      scope.pendingEffects.map { "\(ScopeTree(scope).keyPathFromRoot): \(EffectText($0.pristine).text)" }
    }
    return StateText(explored.stateOf.map { $0(root).base } ?? root).lines
      + effects.map { "in flight: " + $0 }
  }

  /// Returns the current choices, always in the same order.
  func choices(in root: ScopeNode) -> [Choice] {
    effectsThatNeverEnd.formUnion(effectsWithoutEnd(in: root))
    for scope in root.scopesWithEffects {
      for note in scope.pendingEffects { recordIfIndistinct(note, of: scope) }
    }
    var choices: [Choice] = []
    for (index, source) in explored.sources.enumerated() {
      choices.append(contentsOf: source.choices(in: root, from: index))
    }
    return choices
  }

  /// Returns the effects in flight for which no `EFFECT` lists an end.
  func effectsWithoutEnd(in root: ScopeNode) -> [String] {
    root.scopesWithEffects.flatMap { scope in
      scope.pendingEffects.filter { !hasEnd($0, of: scope, in: root) }.map { name(of: $0, of: scope) }
    }
  }

  private func hasEnd(_ note: PendingEffect, of scope: ScopeNode, in root: ScopeNode) -> Bool {
    explored.sources.contains { !$0.ends(of: note.pristine, of: scope, in: root).isEmpty }
  }

  /// Records an effect whose reflected state is incomplete, such as one made of a closure.
  private func recordIfIndistinct(_ note: PendingEffect, of scope: ScopeNode) {
    guard !distinctTypes.contains(ObjectIdentifier(type(of: note.pristine))) else { return }
    if keys.key(of: note.pristine).isWhole {
      distinctTypes.insert(ObjectIdentifier(type(of: note.pristine)))
    } else {
      indistinctEffects.insert(name(of: note, of: scope))
    }
  }

  /// Returns the type of an effect, or for a closure that of its scope.
  private func name(of note: PendingEffect, of scope: ScopeNode) -> String {
    note.isAnonymous
      ? "AnyEffect { } of \(typeName(type(of: scope)))"
      : typeName(type(of: note.pristine))
  }

  /// Returns the effect that a choice ends, with its scope; nil for an event.
  func effect(of choice: Choice, in root: ScopeNode) -> (scope: ScopeNode, note: PendingEffect)? {
    explored.sources[choice.source].effect(of: choice, in: root)
  }

  /// Returns the effects that have started and for which the plan lists an end.
  func endingEffects(in root: ScopeNode) -> [EndingEffect] {
    root.scopesWithEffects.flatMap { scope in
      scope.pendingEffects.filter(\.hasStarted).compactMap { note -> EndingEffect? in
        let ends = explored.sources.flatMap { $0.ends(of: note.pristine, of: scope, in: root) }
        guard !ends.isEmpty else { return nil }
        let mayEnd = ends.contains { !$0.isYield }
        return EndingEffect(
          scope: scope,
          generation: note.generation,
          kind: kind(of: note, scope),
          mayEnd: mayEnd
        )
      }
    }
  }

  /// Returns the number that equal effects of the same place share.
  private func kind(of note: PendingEffect, _ scope: ScopeNode) -> Int {
    let key = keys.key { key in
      key.write(hashable: AnyHashable(ScopeTree(scope).keyPathFromRoot))
      key.write(note.pristine)
    }
    if let known = kinds[key] { return known }
    kinds[key] = kinds.count
    return kinds.count - 1
  }

  /// Returns a key that identifies a choice among those in a state, or in any state.
  func key(of choice: Choice, in state: Int = 0) -> StateKey {
    keys.key { key in
      key.write(number: state)
      key.write(number: choice.source)
      key.write(number: choice.number)
      key.write(hashable: AnyHashable(choice.place))
      key.write(explored.sources[choice.source].what(choice))
    }
  }

  func perform(_ choice: Choice, on root: ScopeNode) -> ChoiceOutcome {
    do {
      return try explored.sources[choice.source].perform(choice, on: root) ? .accepted : .impossible
    } catch is InvalidStateError {
      return .refused
    } catch {
      return .threw(error)
    }
  }

  func sentence(for choice: Choice) -> Sentence {
    explored.sources[choice.source].sentence(for: choice)
  }

  /// Returns the address, in the steps of a flow test, of the scope of a choice that is about to be
  /// performed.
  func address(of choice: Choice, in root: ScopeNode) -> ScopeAddress {
    explored.sources[choice.source].scope(of: choice, in: root).map(ScopeAddress.init(of:))
      ?? ScopeAddress([])
  }

  func labels(of way: [Choice]) -> [String] { way.map(label) }

  func label(of choice: Choice) -> String {
    sentence(for: choice).label(at: explored.sources[choice.source].path(of: choice))
  }
}

/// An effect in flight for which the plan lists an end.
struct EndingEffect {
  let scope: ScopeNode
  let generation: UInt64
  /// A number that equal effects of the same place share.
  let kind: Int
  /// False for a stream that only yields elements.
  let mayEnd: Bool
}

/// A state of a scope: its key for comparisons, and the whole reflected state.
struct SeenState {
  /// The key, equal for states that count as equal.
  let key: StateKey
  /// The whole reflected state.
  let whole: StateKey
  /// Indicates whether the key differs from the whole state.
  let hasOwnKey: Bool

  init(_ whole: StateKey) {
    (key, self.whole, hasOwnKey) = (whole, whole, false)
  }

  init(_ key: StateKey, of whole: StateKey) {
    (self.key, self.whole, hasOwnKey) = (key, whole, true)
  }
}

extension StateKeyMaker.Writer {
  fileprivate mutating func write(_ note: PendingEffect) {
    write(note.pristine as Any)
    write(number: note.hasStarted ? 1 : 0)
    write(number: note.id == nil ? 0 : 1)
    if let id = note.id { write(hashable: id) }
  }
}
