import Statoscope
import TestSupport
import Testing

#if canImport(Combine)
  import Combine
#endif

/// Behaviour that the first Statoscope's own tests found missing here.
@Suite struct `Behaviour of the first Statoscope` {
  @Test func `@Injected finds an Injectable ancestor`() throws {
    let root = Folder()
    #expect(root.file.folder === root)
    #expect(root.file.note.folder === root)
    #expect(try root.file.note.resolve(Folder.self) === root)
    #expect(throws: NoInjectedValueFound.self) { try root.resolve(Folder.self) }
  }

  @Test func `the nearest of an ancestor and an injected value is found`() {
    let (root, other) = (Folder(), Folder())
    root.file.injectObject(other)
    #expect(root.file.note.folder === other)
    root.inner = Folder()
    root.injectObject(other)
    #expect(root.inner?.file.folder === root.inner)
    #expect(root.inner?.enclosing === other)
  }

  @Test func `a scope is not its own ancestor`() {
    #expect(Folder().enclosing.name == "default")
    let root = Folder()
    root.inner = Folder()
    #expect(root.inner?.enclosing === root)
  }

  @Test func `a superscope that was set wins over the ancestor`() {
    let (root, other) = (Folder(), Folder())
    root.file.injectObject(other)
    #expect(root.file.superscope === other)
    #expect(root.file.optional === other)
    #expect(root.file.note.superscope === other)
  }

  @Test func `a superscope can be set, and set to nil`() {
    let (root, other) = (Folder(), Folder())
    root.file.superscope = other
    #expect(root.file.superscope === other)
    #expect(root.file.optional === other)
    root.file.optional = nil
    #expect(root.file.optional === root)
    root.file.optional = other
    #expect(root.file.optional === other)
  }

  @Test func `an observed superscope that was set publishes its changes`() {
    let (root, other) = (Folder(), Folder())
    var changes = 0
    let listening = root.file.objectWillChange.sink { _ in changes += 1 }
    withExtendedLifetime(listening) {
      root.file.optional = other
      other.send(.rename("other"))
      #expect(changes == 1)
      root.send(.rename("root"))
      #expect(changes == 1)
    }
  }

  @Test func `an optional that holds a value is injected as that value`() throws {
    let name: Name? = Name(text: "Ada")
    let note = Note().injectObject(name)
    #expect(note.name.text == "Ada")
    #expect(try note.resolve(Name?.self)?.text == "Ada")
    let unsendable: Folder? = Folder()
    #expect(Note().injectObject(unsendable).folder === unsendable)
  }

  @Test func `an optional without a value injects none`() throws {
    let note = Note().injectObject(Name(text: "Ada")).injectObject(nil as Name?)
    #expect(note.name.text == "Ada")
    #expect(try note.resolve(Name?.self) == nil)
  }

  @Test func `effects inside an update are those that it will leave`() {
    let file = File().injectObject(EffectsExecution.enqueueOnly)
    file.send(.load).send(.load)
    #expect(file.counts == [0, 1, 1, 2, 0])
  }

  @Test func `a missing injection is an error in the log, once for each type in a tree`() async throws {
    try await withLoggedLines { journal in
      let root = Folder()
      for _ in 1...3 { _ = root.file.note.name }
      _ = root.file.note.name
      #expect(
        journal.entries == [
          """
          errors: Note in File looked up Name, found none, and got Name.defaultValue. Inject a value at the root with \
          injectObject(_:), even if it is the default, or write @Injected(default:) for a deliberate default.
          """
        ]
      )
      _ = Note().name
      #expect(journal.entries.count == 2)
    }
  }

  @Test func `an intended default is no error`() async throws {
    try await withLoggedLines([.errors, .injection]) { journal in
      let note = Note()
      _ = (note.length, note.count)
      #expect(
        journal.entries == [
          "injection: Note looked up Length, found none, and got the default",
          "injection: Note looked up Int, found none, and got the default",
        ]
      )
    }
  }

  @Test func `a tree whose effects are only listed logs no missing injection`() async throws {
    try await withLoggedLines { journal in
      _ = Note().injectObject(EffectsExecution.enqueueOnly).name
      #expect(journal.entries == [])
    }
  }

  @Test func `an injected value is logged`() async throws {
    try await withLoggedLines([.injection]) { journal in
      let root = Folder().injectObject(Name(text: "Ada"))
      root.file.name = Name(text: "Grace")
      root.override(Name(text: "Edith")).cancel()
      #expect(
        journal.entries == [
          "injection: Folder provides Name to itself and all scopes below it",
          "injection: File in Folder provides Name to itself and all scopes below it",
          "injection: Folder provides Name to itself and all scopes below it",
        ]
      )
    }
  }

  @Test func `a line of the log names the scope and its parent`() async throws {
    try await withLoggedLines([.when, .state, .stateDiff]) { journal in
      let root = Folder()
      root.file.note.send(.write("x"))
      #expect(
        journal.entries == [
          "when: Note in File .write(\"x\")",
          """
          state: Note in File before:
          Note
            text: ""
          """,
          """
          state: Note in File after:
          Note
            text: "x"
          """,
          """
          stateDiff: Note in File:
            Note
          -   text: ""
          +   text: "x"
          """,
        ]
      )
    }
  }
}

private struct Name: Injectable, Equatable {
  var text: String
  static let defaultValue = Name(text: "")
}

private struct Length: Injectable {
  static let defaultValue = Length()
  static let isDefaultForTests = true
}

private struct Load: Effect {
  func runEffect() async throws {}
}

private final class Folder: Scope, ObservableObject, Injectable {
  enum When { case rename(String) }

  static var defaultValue: Folder {
    let folder = Folder()
    folder.name = "default"
    return folder
  }

  @Published var name = ""
  @Subscope var file = File()
  @Subscope var inner: Folder?
  @Injected var enclosing: Folder

  func update(_ when: When) throws {
    switch when {
    case .rename(let name): self.name = name
    }
  }
}

private final class File: Scope, ObservableObject {
  enum When {
    case load
    case loaded
  }

  @Published var counts: [Int] = []
  @Subscope var note = Note()
  @Injected var folder: Folder
  @Injected var name: Name
  @Superscope var superscope: Folder
  @Superscope(observed: true) var optional: Folder?

  func update(_ when: When) throws {
    counts.append(effects.count)
    effectsState.enqueue(Load().map { When.loaded })
    counts.append(effects.count)
    if effects.count > 1 {
      effectsState.cancelAllEffects()
      counts.append(effects.count)
    }
  }
}

private final class Note: Scope {
  enum When { case write(String) }

  private(set) var text = ""
  @Injected var folder: Folder
  @Injected var name: Name
  @Injected var length: Length
  @Injected(default: 3) var count
  @Superscope var superscope: Folder

  func update(_ when: When) throws {
    switch when {
    case .write(let text): self.text = text
    }
  }
}
