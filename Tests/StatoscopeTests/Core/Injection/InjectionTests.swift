import Statoscope
import TestSupport
import Testing

/// How values and ancestors are found by walking up the tree.
@Suite struct InjectionTests {
  @Test func `with nothing injected the default is found`() {
    #expect(Home().leaf.client.name == "default")
  }

  @Test func `a value injected at the root is found below`() {
    let root = Home().injectObject(Client(name: "root"))
    #expect(root.leaf.client.name == "root")
    #expect(root.client.name == "root")
  }

  @Test func `a value injected one level down wins there and nowhere else`() {
    let root = Home().injectObject(Client(name: "root"))
    root.leaf.injectObject(Client(name: "leaf"))
    #expect(root.leaf.client.name == "leaf")
    #expect(root.other.client.name == "root")
  }

  @Test func `injecting again takes the place of the value before`() {
    let root = Home().injectObject(Client(name: "a")).injectObject(Client(name: "b"))
    #expect(root.client.name == "b")
  }

  @Test(.lesson(11)) func `a value is found by a child kept from before its parent was touched`() {
    let leaf = LeafScope()
    let root = Home(leaf: leaf).injectObject(Client(name: "root"))
    #expect(leaf.client.name == "root")
    #expect(root.leaf === leaf)
  }

  @Test func `setting an injected property gives the value to this scope and below`() {
    let root = Home()
    root.client = Client(name: "set")
    #expect(root.client.name == "set")
    #expect(root.leaf.client.name == "set")
  }

  @Test(.lesson(9)) func `types of one name are distinguished`() {
    let root = Home().injectObject(First.Key(value: 1)).injectObject(Second.Key(value: 2))
    #expect(root.leaf.first.value == 1)
    #expect(root.leaf.second.value == 2)
  }

  @Test func `a removed child finds nothing of its former tree`() {
    let root = Home().injectObject(Client(name: "root"))
    let optional = LeafScope()
    root.optional = optional
    #expect(optional.client.name == "root")
    root.optional = nil
    #expect(optional.client.name == "default")
  }

  /// Injected values leaked from one test into another.
  @Test(.from(.swiftDependencies))
  func `an injected or overridden value stays in its tree`() async {
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<20 {
        group.addTask {
          let root = Home().injectObject(Client(name: "client \(number)"))
          let mock = root.leaf.override(First.Key(value: number))
          await Task.yield()
          defer { mock.cancel() }
          return root.leaf.client.name == "client \(number)" && root.leaf.first.value == number
        }
      }
      for await isOwn in group { #expect(isOwn) }
    }
    #expect(Home().leaf.client.name == "default")
    #expect(Home().leaf.first.value == 0)
  }

  @Test func `a superscope is the nearest ancestor of its type`() {
    let root = Home()
    #expect(root.leaf.home === root)
    #expect(root.leaf.requiredHome === root)
    #expect(root.home == nil)
  }

  @Test func `a required superscope that is missing is the default and an error in the log`() async throws {
    try await withLoggedLines { journal in
      let leaf = LeafScope()
      #expect(leaf.requiredHome.leaf !== leaf)
      #expect(
        journal.entries == [
          """
          errors: LeafScope has no Home above it, so it got the default. Put it below one with @Subscope, or \
          declare the property as Home?.
          """
        ]
      )
    }
  }
}

private struct Client: Injectable {
  var name: String
  static let defaultValue = Client(name: "default")
}

private enum First {
  struct Key: Injectable {
    var value: Int
    static let defaultValue = Key(value: 0)
  }
}

private enum Second {
  struct Key: Injectable {
    var value: Int
    static let defaultValue = Key(value: 0)
  }
}

private final class Home: Scope, Injectable {
  enum When { case nothing }
  static var defaultValue: Home { Home() }
  @Subscope var leaf: LeafScope
  @Subscope var other = LeafScope()
  @Subscope var optional: LeafScope?
  @Injected var client: Client
  @Superscope var home: Home?

  init(leaf: LeafScope = LeafScope()) {
    _leaf = Subscope(wrappedValue: leaf)
  }

  func update(_ when: When) throws {}
}

private final class LeafScope: Scope {
  enum When { case nothing }
  @Injected var client: Client
  @Injected var first: First.Key
  @Injected var second: Second.Key
  @Superscope var home: Home?
  @Superscope var requiredHome: Home
  func update(_ when: When) throws {}
}
