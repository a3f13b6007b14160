import Foundation
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

  final class Diary: Scope {
    @Subscope var entries: [Entry] = []

    enum When {
      case userTappedAdd
    }

    func update(_ when: When) throws {
      switch when {
      case .userTappedAdd: entries.append(Entry())
      }
    }
  }

  final class Entry: Scope {
    @Injected private var now: CurrentDate
    @Injected private var newID: NewUUID
    private(set) var date: Date?
    private(set) var id: UUID?

    enum When {
      case opened
    }

    static var whenLinked: When? { .opened }

    func update(_ when: When) throws {
      switch when {
      case .opened: (date, id) = (now(), newID())
      }
    }
  }

  struct Contact: Equatable {
    var name = ""
    var phone = ""
  }

  final class Form: Scope, ObservableObject {
    @Published private(set) var contact = Contact()

    enum When {
      case userEdited(Contact)
    }

    func update(_ when: When) throws {
      switch when {
      case .userEdited(let contact): self.contact = contact
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
        .configure(exhaustivity: .on)
        .WHEN(.userOpenedFeature)
        .THEN(\.path, changes: { $0.append(.feature(Feature())) })
        .WHEN(\.path[ifThere: 0], as: Feature.self, .userTappedIncrement)
        .THEN(\.path[ifThere: 0], as: Feature.self, \.count, equals: 1)
        .WHEN(.userTappedNote)
        .THEN(\.sheet, is: .note(Note()))
        .WITH(\.sheet, as: Note.self)
        .WHEN(.userTyped("milk"))
        .THEN(\.text, equals: "milk")
        .WHEN(.userTappedDone)
        .POP()
        .THEN_Nil(\.sheet)
        .WHEN(.connectionFailed)
        .THEN(\.sheet, is: .alert("You are offline."))
        .runTest()
    }

    /// The steps to a note, for tests of notes.
    private func opened(_ plan: some FlowSteps<Navigator>) throws -> some FlowSteps<Note> {
      try plan.WHEN(.userTappedNote).WITH(\.sheet, as: Note.self)
    }

    @Test func `a helper takes and returns a plan`() throws {
      try opened(Navigator.GIVEN { Navigator() })
        .WHEN(.userTyped("milk"))
        .THEN(\.text, equals: "milk")
        .runTest()
    }

    @Test func `a plan can be extended in a loop`() throws {
      let plan = try Feature.GIVEN { Feature() }.configure(exhaustivity: .on)
      for count in 1...3 { try plan.WHEN(.userTappedIncrement).THEN(\.count, equals: count) }
      try plan.runTest()
    }

    @Test func `the test of a feature injects the owner of what it slices`() throws {
      try Page.GIVEN { Page().injectObject(Shop()).injectObject(StateStorage.inMemory()) }
        .configure(exhaustivity: .on)
        .THEN(\.isDark, equals: false)
        .WHEN(.userTurned)
        .THEN(\.pagesRead, equals: 1)
        .runTest()
      try Toolbar.GIVEN { Toolbar().injectObject(Shop()) }
        .WHEN(.userTappedMoon)
        .THEN(\.isDark, equals: true)
        .runTest()
    }

    @Test func `a child looks up what it needs in its first event`() throws {
      let day = Date(timeIntervalSince1970: 0)
      try Diary.GIVEN { Diary().injectObject(CurrentDate.constant(day)).injectObject(NewUUID.counting()) }
        .configure(defaultValues: .refused)
        .WHEN(.userTappedAdd)
        .THEN(\.entries[ifThere: 0]?.date, equals: day)
        .THEN(\.entries[ifThere: 0]?.id?.uuidString, equals: "00000000-0000-0000-0000-000000000000")
        .runTest()
    }

    @Test func `events that a test does not care about are skipped`() async throws {
      let clock = TestClock()
      try await Stopwatch.GIVEN { Stopwatch().injectObject(clock, as: (any Clock<Duration>).self) }
        .WHEN(.userTappedStart)
        .ADVANCE(by: .seconds(30))
        .SKIP_RECEIVED()
        .THEN(\.seconds, equals: 30)
        .WHEN(.userTappedStop)
        .runTest(effects: .live(clock))
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

    struct FormView: View {
      @ObservedObject var form: Form

      var body: some View {
        let contact = form.binding(\.contact, send: Form.When.userEdited)
        TextField("Name", text: contact.name)
        TextField("Phone", text: contact.phone)
      }
    }
  }
#endif
