import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

#if canImport(Combine)
  import Combine
#endif

/// What went wrong elsewhere with trees and injection, each once.
@MainActor @Suite struct TreeLessonsTests {
  /// Injection was keyed by the unqualified name of the type, and protocols could not be injected.
  @Test(.lesson(9))
  func `types of one name are distinguished, and a protocol can be injected`() throws {
    let root = Root().injectObject(Mail.Client(name: "mail")).injectObject(Chat.Client(name: "chat"))
    root.injectObject(Loud(), as: (any Bell).self)
    #expect(root.child.mail.name == "mail")
    #expect(root.child.chat.name == "chat")
    #expect(try root.child.resolve((any Bell).self).sound == "dong")
  }

  /// A value set on an injected property with a default was ignored.
  @Test(.lesson(10))
  func `a value set on an injected property with a default stays`() {
    let root = Root()
    #expect(root.child.limit == 10)
    root.child.limit = 3
    #expect(root.child.limit == 3)
    root.child.limit = 4
    #expect(root.child.limit == 4)
  }

  /// A parent was linked in a getter, and a look-up before that returned the default.
  @Test(.lesson(11))
  func `a look-up needs no getter of the parent to be read first`() {
    let child = Child()
    let root = Root(child: child).injectObject(Mail.Client(name: "mail"))
    #expect(child.mail.name == "mail")
    #expect(child.root === root)
    let (other, grandchild) = (Child(), Grandchild())
    other.grandchild = grandchild
    let second = Root(child: other).send(.nothing)
    #expect(grandchild.root === second)
  }

  /// Only the nearest ancestor's middleware ran, and test events went around it.
  @Test(.lesson(12))
  func `the middleware of every ancestor runs, for the events of tests too`() throws {
    let journal = Journal()
    try GIVEN {
      Root(child: Child().growing().noting("child", in: journal)).noting("root", in: journal)
    }
    .WHEN(\.child.grandchild, .grow)
    .THEN(\.child.grandchild?.size, equals: 1)
    .runTest()
    #expect(journal.entries == [#"root \.child.grandchild"#, #"child \.child.grandchild"#])
  }

  /// Effects outlived the child.
  @Test(.from(.composableArchitecture))
  func `removing a scope cancels its subtree and drops late results`() async {
    let (root, late, next) = (Root(), Gate<String>(), Gate<String>())
    let (child, loader) = (root.child, root.child.loader)
    loader.send(.load(late))
    await late.arrived()
    root.child = Child()
    #expect(loader.effects.isEmpty)
    await late.open("late")
    let other = Root()
    other.child = child
    #expect(other.child.loader === loader)
    loader.send(.load(next))
    await next.open("next")
    await loader.receives(1)
    #expect(loader.received == ["next"])
  }

  /// Stores and their effects leaked.
  @Test(.from(.composableArchitecture))
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
      root.injectObject(Mail.Client(name: "mail"))
      root.addMiddleware { [unowned root] _, when, next in
        _ = root.child
        try next(when)
      }
      root.addSubscopeMiddleware { _, next in try next() }
      attached.append(root.child.subscribe { child, _ in _ = child.limit })
      attached.append(root.override(Chat.Client(name: "mock")))
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

  /// Big state overflowed the stack.
  @Test(.from(.composableArchitecture))
  func `a deep tree is used and released on a small stack`() async {
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

  /// Injected values leaked from one test into another.
  @Test(.from(.swiftDependencies))
  func `an injected or overridden value stays in its tree`() async {
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<20 {
        group.addTask {
          let root = Root().injectObject(Mail.Client(name: "mail \(number)"))
          let mock = root.child.override(Chat.Client(name: "chat \(number)"))
          await Task.yield()
          defer { mock.cancel() }
          return root.child.mail.name == "mail \(number)" && root.child.chat.name == "chat \(number)"
        }
      }
      for await isOwn in group { #expect(isOwn) }
    }
    #expect(Root().child.mail.name == "default")
    #expect(Root().child.chat.name == "default")
  }
}

extension ScopeProtocol {
  fileprivate func noting(_ name: String, in journal: Journal) -> Self {
    addSubscopeMiddleware { event, next in
      journal.note("\(name) \(event.path)")
      try next()
    }
  }
}

private enum Mail {
  struct Client: Injectable, Sendable {
    var name: String
    static let defaultValue = Client(name: "default")
  }
}

private enum Chat {
  struct Client: Injectable, Sendable {
    var name: String
    static let defaultValue = Client(name: "default")
  }
}

private protocol Bell {
  var sound: String { get }
}

private struct Loud: Bell {
  let sound = "dong"
}

private final class Root: Scope, ObservableObject {
  enum When { case nothing }
  @Subscope var child: Child

  init(child: Child = Child()) {
    _child = Subscope(wrappedValue: child)
  }

  func update(_ when: When) throws {}
}

private final class Child: Scope, ObservableObject {
  enum When { case nothing }
  @Injected var mail: Mail.Client
  @Injected var chat: Chat.Client
  @Injected(default: 10) var limit
  @Superscope(observed: true) var root: Root?
  @Subscope var grandchild: Grandchild?
  @Subscope var loader = Loader()
  func update(_ when: When) throws {}

  func growing() -> Child {
    grandchild = Grandchild()
    return self
  }
}

private final class Grandchild: Scope {
  enum When { case grow }
  @Superscope var root: Root?
  private(set) var size = 0
  func update(_ when: When) throws { size += 1 }
}
