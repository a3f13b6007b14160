import Statoscope
import StatoscopeTesting

extension ExplorationPlan {
  /// Explores all states up to a bound, nearest first.
  ///
  /// A broken promise is reported as a failure at its own line. A bound that was reached is reported on
  /// standard error.
  ///
  /// Complexity: linear in the transitions, as long as the number of states at one distance does not greatly
  /// exceed that of resting scopes.
  ///
  /// Ctrl-C on a terminal ends it early, with the results so far (``ExplorationLimit/interrupted``); a second
  /// Ctrl-C ends the process as usual.
  ///
  /// - `depth`: the maximum distance of a state whose events are sent, in steps.
  /// - `states`: the maximum number of states.
  /// - `restingScopes`: the maximum number of scopes that are retained in states of which more is to be
  ///   explored, so that the events that lead there need not be sent again, besides a sixteenth as many in
  ///   states on the paths there. More scopes take more memory.
  /// - Throws: ``ExplorationError`` when exploring is not possible; nothing for a broken promise.
  /// - Returns: the result.
  @discardableResult
  public func run(
    depth: Int = .max,
    states: Int = 100_000,
    restingScopes: Int = 20_000,
    function: StaticString = #function
  ) throws -> Exploration {
    let found = try ExplorationRun(of: explored).search(
      depth: depth,
      states: states,
      restingScopes: max(0, restingScopes)
    )
    report(found, in: function)
    return found
  }

  /// Explores random walks, for a scope with too many states to visit all.
  ///
  /// A walk that breaks a promise is shrunk before it is reported: to the shortest flow, or to one from which
  /// nothing can be omitted. The seed is printed on standard error and in each failure.
  ///
  /// - `walks`: the number of walks, each from the start.
  /// - `length`: the maximum number of events of each.
  /// - `seed`: the seed that reproduces the same walks; nil for a random one.
  /// - Throws: ``ExplorationError`` when exploring is not possible; nothing for a broken promise.
  /// - Returns: the result.
  @discardableResult
  public func run(
    walks: Int,
    length: Int,
    seed: UInt64? = nil,
    function: StaticString = #function
  ) throws -> Exploration {
    let found = try ExplorationRun(of: explored).walk(max(0, walks), length: max(0, length), seed: seed)
    report(found, in: function)
    return found
  }

  /// Adds the result to the living documentation, if requested.
  private func report(_ found: Exploration, in function: StaticString) {
    guard let documentation = LivingDocumentation.current else { return }
    let name = FlowName(function: function, location: explored.location)
    let document = ExplorationDocument(
      name,
      scope: found.scope,
      states: found.states,
      transitions: found.transitions,
      bound: found.bound?.words(unexplored: found.unexploredStates),
      violated: found.counterexamples.count
    )
    let page = found.html(title: "\(name.title): \(found.scope)")
    let key = "exploration of \(found.scope)"
    documentation.file(FolderEntry(name: name, key: key, document: document, page: page))
  }
}
