import Statoscope
import StatoscopeTesting
import Testing

#if canImport(Combine)
  import Combine
#endif

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

  final class Note: Scope, ObservableObject {
    @Published private(set) var text = ""

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

  final class Stopwatch: Scope {
    @Injected(default: ContinuousClock()) private var clock: any Clock<Duration>
    private(set) var seconds = 0

    enum When {
      case userTappedStart
      case ticked(Int)
      case userTappedStop
    }

    func update(_ when: When) throws {
      switch when {
      case .userTappedStart:
        effectsState.enqueue(TimerEffect(every: .seconds(1), clock: clock).map(When.ticked), id: "timer")
      case .ticked(let seconds): self.seconds = seconds
      case .userTappedStop: effectsState.cancelEffect(id: "timer")
      }
    }
  }

  final class Shop: Scope {
    @Subscope var toolbar = Toolbar()
    @Subscope var page = Page()
    private(set) var isDark = false

    enum When {
      case userSetDark(Bool)
    }

    func update(_ when: When) throws {
      switch when {
      case .userSetDark(let isDark): self.isDark = isDark
      }
    }
  }

  final class Toolbar: Scope {
    @Slice(\Shop.isDark, set: Shop.When.userSetDark) var isDark: Bool

    enum When {
      case userTappedMoon
    }

    func update(_ when: When) throws {
      switch when {
      case .userTappedMoon: isDark.toggle()
      }
    }
  }

  final class Page: Scope {
    @Slice(\Shop.isDark) var isDark: Bool
    @Stored("pages read") private(set) var pagesRead = 0

    enum When {
      case userTurned
    }

    func update(_ when: When) throws {
      switch when {
      case .userTurned: pagesRead += 1
      }
    }
  }

  /// What the page for those who come from the Composable Architecture shows.
  @Suite struct FromComposableArchitectureTests {
    @Test func `the test store is an exhaustive plan`() throws {
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

    @Test func `a live plan receives events`() async throws {
      try await Feature.GIVEN { Feature().injectObject(NumberFacts { "\($0) is good." }) }
        .WHEN(.userTappedFact)
        .RECEIVE(.factLoaded("0 is good."))
        .THEN(\.fact, equals: "0 is good.")
        .runTest(effects: .live())
    }

    @Test func `children are subscopes`() throws {
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

    @Test func `destinations and stacks are enums`() throws {
      try Navigator.GIVEN { Navigator() }
        .WHEN(.userOpenedFeature)
        .WHEN(\.path[ifThere: 0], as: Feature.self, .userTappedIncrement)
        .WHEN(.userTappedNote)
        .WITH(\.sheet, as: Note.self)
        .WHEN(.userTyped("milk"))
        .THEN(\.text, equals: "milk")
        .WHEN(.userTappedDone)
        .POP()
        .THEN_Nil(\.sheet)
        .WHEN(.connectionFailed)
        .THEN { navigator in
          guard case .alert("You are offline.") = navigator.sheet else { throw InvalidStateError() }
        }
        .runTest()
    }

    @Test func `a timer is an effect on the test's clock`() async throws {
      let clock = TestClock()
      try await Stopwatch.GIVEN { Stopwatch().injectObject(clock, as: (any Clock<Duration>).self) }
        .WHEN(.userTappedStart)
        .ADVANCE(by: .seconds(2))
        .RECEIVE(.ticked(1))
        .RECEIVE(.ticked(2))
        .WHEN(.userTappedStop)
        .ADVANCE(by: .seconds(60))
        .THEN(\.seconds, equals: 2)
        .runTest(effects: .live(clock))
    }

    @Test func `shared state has one owner, and slices read it`() throws {
      try Shop.GIVEN { Shop().injectObject(StateStorage.inMemory()) }
        .WHEN(\.toolbar, .userTappedMoon)
        .THEN(\.page.isDark, equals: true)
        .WHEN(\.page, .userTurned)
        .THEN(\.page.pagesRead, equals: 1)
        .runTest()
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

#if canImport(SwiftUI)
  import SwiftUI

  extension ComposableArchitecturePage {
    struct NoteView: View {
      @ObservedObject var note: Note

      var body: some View {
        TextField("Note", text: note.binding(\.text, send: Note.When.userTyped))
      }
    }
  }
#endif
