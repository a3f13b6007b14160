import Statoscope
import StatoscopeTesting

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
/// Effects are listed but never start: whether, when and how one ends is one of the possible steps. The same
/// events must lead to the same state each time, so give the scope a clock and a generator that a test
/// controls.
public struct ExplorationPlan<Sut: ScopeProtocol> {
  private(set) var explored: ExploredScope

  init(given: @escaping () throws -> Sut, location: CallLocation) {
    explored = ExploredScope(name: typeName(Sut.self), location: location) {
      try given().injectObject(EffectsExecution.enqueueOnly)
    }
  }

  func adding(_ source: some ChoiceSource) -> Self {
    var plan = self
    plan.explored.sources.append(source)
    return plan
  }

  /// Defines the equality of states, in place of all reflected state of the tree.
  ///
  /// The effects in flight that an `EFFECT` lists are part of a state in any case: the possible steps depend
  /// on them. Without a `STATE`, so are all others. Effects that hold closures cannot be distinguished; see
  /// ``Exploration/indistinctEffects``. A key that distinguishes too little hides states, and one with random
  /// numbers or dates never stops finding new ones.
  ///
  /// - Parameter state: returns equal values for equal states. The last of several `STATE`s applies.
  public func STATE<State: Hashable>(_ state: @escaping (_ sut: Sut) -> State) -> Self {
    var plan = self
    plan.explored.stateOf = { AnyHashable(state(TypedScope($0).sut)) }
    return plan
  }

  /// Promises that every state satisfies a condition.
  ///
  /// A broken promise is one failure, whose text is the shortest flow that shows it, as source ready to paste.
  ///
  /// - `promise`: a short description of the condition.
  /// - `holds`: evaluates the condition in a state; an error breaks the promise.
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
      CallLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      holds
    )
  }

  /// Promises that no state satisfies a condition.
  ///
  /// - `promise`: a short description of the condition.
  /// - `isSo`: evaluates the condition in a state; an error breaks the promise.
  public func NEVER(
    _ promise: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ isSo: @escaping (_ sut: Sut) throws -> Bool
  ) -> Self {
    promising(
      .never,
      promise,
      CallLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      isSo
    )
  }

  /// Promises that at least one state satisfies a condition; see ``Exploration/flow(reaching:)`` for the path
  /// there.
  ///
  /// - `promise`: a short description of the condition.
  /// - `isSo`: evaluates the condition in a state.
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
      CallLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      isSo
    )
  }

  func promising(
    _ kind: PropertyKind,
    _ name: String,
    _ location: CallLocation,
    _ isSo: @escaping (Sut) throws -> Bool
  ) -> Self {
    var plan = self
    let promise = Promise(kind: kind, name: name, isSo: { try isSo(TypedScope($0).sut) }, location: location)
    plan.explored.promises.append(promise)
    return plan
  }
}
