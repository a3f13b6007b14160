import Statoscope
import StatoscopeTesting
import Testing

/// Keeps the names of one page apart from those of others.
enum ComposableArchitecturePage {
  struct NumberFacts: Injectable, Sendable {
    var fact: @Sendable (Int) async throws -> String
    static let defaultValue = NumberFacts { "\($0) is a number." }
  }

  struct LoadFact: Effect, Equatable {
    let number: Int
    @InjectedForEffect var facts: NumberFacts
    func runEffect() async throws -> String { try await facts.fact(number) }
  }

  final class Feature: Scope {
    private(set) var count = 0
    private(set) var fact: String?

    enum When: Equatable {
      case userTappedIncrement
      case userTappedFact
      case factLoaded(String)
    }

    func update(_ when: When) throws {
      switch when {
      case .userTappedIncrement:
        count += 1
        fact = nil
      case .userTappedFact:
        effectsState.enqueue(LoadFact(number: count).map(When.factLoaded), id: "fact", policy: .replace)
      case .factLoaded(let fact):
        self.fact = fact
      }
    }
  }

  final class Tabs: Scope {
    @Subscope var first = Feature()
    @Subscope var second: Feature?

    enum When { case userOpenedSecond }

    func update(_ when: When) throws {
      switch when {
      case .userOpenedSecond: second = Feature()
      }
    }
  }

  final class Note: Scope {
    private(set) var text = ""

    enum When: Equatable {
      case userTyped(String)
      case userTappedDone
    }

    func update(_ when: When) throws {
      switch when {
      case .userTyped(let text): self.text = text
      case .userTappedDone: removeFromSuperscope()
      }
    }
  }

  final class Notebook: Scope {
    @Subscope var draft: Note?
    private(set) var notes: [String] = []
    private var subscription: ScopeSubscription?

    enum When {
      case userTappedAdd
      case noteWasWritten(String)
    }

    override init() {
      super.init()
      subscription = subscribe(to: Note.self) { notebook, note, when in
        if when == .userTappedDone { notebook.send(.noteWasWritten(note.text)) }
      }
    }

    func update(_ when: When) throws {
      switch when {
      case .userTappedAdd: draft = Note()
      case .noteWasWritten(let text): notes.append(text)
      }
    }
  }

  enum Screen: ScopeEnum {
    case feature(Feature)
    case note(Note)
    case alert(String)
  }

  final class Navigator: Scope {
    @Subscope var path: [Screen] = []
    @Subscope var sheet: Screen?

    enum When {
      case userOpenedFeature
      case userTappedNote
      case connectionFailed
    }

    func update(_ when: When) throws {
      switch when {
      case .userOpenedFeature: path.append(.feature(Feature()))
      case .userTappedNote: sheet = .note(Note())
      case .connectionFailed: sheet = .alert("You are offline.")
      }
    }
  }

  /// What the page for those who come from the Composable Architecture shows.
  @Suite struct FromComposableArchitectureTests {
    @Test func theTestStoreIsAnExhaustivePlan() throws {
      try Feature.GIVEN { Feature() }
        .configure(exhaustivity: .on)
        .WHEN(.userTappedIncrement)
        .THEN(\.count, equals: 1)
        .WHEN(.userTappedFact)
        .THEN_EnqueuedEffect(LoadFact(number: 1))
        .WHEN_EffectCompletes(LoadFact.self, with: "1 is the first.")
        .THEN(\.fact, equals: "1 is the first.")
        .runTest()
    }

    @Test func receivingIsALivePlan() async throws {
      try await Feature.GIVEN { Feature().injectObject(NumberFacts { "\($0) is good." }) }
        .WHEN(.userTappedFact)
        .RECEIVE(.factLoaded("0 is good."))
        .THEN(\.fact, equals: "0 is good.")
        .runTest(effects: .live())
    }

    @Test func childrenAreSubscopes() throws {
      try Tabs.GIVEN { Tabs() }
        .WHEN(\.first, .userTappedIncrement)
        .THEN(\.first.count, equals: 1)
        .WHEN(.userOpenedSecond)
        .WITH(\.second)
        .WHEN(.userTappedIncrement)
        .THEN(\.count, equals: 1)
        .POP()
        .runTest()
    }

    @Test func `destinations and stacks are enums`() {
      let navigator = Navigator().send(.userOpenedFeature).send(.userTappedNote)
      let paths = navigator.tree.children.map { ScopeTree($0).keyPathFromRoot }
      #expect(paths == [#"\.path[0].feature"#, #"\.sheet?.note"#])
      navigator.send(.connectionFailed)
      #expect(navigator.tree.children.count == 1)
    }

    @Test func `a child dismisses itself and its parent reacts`() throws {
      try Notebook.GIVEN { Notebook() }
        .WHEN(.userTappedAdd)
        .WHEN(\.draft, .userTyped("milk"))
        .WHEN(\.draft, .userTappedDone)
        .THEN_Nil(\.draft)
        .THEN(\.notes, equals: ["milk"])
        .runTest()
    }
  }
}
