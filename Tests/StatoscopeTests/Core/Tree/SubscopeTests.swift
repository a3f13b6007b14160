import Statoscope
import TestSupport
import Testing

/// How children are linked, replaced and released.
@Suite struct SubscopeTests {
  @Test func `a child is linked by the first event of its parent`() {
    let child = Leaf()
    let parent = Branch(child: child)
    #expect(child.branch == nil)
    parent.send(.nothing)
    #expect(child.branch === parent)
  }

  @Test func `a child is linked by the first access through its parent`() {
    let parent = Branch(child: Leaf())
    #expect(parent.child?.branch === parent)
  }

  @Test func `a child is linked by its parent's first look-up`() {
    let child = Leaf()
    let parent = Branch(child: child)
    _ = parent.number
    #expect(child.branch === parent)
  }

  @Test(.lesson(11)) func `a whole subtree is linked with its root`() {
    let leaf = Leaf()
    let trunk = Trunk(branch: Branch(child: leaf))
    trunk.send(.nothing)
    #expect(leaf.trunk === trunk)
  }

  @Test func `a child that is added later is linked at once`() {
    let parent = Branch(child: nil)
    let child = Leaf()
    parent.child = child
    #expect(child.branch === parent)
  }

  @Test func `a replaced child is unlinked`() {
    let old = Leaf()
    let parent = Branch(child: old).send(.nothing)
    parent.child = Leaf()
    #expect(old.branch == nil)
    #expect(parent.child?.branch === parent)
  }

  @Test func `a child that is set again remains linked`() {
    let child = Leaf()
    let parent = Branch(child: child).send(.nothing)
    parent.child = child
    #expect(child.branch === parent)
  }

  @Test func `a removed child may be added to another tree`() {
    let child = Leaf()
    let first = Branch(child: child).send(.nothing)
    first.child = nil
    let second = Branch(child: child).send(.nothing)
    #expect(child.branch === second)
  }

  @Test func `a child outlives its parent as a tree of its own`() {
    var parent: Branch? = Branch(child: Leaf()).send(.nothing)
    let child = parent?.child
    parent = nil
    #expect(child?.branch == nil)
    #expect(child?.send(.nothing).count == 1)
  }

  @Test func `a child does not retain its parent`() {
    var parent: Branch? = Branch(child: Leaf()).send(.nothing)
    weak let released = parent
    let child = parent?.child
    parent = nil
    #expect(released == nil)
    #expect(child != nil)
  }

  @Test func `a scope's deinit finds its children`() {
    let journal = Journal()
    do { _ = Mourner(journal: journal).send(.nothing) }
    #expect(journal.entries == ["releasing the parent of 1"])
  }

  @Test func `children of a class and of its superclass are linked`() {
    let derived = Derived()
    derived.send(.nothing)
    #expect(derived.first?.branch === derived)
    #expect(derived.second.branch === derived)
  }

  @Test func `an app's own members take precedence over those of the tree`() {
    let scope = OwnNames().send(.nothing)
    let numbers: [Int] = [scope.root, scope.parent, scope.tree, scope.children, scope.name]
    #expect(numbers == Array(1...5))
    #expect(scope.effects == "mine")
  }

  @Test(arguments: [false, true])
  func `a deep tree is created, searched and released on a small stack`(isTouchedWhileBuilt: Bool) async {
    await onASmallStack {
      var top = Link(nil)
      let bottom = top
      for _ in 1..<100_000 {
        top = Link(top)
        if isTouchedWhileBuilt { top.send(.nothing) }
      }
      top.injectObject(Depth(value: 100_000))
      #expect((try? bottom.resolve(Depth.self))?.value == 100_000)
    }
  }

  @Test func `a deep tree without an event is released on a small stack`() async {
    await onASmallStack {
      weak var bottom: Link?
      do {
        var top = Link(nil)
        bottom = top
        for _ in 1..<100_000 { top = Link(top) }
      }
      #expect(bottom == nil)
    }
  }

  /// Big state overflowed the stack.
  @Test(.from(.composableArchitecture))
  func `a deep tree is divided, joined and released on a small stack`() async {
    await onASmallStack {
      let top = Link.chain(30_000)
      top.addSubscopeMiddleware { _, next in try next() }
      top.send(.nothing)
      let rest = top.next
      top.next = nil
      let other = Link(rest)
      other.send(.nothing)
      #expect(rest?.tree.root === other)
      #expect(other.tree.description.isEmpty == false)
    }
  }
}

private struct Depth: Injectable {
  var value: Int
  static let defaultValue = Depth(value: 0)
}

private final class Leaf: Scope {
  enum When { case nothing }
  var count = 0
  @Superscope var branch: Branch?
  @Superscope var trunk: Trunk?
  func update(_ when: When) throws { count += 1 }
}

private class Branch: ScopeNode, ScopeProtocol {
  enum When { case nothing }
  @Subscope var child: Leaf?
  @Injected var number: Depth

  init(child: Leaf?) {
    _child = Subscope(wrappedValue: child)
  }

  func update(_ when: When) throws {}
}

private final class Derived: Branch {
  @Subscope var second = Leaf()
  init() { super.init(child: Leaf()) }
  var first: Leaf? { child }
}

private final class Trunk: Scope {
  enum When { case nothing }
  @Subscope var branch: Branch

  init(branch: Branch) {
    _branch = Subscope(wrappedValue: branch)
  }

  func update(_ when: When) throws {}
}

private final class Mourner: Scope {
  enum When { case nothing }
  @Subscope var child = Leaf()
  private let journal: Journal

  init(journal: Journal) {
    self.journal = journal
  }

  deinit { journal.note("releasing the parent of \(child.send(.nothing).count)") }

  func update(_ when: When) throws {}
}

private final class OwnNames: Scope {
  enum When { case nothing }
  var root = 1
  var parent = 2
  var tree = 3
  var children = 4
  var name = 5
  var effects = "mine"
  func update(_ when: When) throws {}
}
