import Statoscope

/// A search of the states that a scope can reach: it performs choices and records what they lead to, whichever is next.
struct Search {
  /// A choice that was performed on a scope.
  struct Performed {
    let choice: Choice
    let outcome: ChoiceOutcome
    let root: ScopeNode
    let from: Int
    /// The state that it has led to, which is the same where an update has thrown and changed nothing.
    let to: Int
    let seen: SeenState
    let isNew: Bool
    fileprivate let graph: ExploredGraph
    fileprivate let walk: [Choice]?

    /// The choices from the start to it.
    var path: [Choice] { (walk ?? graph.path(to: from)) + [choice] }
  }

  let system: TransitionSystem
  let graph = ExploredGraph()
  let observers: [any SearchObserver]
  /// Those that are told of each choice, and whether there are some: without optimization an empty list takes long, too.
  private var watching: [any SearchObserver]
  private var isWatched: Bool
  /// Nil for a search inside another one.
  let progress: ExplorationProgress?
  /// The largest number of states.
  let mostStates: Int
  /// What has ended the search before all was seen.
  var limit: Exploration.Limit?

  init(
    system: TransitionSystem,
    observers: [any SearchObserver],
    progress: ExplorationProgress?,
    mostStates: Int = .max
  ) {
    (self.system, self.observers, watching) = (system, observers, observers)
    (self.progress, self.mostStates) = (progress, mostStates)
    isWatched = !observers.isEmpty
  }

  /// Begins with a new scope.
  func begin() throws -> (scope: ScopeNode, state: Int) {
    let scope = try system.makeScope()
    let state = graph.addStart(system.state(of: scope))
    for observer in observers { try observer.didBegin(scope, in: graph) }
    return (scope, state)
  }

  /// Performs a choice in a state.
  ///
  /// - Parameters:
  ///   - isRecorded: false where the same choice was performed in the state before.
  ///   - waiting: the number of states that still have to be expanded; nil where none have to be.
  ///   - walk: the choices that have led to the state; nil for the shortest ones.
  /// - Returns: nil where the search ends.
  /// - Throws: an error when the same path leads to another state than before, and those of observers.
  mutating func perform(
    _ choice: Choice,
    on root: ScopeNode,
    in state: Int,
    isRecorded: Bool = true,
    waiting: Int? = nil,
    after walk: [Choice]? = nil
  ) throws -> Performed? {
    if isWatched { for observer in watching { observer.willPerform(choice, on: root) } }
    progress?.willPerform(system.label(of: choice), in: state)
    let outcome = system.perform(choice, on: root)
    if case .impossible = outcome {
      let fallback = "\(system.label(of: choice)) is not possible"
      throw try system.difference(after: walk ?? graph.path(to: state), otherwise: fallback)
    }
    let seen = system.state(of: root)
    try system.order.check()
    if let piled = system.piledUp {
      limit = .effects(piled)
      return nil
    }
    progress?.update(graph, waiting: waiting, depth: walk.map { $0.count + 1 } ?? graph.deepest)
    if case .threw(let error) = outcome {
      let path = (walk ?? graph.path(to: state)) + [choice]
      for observer in observers { observer.didThrow(error, after: path) }
    }
    let known = graph.number(of: seen)
    guard known != nil || graph.count < mostStates else {
      limit = .states(mostStates)
      return nil
    }
    // If `STATE` identifies states that differ, the same choice may lead to another state than the first time.
    let isAdded = isRecorded || known == nil
    let to = isAdded ? graph.add(seen, known, from: state, by: choice, outcome) : known
    let performed = Performed(
      choice: choice,
      outcome: outcome,
      root: root,
      from: state,
      to: to ?? state,
      seen: seen,
      isNew: known == nil,
      graph: graph,
      walk: walk
    )
    if isWatched { try tell(performed) }
    return performed
  }

  private mutating func tell(_ performed: Performed) throws {
    for observer in watching { try observer.didPerform(performed) }
    guard performed.isNew else { return }
    watching.removeAll { !$0.isWatching }
    isWatched = !watching.isEmpty
  }
}

/// What watches a search, such as the properties of a plan.
protocol SearchObserver: AnyObject {
  /// Indicates whether it still has to be told of choices.
  var isWatching: Bool { get }

  /// A scope is in the initial state.
  func didBegin(_ root: ScopeNode, in graph: ExploredGraph) throws

  /// A choice is about to be performed.
  func willPerform(_ choice: Choice, on root: ScopeNode)

  /// An update has thrown an error that refuses no event.
  func didThrow(_ error: any Error, after path: [Choice])

  /// A choice was performed; an error ends the search.
  func didPerform(_ performed: Search.Performed) throws

  /// All was performed, or the limit was reached.
  func didEnd() throws
}

extension SearchObserver {
  var isWatching: Bool { true }
  func didBegin(_ root: ScopeNode, in graph: ExploredGraph) throws {}
  func willPerform(_ choice: Choice, on root: ScopeNode) {}
  func didThrow(_ error: any Error, after path: [Choice]) {}
  func didEnd() throws {}
}
