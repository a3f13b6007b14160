import Statoscope
import TestSupport
import Testing

#if canImport(Combine)
  import Combine
#endif

/// The release of a tree, also while its scopes move elsewhere.
@Suite struct SubtreeReleaseTests {
  @Test func `a scope that a sibling's deinit moves remains in the other tree`() {
    let other = Section()
    var section: Section? = Section()
    let (second, third) = (Section(), Section())
    section?.list = [Section { other.list = [second] }, second, third]
    section?.send(.nothing)
    section = nil
    #expect(other.list.map(\.tree.keyPathFromRoot) == [#"\.list[0]"#])
    #expect(second.tree.parent === other)
    #expect(third.tree.parent == nil)
    other.list.append(third)
    #expect(third.tree.parent === other)
  }

  @Test @MainActor func `a sibling's deinit finds and starts no effects of the others`() throws {
    var section: Section? = Section()
    let (second, journal) = (Section(), Journal())
    section?.list = [
      Section {
        journal.note("\(second.effects.count)")
        do { try second.trySend(.load) } catch { journal.note("\(type(of: error))") }
      },
      second,
    ]
    second.send(.load)
    #expect(second.effects.count == 1)
    section = nil
    #expect(journal.entries == ["0", "EffectIsolationError"])
    #expect(second.effects.isEmpty)
  }

  @Test func `one orphan is added to a tree without the others`() {
    let other = Section().injectObject(Title(text: "other"))
    var section: Section? = Section()
    weak var last: Section?
    let third = Section()
    section?.list = [Section { last.map { other.list = [$0] } }, third, Section()]
    last = section?.list.last
    section?.send(.nothing)
    section = nil
    #expect(other.list.count == 1)
    #expect(last?.title.text == "other")
    #expect(third.title.text == "none")
    other.list.append(third)
    #expect(third.title.text == "other")
  }

  @Test @MainActor func `a tree that a deinit adds below an orphan retains its effects`() {
    let (live, kept) = (Section(), Section())
    live.send(.load)
    var root: Section? = Section()
    root?.list = [Section()]
    root?.list[0].list = [Section { kept.list = [live] }, kept]
    root?.send(.nothing)
    root = nil
    #expect(kept.list.first === live)
    #expect(live.tree.parent === kept)
    #expect(kept.tree.parent == nil)
    #expect(live.effects.count == 1)
  }

  @Test func `scopes that outlived a parent are released on a small stack`() async {
    await onASmallStack {
      var links = (0..<20_000).map { _ in Link(nil) }
      for link in links { Link(link).send(.nothing) }
      var top = links.removeLast()
      weak let bottom = top
      while let link = links.popLast() {
        link.next = top
        top = link
      }
      #expect(bottom?.tree.root === top)
      top = Link(nil)
      #expect(bottom == nil)
    }
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
      attached.append(root.child.objectWillChange.sink {})
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

/// A scope that runs code in its deinit, and may have scopes of its class.
private final class Section: Scope {
  enum When: Sendable {
    case nothing
    case load
    case loaded
  }

  @Subscope var list: [Section] = []
  @Injected var title: Title
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
