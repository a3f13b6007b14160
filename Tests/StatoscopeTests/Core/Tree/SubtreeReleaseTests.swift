import Statoscope
import TestSupport
import Testing

#if canImport(Combine)
  import Combine
#endif

/// The release of a tree, also while its scopes move elsewhere.
@Suite struct SubtreeReleaseTests {
  @Test func `a scope that a sibling's deinit puts into another tree stays there`() {
    let other = Folder()
    var folder: Folder? = Folder()
    let (second, third) = (Sheet(), Sheet())
    folder?.sheets = [Sheet { other.sheets = [second] }, second, third]
    folder?.send(.nothing)
    folder = nil
    #expect(other.sheets.map(\.tree.keyPathFromRoot) == [#"\.sheets[0]"#])
    #expect(second.tree.parent === other)
    #expect(third.tree.parent == nil)
    other.sheets.append(third)
    #expect(third.tree.parent === other)
  }

  @Test @MainActor func `a sibling's deinit finds no effects of the others and starts none`() throws {
    var folder: Folder? = Folder()
    let (second, journal) = (Sheet(), Journal())
    folder?.sheets = [
      Sheet {
        journal.note("\(second.effects.count)")
        do { try second.trySend(.load) } catch { journal.note("\(type(of: error))") }
      },
      second,
    ]
    second.send(.load)
    #expect(second.effects.count == 1)
    folder = nil
    #expect(journal.entries == ["0", "EffectIsolationError"])
    #expect(second.effects.isEmpty)
  }

  @Test func `the other orphans stay out of a tree that one of them is put into`() {
    let other = Folder().injectObject(Title(text: "other"))
    var folder: Folder? = Folder()
    weak var last: Sheet?
    let third = Sheet()
    folder?.sheets = [Sheet { last.map { other.sheets = [$0] } }, third, Sheet()]
    last = folder?.sheets.last
    folder?.send(.nothing)
    folder = nil
    #expect(other.sheets.count == 1)
    #expect(last?.title.text == "other")
    #expect(third.title.text == "none")
    other.sheets.append(third)
    #expect(third.title.text == "other")
  }

  @Test @MainActor func `a tree that a deinit puts below a deep orphan keeps its effects`() {
    let (live, kept) = (Branch(), Branch())
    live.send(.load)
    var root: Branch? = Branch()
    root?.branches = [Branch()]
    root?.branches[0].branches = [Branch { kept.branches = [live] }, kept]
    root?.send(.nothing)
    root = nil
    #expect(kept.branches.first === live)
    #expect(live.tree.parent === kept)
    #expect(kept.tree.parent == nil)
    #expect(live.effects.count == 1)
  }

  /// Stores and their effects leaked.
  @Test(.from(.composableArchitecture)) @MainActor
  func `a tree with everything attached is released with its owner`() async {
    let gate = Gate<String>()
    var root: Root? = Root()
    root?.child.grandchild = Grandchild()
    weak let releasedRoot = root
    weak let releasedChild = root?.child
    weak let releasedGrandchild = root?.child.grandchild
    weak let releasedLoader = root?.child.loader
    var attached: [Any] = []
    if let root {
      root.injectObject(Title(text: "mail"))
      root.addMiddleware { [unowned root] _, when, next in
        _ = root.child
        try next(when)
      }
      root.addSubscopeMiddleware { _, next in try next() }
      attached.append(root.child.subscribe { child, _ in _ = child.title })
      attached.append(root.override(Title(text: "mock")))
      attached.append(root.changes(of: \.child.loader.received))
      #if !canImport(Combine)
        attached.append(root.child.objectWillChange.sink {})
      #endif
      root.child.loader.onUnhandledEffectError = { _ in }
      root.child.loader.send(.load(gate))
      root.send(.nothing)
      root.child.send(.nothing)
      _ = "\(root.tree)"
    }
    await gate.arrived()
    root = nil
    #expect(releasedRoot == nil)
    #expect(releasedChild == nil)
    #expect(releasedGrandchild == nil)
    #expect(releasedLoader == nil)
    await gate.open("too late")
    attached = []
  }
}

private struct Title: Injectable {
  static var defaultValue: Title { Title(text: "none") }
  let text: String
}

private struct Load: Effect {
  func runEffect() async throws {}
}

private final class Folder: Scope {
  enum When: Sendable { case nothing }
  @Subscope var sheets: [Sheet] = []
  func update(_ when: When) throws {}
}

private final class Sheet: Scope {
  enum When: Sendable {
    case load
    case loaded
  }

  @Injected var title: Title
  private let onDeinit: () -> Void

  init(onDeinit: @escaping () -> Void = {}) { self.onDeinit = onDeinit }

  func update(_ when: When) throws {
    if case .load = when { effectsState.enqueue(Load().map { .loaded }) }
  }

  deinit { onDeinit() }
}

private final class Branch: Scope {
  enum When: Sendable {
    case nothing
    case load
    case loaded
  }

  @Subscope var branches: [Branch] = []
  private let onDeinit: () -> Void

  init(onDeinit: @escaping () -> Void = {}) { self.onDeinit = onDeinit }

  func update(_ when: When) throws {
    if case .load = when { effectsState.enqueue(Load().map { .loaded }) }
  }

  deinit { onDeinit() }
}

private final class Root: Scope, ObservableObject {
  enum When { case nothing }
  @Subscope var child = Child()
  func update(_ when: When) throws {}
}

private final class Child: Scope, ObservableObject {
  enum When { case nothing }
  @Injected var title: Title
  @Superscope(observed: true) var root: Root?
  @Subscope var grandchild: Grandchild?
  @Subscope var loader = Loader()
  func update(_ when: When) throws {}
}

private final class Grandchild: Scope {
  enum When { case nothing }
  @Superscope var root: Root?
  func update(_ when: When) throws {}
}
