import Statoscope

/// Makes the scopes that an exploration plays with, does choices on them, and reads their states.
final class Stage {
  let explored: ExploredScope
  /// Types of effects that were in flight and for which no `EFFECT` has an end.
  private(set) var effectsThatNeverEnd: Set<String> = []
  /// Types of effects in flight that hold what reflection does not show.
  private(set) var indistinctEffects: Set<String> = []
  private var distinctTypes: Set<ObjectIdentifier> = []
  private let endsEffects: Bool
  private var kinds: [StateKey: Int] = [:]
  private let keys = StateKeyMaker { scope, key in
    let effects = (scope as? ScopeNode)?.effectNotes ?? []
    key.write(number: effects.count)
    for effect in effects { key.write(effect) }
  }
  /// Kept, and not weakly: a weak reference would make every use of the scope slower.
  private var previous: ScopeNode?

  init(of explored: ExploredScope) {
    self.explored = explored
    endsEffects = explored.sources.contains { $0.endsEffects }
  }

  /// A scope in the state that everything starts from.
  ///
  /// - Throws: ``ExplorationError``.
  func makeScope() throws -> ScopeNode {
    let root: ScopeNode
    do { root = try explored.given() } catch {
      throw ExplorationError.givenThrew(scope: explored.name, error: "\(error)", place: "\(explored.site)")
    }
    guard root !== previous else {
      throw ExplorationError.sameScopeGivenTwice(scope: explored.name, place: "\(explored.site)")
    }
    previous = root
    return root
  }

  /// What a scope is like now.
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

  /// Writes the effects that an `EFFECT` has an end for: what may happen next depends on them.
  private func writeEndingEffects(of root: ScopeNode, into key: inout StateKeyMaker.Writer) {
    for scope in root.scopesWithEffects {
      let ending = scope.effectNotes.filter { hasEnd($0, of: scope, in: root) }
      guard !ending.isEmpty else { continue }
      key.write(hashable: AnyHashable(ScopeTree(scope).keyPathFromRoot))
      key.write(number: ending.count)
      for effect in ending { key.write(effect) }
    }
  }

  /// A state as people read it: what `STATE` says, else all of it, and the effects in flight.
  func lines(of root: ScopeNode) -> [String] {
    let effects = root.scopesWithEffects.flatMap { scope in
      scope.effectNotes.map { "\(ScopeTree(scope).keyPathFromRoot): \(EffectText($0.pristine).text)" }
    }
    return StateText(explored.stateOf.map { $0(root).base } ?? root).lines
      + effects.map { "in flight: " + $0 }
  }

  /// What may happen now, always in the same order.
  func choices(in root: ScopeNode) -> [Choice] {
    effectsThatNeverEnd.formUnion(effectsWithoutEnd(in: root))
    for scope in root.scopesWithEffects {
      for note in scope.effectNotes { noteIfIndistinct(note, of: scope) }
    }
    var choices: [Choice] = []
    for (index, source) in explored.sources.enumerated() {
      choices.append(contentsOf: source.choices(in: root, from: index))
    }
    return choices
  }

  /// The effects in flight for which no `EFFECT` has an end.
  func effectsWithoutEnd(in root: ScopeNode) -> [String] {
    root.scopesWithEffects.flatMap { scope in
      scope.effectNotes.filter { !hasEnd($0, of: scope, in: root) }.map { name(of: $0, of: scope) }
    }
  }

  private func hasEnd(_ note: EffectNote, of scope: ScopeNode, in root: ScopeNode) -> Bool {
    explored.sources.contains { !$0.ends(of: note.pristine, of: scope, in: root).isEmpty }
  }

  /// Notes an effect whose state does not show all that it is, as one that is made of a closure.
  private func noteIfIndistinct(_ note: EffectNote, of scope: ScopeNode) {
    guard !distinctTypes.contains(ObjectIdentifier(type(of: note.pristine))) else { return }
    if keys.key(of: note.pristine).isWhole {
      distinctTypes.insert(ObjectIdentifier(type(of: note.pristine)))
    } else {
      indistinctEffects.insert(name(of: note, of: scope))
    }
  }

  /// An effect's type, or for one that is only a closure its scope's.
  private func name(of note: EffectNote, of scope: ScopeNode) -> String {
    note.isAnonymous
      ? "AnyEffect { } of \(SwiftSource.name(of: type(of: scope)))"
      : SwiftSource.name(of: type(of: note.pristine))
  }

  /// The effect that a choice ends, with its scope; nil for an event.
  func effect(of choice: Choice, in root: ScopeNode) -> (scope: ScopeNode, note: EffectNote)? {
    explored.sources[choice.source].effect(of: choice, in: root)
  }

  /// The effects that have started and for which the plan has an end.
  func endingEffects(in root: ScopeNode) -> [EndingEffect] {
    root.scopesWithEffects.flatMap { scope in
      scope.effectNotes.filter(\.hasStarted).compactMap { note -> EndingEffect? in
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

  /// The number that stands for effects that are equal and of the same place.
  private func kind(of note: EffectNote, _ scope: ScopeNode) -> Int {
    let key = keys.key { key in
      key.write(hashable: AnyHashable(ScopeTree(scope).keyPathFromRoot))
      key.write(note.pristine)
    }
    if let known = kinds[key] { return known }
    kinds[key] = kinds.count
    return kinds.count - 1
  }

  /// Identifies a choice among those that there are in a state, or in any.
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

  /// How the steps of a flow test address the scope that a choice is about to happen to.
  func address(of choice: Choice, in root: ScopeNode) -> ScopeAddress {
    explored.sources[choice.source].scope(of: choice, in: root).map(ScopeAddress.init(of:))
      ?? ScopeAddress([])
  }

  func labels(of way: [Choice]) -> [String] { way.map(label) }

  func label(of choice: Choice) -> String {
    sentence(for: choice).label(at: explored.sources[choice.source].path(of: choice))
  }
}

/// An effect in flight which ends in some way.
struct EndingEffect {
  let scope: ScopeNode
  let generation: UInt64
  /// Equal for effects that are equal and of the same place.
  let kind: Int
  /// False for a stream that does nothing but yield.
  let mayEnd: Bool
}

/// A scope's state as it was seen: what makes it the same as another, and all of it.
struct SeenState {
  /// Equal for states that count as one.
  let key: StateKey
  /// Equal for states in which nothing differs that reflection shows.
  let whole: StateKey
  /// Indicates whether the key is not all of the state.
  let hasOwnKey: Bool

  init(_ whole: StateKey) {
    (key, self.whole, hasOwnKey) = (whole, whole, false)
  }

  init(_ key: StateKey, of whole: StateKey) {
    (self.key, self.whole, hasOwnKey) = (key, whole, true)
  }
}

extension StateKeyMaker.Writer {
  fileprivate mutating func write(_ note: EffectNote) {
    write(note.pristine as Any)
    write(number: note.hasStarted ? 1 : 0)
    write(number: note.id == nil ? 0 : 1)
    if let id = note.id { write(hashable: id) }
  }
}
