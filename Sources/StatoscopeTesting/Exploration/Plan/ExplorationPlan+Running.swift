import Statoscope

extension ExplorationPlan {
  /// Explores all states up to a bound, nearest first.
  ///
  /// A broken promise is reported as a failure at its own line. That a bound was reached is reported on standard error.
  ///
  /// Complexity: linear in the transitions, as long as the states at one distance are not many more than the scopes
  /// that rest.
  ///
  /// Ctrl-C on a terminal ends it early, with what was found until then (``ExplorationBound/interrupted``); pressed
  /// once more, it ends the process as usual.
  ///
  /// - `depth`: how many steps a state may be away for its events to be sent.
  /// - `states`: how many states may be found.
  /// - `restingScopes`: how many scopes are kept in states of which more is to be explored, so that the events which
  ///   lead there need not be sent again, and how many in states that lead there. More take more memory.
  /// - Throws: ``ExplorationError`` when it cannot be explored; nothing for a broken promise.
  /// - Returns: what was found.
  @discardableResult
  public func run(
    depth: Int = .max,
    states: Int = 100_000,
    restingScopes: Int = 10_000,
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

  /// Goes random ways, for where there are too many states to see all.
  ///
  /// The way that breaks a promise is shrunk before it is reported: to the shortest flow, or to one of which nothing
  /// can be left out. The seed is said on standard error and in each failure.
  ///
  /// - `walks`: how many ways, each from the start.
  /// - `length`: how many events each has at most.
  /// - `seed`: makes the same ways again; a random one when it is nil.
  /// - Throws: ``ExplorationError`` when it cannot be explored; nothing for a broken promise.
  /// - Returns: what was found.
  @discardableResult
  public func run(
    walks: Int,
    length: Int,
    seed: UInt64? = nil,
    function: StaticString = #function
  ) throws -> Exploration {
    let found = try ExplorationRun(of: explored).walk(walks, length: length, seed: seed)
    report(found, in: function)
    return found
  }

  /// Adds it to the living documentation; nothing where none is asked for.
  private func report(_ found: Exploration, in function: StaticString) {
    guard let book = FlowBook.current else { return }
    let name = FlowName(function: function, site: explored.site)
    let document = ExplorationDocument(
      title: name.title,
      module: name.module,
      file: name.file,
      line: name.line,
      column: name.column,
      scope: found.scope,
      states: found.states,
      transitions: found.transitions,
      bound: found.bound?.words(unexplored: found.unexploredStates),
      broken: found.brokenPromises.count
    )
    let page = found.html(title: "\(name.title): \(found.scope)")
    book.file(ReportedExploration(document: document, page: page), named: name)
  }
}
