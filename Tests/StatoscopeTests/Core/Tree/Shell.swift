import Statoscope
import TestSupport
import Testing

#if canImport(Combine)
  import Combine
#endif

/// An app's frame, which shows a pane in a property of each kind.
final class Shell: Scope, ObservableObject {
  enum When: Sendable { case nothing }

  /// A property of the shell, and how it is written.
  enum Property: CaseIterable, Sendable {
    case optional
    case list
    case listInPlace
    case keyed
    case keyedInPlace
  }

  @Published var title = ""
  @Subscope var pane: Pane?
  @Subscope var list: [Pane] = []
  @Subscope var byKey: [Int: Pane] = [:]

  /// Shows a pane, or none, in place of all that a property holds.
  func show(_ pane: Pane?, in property: Property) {
    let panes = pane.map { [$0] } ?? []
    switch property {
    case .optional: self.pane = pane
    case .list: list = panes
    case .listInPlace: list.replaceSubrange(list.startIndex..., with: panes)
    case .keyed: byKey = Dictionary(uniqueKeysWithValues: panes.map { (0, $0) })
    case .keyedInPlace: byKey[0] = pane
    }
  }

  /// The panes that a property holds.
  func shown(in property: Property) -> [Pane] {
    switch property {
    case .optional: pane.map { [$0] } ?? []
    case .list, .listInPlace: list
    case .keyed, .keyedInPlace: Array(byKey.values)
    }
  }

  func update(_ when: When) throws {}
}

/// A pane of a shell, with effects that run until it is removed.
final class Pane: Scope {
  enum When: Sendable {
    case nothing
    case start(AnyEffect<When>)
  }

  @Superscope var shell: Shell?
  @Subscope var header: Pane?
  @Subscope var footer: Pane?
  /// A value that is released with the pane.
  var payload: (any Sendable)?

  func update(_ when: When) throws {
    if case .start(let effect) = when { effectsState.enqueue(effect) }
  }

  /// Runs an effect that calls code of the app in its cancellation handler.
  @MainActor func run(onCancel reentry: Reentry) async throws {
    let started = Gate<Void>()
    send(.start(UntilCancelled(started: started) { reentry.run() }.map { .nothing }))
    try await started.pass()
  }

  /// Runs a stream that calls code of the app when it is terminated.
  @MainActor func listen(onTermination reentry: Reentry) async throws {
    let started = Gate<Void>()
    send(.start(UntilTerminated(started: started) { reentry.run() }.map { .nothing }))
    try await started.pass()
  }
}

/// Checks that parents and properties agree in a tree, and that scopes outside of it are in none.
func expectAgreement(
  in root: ScopeNode,
  without others: [ScopeNode] = [],
  at location: SourceLocation = #_sourceLocation
) {
  var waiting = [root]
  var found: Set<ObjectIdentifier> = []
  while let node = waiting.popLast() {
    #expect(found.insert(ObjectIdentifier(node)).inserted, sourceLocation: location)
    for child in ScopeTree(node).children {
      #expect(ScopeTree(child).parent === node, sourceLocation: location)
      waiting.append(child)
    }
  }
  for other in others {
    #expect(
      ScopeTree(other).parent == nil && !found.contains(ObjectIdentifier(other)),
      sourceLocation: location
    )
  }
}

/// Uses panes whose shell has been released: they are roots, and handle events.
func expectRoots(_ panes: [Pane], at location: SourceLocation = #_sourceLocation) {
  for pane in panes {
    #expect(pane.tree.parent == nil && pane.shell == nil, sourceLocation: location)
    #expect(pane.send(.nothing).tree.root === pane, sourceLocation: location)
  }
}
