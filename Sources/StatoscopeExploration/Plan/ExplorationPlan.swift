import Statoscope
import StatoscopeTesting

/// Begins an exploration with a closure that creates the scope; it is called whenever a path is taken from
/// the start.
///
/// `Counter.EXPLORE { … }` takes the compiler less time than this function if many steps have key paths.
///
/// - Returns: a plan, to which you add possible events and properties, and which you then run.
public func EXPLORE<Sut: ScopeProtocol>(
  _ given: @escaping () throws -> Sut,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) -> ExplorationPlan<Sut> {
  let location = CallLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  return ExplorationPlan(given: given, location: location)
}

extension ScopeProtocol {
  /// Begins an exploration with a closure that creates the scope; it is called whenever a path is taken from
  /// the start.
  ///
  /// - Returns: a plan, to which you add possible events and properties, and which you then run.
  public static func EXPLORE(
    _ given: @escaping () throws -> Self,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> ExplorationPlan<Self> {
    let location = CallLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return ExplorationPlan(given: given, location: location)
  }
}

/// An exploration before its run: the possible events of a scope, and the properties to check in all of its
/// states.
///
/// ```swift
/// let found = try Counter.EXPLORE { Counter() }
///   .EVENTS { sut in [.userTappedIncrementButton, .userTappedDecrementButton] }
///   .EFFECT(Load.self, completesWith: ["item"], failsWith: [Offline()])
///   .STATE { $0.viewDisplaysTotalCount }
///   .ALWAYS("never below zero") { $0.viewDisplaysTotalCount >= 0 }
///   .REACHES("ten") { $0.viewDisplaysTotalCount == 10 }
///   .run(depth: 12)
/// ```
/// Effects are listed but never start: whether, when and how one ends is one of the choices. The same events
/// must lead to the same state each time, so give the scope a clock and a generator that a test controls, and make the
/// objects and storages that it uses in the closure of `EXPLORE`; paths are taken again to find out.
public struct ExplorationPlan<Sut: ScopeProtocol> {
  private var explored: ExploredScope

  fileprivate init(given: @escaping () throws -> Sut, location: CallLocation) {
    explored = ExploredScope(name: typeName(Sut.self), location: location) {
      try EffectsExecution.$isMakingScopes.withValue(true, operation: given)
        .injectObject(EffectsExecution.enqueueOnly)
    }
  }

  func adding(_ source: some ChoiceSource) -> Self {
    var plan = self
    plan.explored.sources.append(source)
    return plan
  }

  func checking(
    _ kind: Property.Kind,
    _ name: String,
    _ location: CallLocation,
    from premise: ((Sut) throws -> Bool)? = nil,
    _ condition: ((Sut) throws -> Bool)?
  ) -> Self {
    var plan = self
    plan.explored.properties.append(
      Property(
        index: explored.properties.count,
        kind: kind,
        name: name,
        premise: premise.map { premise in { try premise($0.typed()) } },
        condition: condition.map { condition in { try condition($0.typed()) } },
        location: location
      )
    )
    return plan
  }

  /// Defines the equality of states, in place of all reflected state of the tree.
  ///
  /// The effects in flight that an `EFFECT` lists are part of a state in any case: the choices depend on them.
  /// Without a `STATE`, so are all others. State that reflection does not show cannot be distinguished; see
  /// ``Exploration/indistinctState`` and ``Exploration/indistinctEffects``. A key that distinguishes too little hides states, and one with random
  /// numbers or dates never stops finding new ones.
  ///
  /// - Parameter state: returns equal values for equal states. The last of several `STATE`s applies.
  public func STATE<State: Hashable>(_ state: @escaping (_ sut: Sut) -> State) -> Self {
    var plan = self
    plan.explored.stateOf = { AnyHashable(state($0.typed())) }
    return plan
  }

  /// Explores all states up to a limit, nearest first.
  ///
  /// A violated property is reported as a failure at its own line. A limit that was reached is reported on
  /// standard error.
  ///
  /// Complexity: linear in the transitions, as long as the number of states at one distance does not greatly
  /// exceed that of resting scopes.
  ///
  /// One that takes longer than five seconds writes a line about its progress to standard error, and another one every
  /// five seconds.
  ///
  /// - `depth`: the maximum distance of a state whose events are sent, in steps.
  /// - `states`: the maximum number of states.
  /// - `retainedScopes`: the maximum number of scopes that are retained in states of which more is to be
  ///   explored, so that the events that lead there need not be sent again, besides a sixteenth as many in
  ///   states on the paths there. More scopes take more memory.
  /// - `prints`: `.transitions` writes each transition to standard error before it is performed, so that the last line
  ///   names the event or the effect whose update has stopped the process.
  /// - Throws: ``ExplorationError`` when exploring is not possible; nothing for a violated property.
  /// - Returns: the result.
  @discardableResult
  public func run(
    depth: Int = .max,
    states: Int = 100_000,
    retainedScopes: Int = 20_000,
    prints: Exploration.Printing = .nothing,
    function: StaticString = #function
  ) throws -> Exploration {
    let found = try ExplorationRun(of: explored, prints: prints).reportingMisuse { run in
      try run.search(depth: depth, states: states, retainedScopes: max(0, retainedScopes))
    }
    report(found, in: function)
    return found
  }

  /// Explores random walks, for a scope with too many states to visit all.
  ///
  /// A walk that violates a property is shrunk before it is reported: to the shortest flow, or to one from
  /// which no step can be omitted. The seed is printed on standard error and in each failure.
  ///
  /// - `walks`: the number of walks, each from the start.
  /// - `length`: the maximum number of events of each.
  /// - `seed`: the seed that reproduces the same walks; nil for a random one.
  /// - `prints`: `.transitions` writes each transition to standard error before it is performed.
  /// - Throws: ``ExplorationError`` when exploring is not possible; nothing for a violated property.
  /// - Returns: the result.
  @discardableResult
  public func run(
    walks: Int,
    length: Int,
    seed: UInt64? = nil,
    prints: Exploration.Printing = .nothing,
    function: StaticString = #function
  ) throws -> Exploration {
    let found = try ExplorationRun(of: explored, prints: prints).reportingMisuse { run in
      try run.walk(max(0, walks), length: max(0, length), seed: seed)
    }
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
      bound: found.reasonForMissing,
      violated: found.failures.count,
      isKnownIssue: found.failures.areKnown
    )
    let page = found.html(title: "\(name.title): \(found.scope)")
    let key = "exploration of \(found.scope)"
    documentation.file(FolderEntry(name: name, key: key, document: document, page: page))
  }
}

/// The explored scope, independent of its type, as the search uses it.
struct ExploredScope {
  /// The type, as it is named in source.
  let name: String
  let location: CallLocation
  /// Creates a scope whose effects do not start.
  let given: () throws -> ScopeNode
  var sources: [any ChoiceSource] = []
  var stateOf: ((ScopeNode) -> AnyHashable)?
  /// The properties, each at its index.
  var properties: [Property] = []
}

extension ScopeNode {
  /// Restores the type of a scope for closures of the plan's author.
  func typed<Sut: ScopeProtocol>() -> Sut {
    guard let sut = self as? Sut else {
      preconditionFailure("a plan is for the type of scope that its own closure gives")
    }
    return sut
  }
}
