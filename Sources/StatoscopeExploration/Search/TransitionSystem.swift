import Statoscope

/// The states and choices of an explored scope: it creates scopes, performs choices on them, and reads their
/// states.
final class TransitionSystem {
  let explored: ExploredScope
  /// The types of effects that were in flight and for which no `EFFECT` lists a result.
  private(set) var effectsThatNeverEnd: Set<String> = []
  /// The types of effects in flight with state that reflection does not show.
  var indistinctEffects: Set<String> { writer.indistinct }
  /// The state that reflection does not show.
  var indistinctState: Set<String> {
    explored.stateOf == nil ? unseen.union(lookUps.changed).union(writer.hooked) : []
  }
  /// The properties and types of which reflection does not show all.
  private var unseen: Set<String> = []
  /// The effect of which too many were in flight.
  var piledUp: String? { writer.piledUp }
  /// For each source, whether it has listed a choice in some state.
  private var hasListed: [Bool]
  /// The sources that have listed nothing so far, as they are named in texts.
  var unused: [String] { hasListed.indices.filter { !hasListed[$0] }.map { explored.sources[$0].name } }
  /// Indicates whether all of the state was seen so far.
  var isDistinct: Bool { indistinctState.isEmpty && indistinctEffects.isEmpty }
  /// The number of times that a path is taken again to name a difference, which chance may hide.
  private static var mostAttempts: Int { 64 }
  private let listsResults: Bool
  private let keys: StateKeyMaker
  private let writer: EffectWriter
  let order = EffectOrder()
  private let lookUps: ObservedLookUps
  /// Strong rather than weak: a weak reference would slow down every use of the scope.
  private var previous: ScopeNode?

  init(of explored: ExploredScope) {
    self.explored = explored
    hasListed = explored.sources.map { _ in false }
    listsResults = explored.sources.contains { $0.listsResults }
    let (sources, writer, order) = (
      explored.sources, EffectWriter(order: order, repeats: explored.stateOf != nil), order
    )
    self.writer = writer
    keys = StateKeyMaker { scope, key in
      guard let scope = scope as? ScopeNode else { return }
      writer.recordHooks(of: scope)
      writer.write(order.effects(of: scope), of: scope, sources, into: key)
    }
    lookUps = ObservedLookUps(keys: keys) { order.read() }
  }

  // MARK: Scopes

  /// Creates a scope in the initial state.
  ///
  /// - Throws: ``ExplorationError``.
  func makeScope() throws -> ScopeNode {
    let root: ScopeNode
    do { root = try explored.given() } catch {
      let location = "\(explored.location)"
      throw ExplorationError.givenThrew(scope: explored.name, error: "\(error)", location: location)
    }
    guard root !== previous else {
      throw ExplorationError.sameScopeGivenTwice(scope: explored.name, location: "\(explored.location)")
    }
    previous = root
    if explored.stateOf == nil {
      lookUps.observe(root)
    } else {
      root.objectLookUps = ObjectLookUps(
        storageReaders: keys.storageReaders,
        readsEffects: order.read,
        hasObjects: nil
      )
    }
    return root
  }

  /// Creates a scope and performs choices on it.
  func makeScope(after path: [Choice]) throws -> ScopeNode {
    let root = try makeScope()
    for choice in path { _ = perform(choice, on: root) }
    return root
  }

  func perform(_ choice: Choice, on root: ScopeNode) -> ChoiceOutcome {
    do {
      return try source(of: choice).perform(choice, on: root, order) ? .accepted : .impossible
    } catch is InvalidStateError {
      return .refused
    } catch {
      return .threw(error)
    }
  }

  private func source(of choice: Choice) -> any ChoiceSource { explored.sources[choice.source] }

  // MARK: States

  /// Returns the current state of a scope.
  ///
  /// Complexity: O(size of the state).
  func state(of root: ScopeNode) -> SeenState {
    writer.begin(root)
    guard let stateOf = explored.stateOf else {
      let whole = keys.key(ofObject: root)
      if !whole.isWhole { unseen.formUnion(keys.unseenInLast) }
      lookUps.compare(in: root)
      return SeenState(whole, isWhole: whole.isWhole && lookUps.changed.isEmpty && writer.hooked.isEmpty)
    }
    let key = keys.key { key in
      key.write(hashable: stateOf(root))
      if listsResults { writeListedEffects(of: root, into: key) }
    }
    // What no choice depends on may be indistinct.
    let indistinct = writer.indistinct
    let whole = keys.key(ofObject: root)
    writer.indistinct = indistinct
    return SeenState(key, of: whole)
  }

  /// Writes the effects for which an `EFFECT` lists a result: the choices depend on them.
  private func writeListedEffects(of root: ScopeNode, into key: StateKeyMaker.Writer) {
    for scope in scopesWithEffects(in: root) {
      let listed = order.effects(of: scope) { explored.sources.lists($0, of: scope, in: root) }
      guard !listed.isEmpty else { continue }
      key.write(hashable: AnyHashable(ScopeTree(scope).keyPathFromRoot))
      writer.write(listed, of: scope, explored.sources, into: key)
    }
  }

  /// Returns the scopes with effects in an order that is the same in equal states.
  private func scopesWithEffects(in root: ScopeNode) -> [ScopeNode] {
    let scopes = root.scopesWithEffects.filter(\.hasPendingEffects)
    guard scopes.count > 1 else { return scopes }
    return scopes.map { (ScopeTree($0).keyPathFromRoot, $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// Returns a state as text: the value of `STATE`, else the whole state, and the effects in flight.
  func description(of root: ScopeNode) -> StateDescription {
    let effects = effectsInFlight(in: root).map { scope, effect in
      "in flight: \(ScopeTree(scope).keyPathFromRoot): \(EffectText(effect.pristine).text)"
    }
    return StateDescription(
      state: ValueNode(explored.stateOf.map { $0(root).base } ?? root),
      effects: effects
    )
  }

  // MARK: Differences

  /// Takes a path again until two scopes differ, and returns the error that names the difference.
  ///
  /// - Parameter fallback: names it if no two of them do.
  func difference(after path: [Choice], otherwise fallback: String) throws -> ExplorationError {
    let first = description(of: try makeScope(after: path))
    for _ in 1..<Self.mostAttempts {
      let second = description(of: try makeScope(after: path))
      if let found = first.difference(from: second) { return error(found, after: path) }
    }
    return error(fallback, after: path)
  }

  /// Returns the error that two scopes differ after the same path.
  func error(_ difference: String, after path: [Choice]) -> ExplorationError {
    let (name, location) = (explored.name, "\(explored.location)")
    return .replayDiffers(scope: name, difference: difference, events: path.map(label), location: location)
  }

  // MARK: Choices

  /// Returns the current choices, always in the same order.
  func choices(in root: ScopeNode) -> [Choice] {
    let unlisted = effectsWithoutResult(in: root)
    if !unlisted.isEmpty { effectsThatNeverEnd.formUnion(unlisted) }
    var all: [Choice] = []
    for index in explored.sources.indices {
      let count = all.count
      explored.sources[index].addChoices(in: root, from: index, order, to: &all)
      if all.count > count, !hasListed[index] { hasListed[index] = true }
    }
    return all
  }

  /// Returns a key that identifies a choice among those in a state, or in any state.
  func key(of choice: Choice, in state: Int = 0) -> StateKey {
    keys.key { key in
      key.write(number: state)
      key.write(number: choice.source)
      key.write(number: choice.number)
      key.write(hashable: AnyHashable(choice.target))
      key.write(source(of: choice).value(of: choice))
    }
  }

  /// Returns the address, in the steps of a flow test, of the target of a choice that is about to be
  /// performed.
  func address(of choice: Choice, in root: ScopeNode) -> ScopeAddress {
    source(of: choice).target(of: choice, in: root).map(ScopeAddress.init(of:)) ?? ScopeAddress([])
  }

  func text(of choice: Choice) -> ChoiceText { source(of: choice).text(of: choice) }

  /// Returns the text of a choice that is about to be performed.
  func text(of choice: Choice, in root: ScopeNode) -> ChoiceText {
    source(of: choice).text(of: choice, in: root, order)
  }

  func label(of choice: Choice) -> String { source(of: choice).label(of: choice) }

  // MARK: Effects

  private func effectsInFlight(in root: ScopeNode) -> [(scope: ScopeNode, effect: PendingEffect)] {
    root.scopesWithEffects.flatMap { scope in order.effects(of: scope).map { (scope, $0) } }
  }

  private func results(for effect: PendingEffect, of scope: ScopeNode, in root: ScopeNode) -> [ListedResult] {
    explored.sources.results(for: effect, of: scope, in: root)
  }

  /// Returns the effects in flight for which no `EFFECT` lists a result.
  func effectsWithoutResult(in root: ScopeNode) -> [String] {
    effectsInFlight(in: root).filter { !explored.sources.lists($1, of: $0, in: root) }
      .map { $1.name(in: $0) }
  }

  /// Indicates whether no effect is in flight that may end, now or in what the plan does not list.
  func isAtRest(_ root: ScopeNode) -> Bool {
    effectsInFlight(in: root).allSatisfy { scope, effect in
      explored.sources.lists(effect, of: scope, in: root) && results(for: effect, of: scope, in: root).isEmpty
    }
  }

  /// Returns the effect that a choice concerns, with its scope; nil for an event.
  func effect(of choice: Choice, in root: ScopeNode) -> (scope: ScopeNode, effect: PendingEffect)? {
    source(of: choice).effect(of: choice, in: root, order)
  }

  /// Returns the effects that have started and for which the plan lists results, in the same order in equal states.
  func listedEffects(in root: ScopeNode) -> [ListedEffect] {
    scopesWithEffects(in: root).flatMap { scope in
      order.effects(of: scope).compactMap { effect in
        let results = effect.hasStarted ? results(for: effect, of: scope, in: root) : []
        guard !results.isEmpty else { return nil }
        return ListedEffect(
          scope: scope,
          generation: effect.generation,
          mayEnd: results.contains { !$0.isElement }
        )
      }
    }
  }
}

/// An effect in flight for which the plan lists results.
struct ListedEffect {
  let scope: ScopeNode
  let generation: UInt64
  /// False for a stream that only yields elements.
  let mayEnd: Bool

  /// Checks whether it is the same effect, not only an equal one.
  func isSame(as other: ListedEffect) -> Bool { scope === other.scope && generation == other.generation }
}

/// A state as text.
struct StateDescription {
  let state: ValueNode
  let effects: [String]

  var lines: [String] { state.lines + effects }

  /// Names the first property that differs from that in another state; nil when none does.
  func difference(from other: StateDescription) -> String? {
    if let change = state.changes(to: other.state).first {
      let name = change.path.isEmpty ? "the state" : change.keyPath
      let (found, known) = (StateChange.shortText(change.after), StateChange.shortText(change.before))
      return "\(name) is \(found) instead of \(known)"
    }
    guard effects != other.effects else { return nil }
    let (found, known) = (StateChange.shortText(other.effects), StateChange.shortText(effects))
    return "the effects are \(found) instead of \(known)"
  }
}

/// A state of a scope: its key for comparisons, and the whole reflected state.
struct SeenState {
  /// The key, equal for states that count as equal.
  let key: StateKey
  /// The whole reflected state, where the key is another one.
  let whole: StateKey?
  /// Indicates whether that is all that may tell scopes apart.
  let isWhole: Bool

  init(_ whole: StateKey, isWhole: Bool) {
    (key, self.whole, self.isWhole) = (whole, nil, isWhole)
  }

  init(_ key: StateKey, of whole: StateKey) {
    (self.key, self.whole, isWhole) = (key, whole, whole.isWhole)
  }
}
