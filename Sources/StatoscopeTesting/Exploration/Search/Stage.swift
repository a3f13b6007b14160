import Statoscope

/// Makes the scopes that an exploration plays with, does choices on them, and tells their states.
final class Stage<Root: ScopeProtocol> {
  /// A scope with what it was found to be when it was last looked at.
  struct Actor {
    let root: Root
    let state: SeenState
  }

  let plan: ExplorationPlan<Root>
  /// Types of effects that were under way and that no `EFFECT` speaks of.
  private(set) var effectsThatNeverEnd: Set<String> = []
  private let keys = StateKeyMaker { scope, key in
    let effects = scope.effectNotes
    key.write(number: effects.count)
    for effect in effects { key.write(effect) }
  }
  /// Kept, and not weakly: a weak reference would make every use of the scope slower.
  private var previous: Root?

  init(plan: ExplorationPlan<Root>) {
    self.plan = plan
  }

  /// A scope in the state that everything starts from.
  ///
  /// - Throws: ``ExplorationError``.
  func makeActor() throws -> Actor {
    let root: Root
    do { root = try plan.given() } catch {
      throw ExplorationError.givenThrew(scope: typeName(Root.self), error: "\(error)", place: "\(plan.site)")
    }
    guard root !== previous else {
      throw ExplorationError.sameScopeGivenTwice(scope: typeName(Root.self), place: "\(plan.site)")
    }
    previous = root
    root.injectObject(EffectsExecution.enqueueOnly)
    return Actor(root: root, state: state(of: root))
  }

  /// What a scope is like now.
  ///
  /// Complexity: O(size of the state).
  func state(of root: Root) -> SeenState {
    let whole = keys.key(of: root)
    guard let stateOf = plan.stateOf else { return SeenState(key: whole, whole: whole) }
    let key = keys.key { key in
      key.write(hashable: stateOf(root))
      writeToldEffects(of: root, into: &key)
    }
    return SeenState(key: key, whole: whole)
  }

  private func writeToldEffects(of root: Root, into key: inout StateKeyMaker.Writer) {
    for scope in root.scopesWithEffects {
      let told = scope.effectNotes.filter { note in
        plan.sources.contains { $0.tellsEnds(of: note.pristine) }
      }
      guard !told.isEmpty else { continue }
      key.write(hashable: AnyHashable(ScopeTree(scope).keyPathFromRoot))
      key.write(number: told.count)
      for effect in told { key.write(effect) }
    }
  }

  /// A state as people read it: what `STATE` says, else all of it, and the effects under way.
  func lines(of root: Root) -> [String] {
    let effects = root.scopesWithEffects.flatMap { scope in
      scope.effectNotes.map { "\(ScopeTree(scope).keyPathFromRoot): \($0.pristine)" }
    }
    return StateText(plan.stateOf.map { $0(root).base } ?? root).lines + effects.map { "under way: " + $0 }
  }

  /// What may happen now, always in the same order.
  func choices(in root: Root) -> [Choice] {
    for scope in root.scopesWithEffects {
      for note in scope.effectNotes where !tellsEnds(of: note.pristine) {
        effectsThatNeverEnd.insert(SwiftSource.name(of: type(of: note.pristine)))
      }
    }
    var choices: [Choice] = []
    for (index, source) in plan.sources.enumerated() {
      choices.append(contentsOf: source.choices(in: root, from: index))
    }
    return choices
  }

  private func tellsEnds(of effect: any Effect) -> Bool {
    plan.sources.contains { $0.tellsEnds(of: effect) }
  }

  /// What tells a choice from the others that there are in a state, or in any.
  func key(of choice: Choice, in state: Int = 0) -> StateKey {
    keys.key { key in
      key.write(number: state)
      key.write(number: choice.source)
      key.write(number: choice.number)
      if let place = choice.place { key.write(hashable: place) }
      key.write(choice.what)
    }
  }

  func perform(_ choice: Choice, on root: Root) -> ChoiceOutcome {
    do {
      return try plan.sources[choice.source].perform(choice, on: root) ? .accepted : .impossible
    } catch is InvalidStateError {
      return .refused
    } catch {
      return .threw(error)
    }
  }

  func sentence(for choice: Choice, in root: Root) -> Sentence {
    plan.sources[choice.source].sentence(for: choice, in: root)
  }

  func labels(of way: [Choice]) -> [String] { way.map(label) }

  func label(of choice: Choice) -> String {
    plan.sources[choice.source].sentence(for: choice).label
  }
}

/// What a scope is like: what makes it the same as another, and all of it.
struct SeenState {
  /// Equal for states that count as one.
  let key: StateKey
  /// Equal for states in which nothing differs that reflection shows.
  let whole: StateKey

  /// Whether a scope in this state may stand in for a scope in the other.
  func canStandIn(for other: SeenState) -> Bool {
    whole.isWhole && other.whole.isWhole && whole == other.whole && key == other.key
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
