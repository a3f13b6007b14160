import Statoscope

/// An exploration before it is run: the events that may happen to a scope, and the properties that must hold
/// whatever happens.
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
/// Effects are listed but never start: whether and when one ends, and how, is one of the things that may happen.
/// The same events must lead to the same state each time, so give the scope a clock and a generator that a test
/// holds.
public struct ExplorationPlan<Sut: ScopeProtocol> {
  private(set) var explored: ExploredScope

  init(given: @escaping () throws -> Sut, site: CallSite) {
    explored = ExploredScope(name: SwiftSource.name(of: Sut.self), site: site) {
      try given().injectObject(EffectsExecution.enqueueOnly)
    }
  }

  func adding(_ source: some ChoiceSource) -> Self {
    var plan = self
    plan.explored.sources.append(source)
    return plan
  }

  /// Says what makes two states the same, in place of all that the tree's state reflects.
  ///
  /// The effects in flight that an `EFFECT` has an end for belong to a state in any case: what may happen next
  /// depends on them. Without a `STATE`, so do all others. Effects that hold closures cannot be distinguished; see
  /// ``Exploration/indistinctEffects``. What distinguishes too little hides states, and what distinguishes random
  /// numbers or dates finds no end of them.
  ///
  /// - Parameter state: gives equal values for states that are the same. Of two `STATE`s the later one counts.
  public func STATE<State: Hashable>(_ state: @escaping (_ sut: Sut) -> State) -> Self {
    var plan = self
    plan.explored.stateOf = { AnyHashable(state(TypedScope($0).sut)) }
    return plan
  }

  /// Promises something of every state.
  ///
  /// A broken promise is one failure, whose text is the shortest flow that shows it, as source ready to paste.
  ///
  /// - `promise`: what is promised, in a few words.
  /// - `holds`: whether a state keeps it; what it throws breaks it.
  public func ALWAYS(
    _ promise: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ holds: @escaping (_ sut: Sut) throws -> Bool
  ) -> Self {
    promising(
      .always,
      promise,
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      holds
    )
  }

  /// Promises that something is so in no state.
  ///
  /// - `promise`: what never is, in a few words.
  /// - `isSo`: whether it is so in a state; what it throws breaks the promise.
  public func NEVER(
    _ promise: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ isSo: @escaping (_ sut: Sut) throws -> Bool
  ) -> Self {
    promising(.never, promise, CallSite(fileID: fileID, filePath: filePath, line: line, column: column), isSo)
  }

  /// Promises that something is so in at least one state; see ``Exploration/flow(reaching:)`` for the way there.
  ///
  /// - `promise`: what is reached, in a few words.
  /// - `isSo`: whether it is so in a state.
  public func REACHES(
    _ promise: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ isSo: @escaping (_ sut: Sut) throws -> Bool
  ) -> Self {
    promising(
      .reaches,
      promise,
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      isSo
    )
  }

  func promising(
    _ kind: PromiseKind,
    _ name: String,
    _ site: CallSite,
    _ isSo: @escaping (Sut) throws -> Bool
  ) -> Self {
    var plan = self
    let promise = Promise(kind: kind, name: name, isSo: { try isSo(TypedScope($0).sut) }, site: site)
    plan.explored.promises.append(promise)
    return plan
  }
}
