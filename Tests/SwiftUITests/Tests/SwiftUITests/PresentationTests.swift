import Statoscope
import SwiftUI
import Testing

/// What the user does with sheets, stacks and alerts, through the bindings of scopes.
@MainActor @Suite struct PresentationTests {
  let app = App()

  // MARK: Sheets

  @Test func `a sheet shows the scope of its class, and no other`() {
    let form = Sheet(item: app.presented(\.sheet, as: Form.self))
    let detail = Sheet(item: app.presented(\.sheet, as: Detail.self))
    #expect(form.content == nil)
    app.send(.edit)
    #expect(form.content != nil)
    #expect(form.content === app.sheet?.scope)
    #expect(detail.content == nil)
  }

  @Test func `a sheet that is swiped away removes its scope, and cancels its effects`() {
    app.injectObject(EffectsExecution.enqueueOnly).send(.edit)
    let sheet = Sheet(item: app.presented(\.sheet, as: Form.self))
    let form = sheet.content
    form?.send(.save)
    #expect(form?.effects.count == 1)
    sheet.swipeAway()
    #expect(app.sheet == nil)
    #expect(form?.effects.count == 0)
    sheet.swipeAway()
    #expect(app.journal == [])
  }

  @Test func `a sheet that is swiped away sends the event instead, once`() {
    app.send(.edit)
    let sheet = Sheet(item: app.presented(\.sheet, as: Form.self, dismissed: .dismissed))
    sheet.swipeAway()
    sheet.swipeAway()
    #expect(app.journal == ["dismissed"])
    #expect(app.sheet == nil)
  }

  @Test func `a sheet leaves alone what has taken its place`() {
    app.send(.edit)
    let sheet = Sheet(item: app.presented(\.sheet, as: Form.self))
    app.send(.showDetail)
    sheet.swipeAway()
    #expect(app.sheet?.scope is Detail)
  }

  @Test func `an optional child is presented without a case`() {
    app.send(.search)
    let sheet = Sheet(item: app.presented(\.finder))
    #expect(sheet.content === app.finder)
    sheet.swipeAway()
    #expect(app.finder == nil)
  }

  // MARK: Stacks

  @Test func `a stack shows the scopes of its path, with their identities`() {
    app.send(.push).send(.push)
    let stack = NavigationStack(path: app.path(\.path))
    #expect(stack.shown.map(\.id) == app.path.compactMap(\.scope).map { .scope(ObjectIdentifier($0)) })
    #expect(Set(stack.shown).count == 2)
    #expect(stack.shown == NavigationStack(path: app.path(\.path)).shown)
  }

  @Test func `going back removes the scopes above, and keeps those below`() {
    app.send(.push).send(.push).send(.push)
    let first = app.path[0].scope
    NavigationStack(path: app.path(\.path)).goBack(2)
    #expect(app.path.count == 1)
    #expect(app.path[0].scope === first)
  }

  @Test func `going back sends the event with the number of remaining screens`() {
    app.send(.push).send(.push)
    NavigationStack(path: app.path(\.path, popped: App.When.popped)).goBack()
    #expect(app.journal == ["popped to 1"])
    #expect(app.path.count == 1)
  }

  @Test func `a screen without a scope is popped where the stack can be set`() {
    app.open = [.detail(Detail()), .notice("a"), .notice("a")]
    let stack = NavigationStack(path: app.path(\.open))
    #expect(Set(stack.shown).count == 3)
    stack.goBack()
    #expect(app.open.count == 2)
  }

  @Test(.bug(id: "pointfreeco/swift-composable-architecture#3450"))
  func `screens that have gone stay gone when the view sets the path late`() {
    app.send(.push).send(.push).send(.push)
    let binding = app.path(\.path)
    var late = binding.wrappedValue
    app.send(.clear)
    late.removeLast()
    binding.wrappedValue = late
    #expect(app.path.isEmpty)
    // Also when the view has seen that they have gone.
    #expect(binding.wrappedValue.isEmpty)
    binding.wrappedValue = late
    #expect(app.path.isEmpty)
  }

  @Test func `screens that have gone are not popped with an event`() {
    app.send(.push).send(.push)
    let binding = app.path(\.path, popped: App.When.popped)
    var late = binding.wrappedValue
    app.send(.clear)
    late.removeLast()
    binding.wrappedValue = late
    #expect(app.journal == [])
  }

  @Test(.bug(id: "pointfreeco/swift-composable-architecture#3653"))
  func `a screen that has come since stays when the view sets what it shows`() {
    app.send(.push)
    let binding = app.path(\.path, popped: App.When.popped)
    let late = binding.wrappedValue
    app.send(.push)
    binding.wrappedValue = late
    #expect(app.path.count == 2)
    #expect(app.journal == [])
  }

  @Test func `a stack that views cannot set is not pushed to, and the log says so`() {
    let other = App().send(.push)
    let binding = app.path(\.path)
    let errors = errors {
      binding.wrappedValue.append(contentsOf: other.path(\.path).wrappedValue)
    }
    #expect(app.path.isEmpty)
    #expect(
      errors == [
        """
        The stack of App stays as it is, as a view changes .detail(Detail), and views cannot set the property: send an \
        event instead.
        """
      ]
    )
  }

  @Test func `a screen without a scope needs an event to be popped, and the log says so`() {
    app.send(.warn)
    let stack = NavigationStack(path: app.path(\.path))
    #expect(stack.shown.count == 1)
    let errors = errors { stack.goBack() }
    #expect(app.path.count == 1)
    #expect(
      errors == [
        """
        The stack of App stays as it is, as a view changes .notice("Full"), and it has no scope to remove: give the \
        binding an event, path(_:popped:).
        """
      ]
    )
  }

  @Test func `a view pushes a screen of another stack where it can be set`() {
    let other = App()
    other.open = [.detail(Detail())]
    let binding = app.path(\.open)
    let screen = other.path(\.open).wrappedValue[0].screen.scope
    let pushed = other.path(\.open).wrappedValue
    other.open = []
    binding.wrappedValue.append(contentsOf: pushed)
    #expect(app.open.count == 1)
    #expect(app.open[0].scope === screen)
  }

  @Test func `a screen is another one in another case, or with other values`() {
    let form = Form()
    app.open = [.edit(form), .notice("a")]
    let former = app.path(\.open).wrappedValue
    app.open = [.view(form), .notice("b")]
    let current = app.path(\.open).wrappedValue
    #expect(former.map(\.id) == current.map(\.id))
    #expect(former[0] != current[0])
    #expect(former[1] != current[1])
    form.send(.save)
    #expect(app.path(\.open).wrappedValue == current)
  }

  @Test func `the binding of a stack is the same in each body, and does not retain the scope`() {
    let binding = app.path(\.path)
    #expect(app.path(\.path).isSame(as: binding))
    #expect(app.path(\.path, popped: App.When.popped).isSame(as: binding))
    #expect(!app.path(\.open).isSame(as: binding))
    weak var released: App?
    let stack: Binding<ScopePath<Screen>>
    do {
      let app = App().send(.push)
      stack = app.path(\.path)
      #expect(stack.wrappedValue.count == 1)
      released = app
    }
    #expect(released == nil)
    #expect(stack.wrappedValue.isEmpty)
    stack.wrappedValue = ScopePath()
  }

  // MARK: Alerts

  @Test(.bug(id: "pointfreeco/swift-composable-architecture#1991"))
  func `an alert that shows the same text again stays when the first one is closed`() {
    let form = Order()
    form.send(.fail)
    let first = Alert(isPresented: form.isPresented(\.message, dismissed: .dismissed))
    #expect(first.isShown)
    form.send(.fail)
    first.close()
    #expect(form.message == "You are offline.")
    #expect(first.isShown)
    first.close()
    #expect(form.message == nil)
  }

  @Test func `an alert is shown while there is a value, and closing it sets nil`() {
    let alert = Alert(isPresented: app.isPresented(\.question))
    #expect(!alert.isShown)
    app.question = "Delete?"
    #expect(alert.isShown)
    alert.close()
    #expect(app.question == nil)
  }

  @Test func `closing an alert sends the event, once`() {
    app.send(.fail)
    let alert = Alert(isPresented: app.isPresented(\.message, dismissed: .dismissed))
    alert.close()
    alert.close()
    #expect(app.journal == ["dismissed"])
  }

  @Test func `an alert that a button has put in place of the first one stays`() {
    app.question = "Delete?"
    let alert = Alert(isPresented: app.isPresented(\.question))
    #expect(alert.isShown)
    app.question = "Really?"
    alert.close()
    #expect(app.question == "Really?")
    let next = Alert(isPresented: app.isPresented(\.question))
    #expect(next.isShown)
    next.close()
    #expect(app.question == nil)
  }

  @Test func `an alert of a value that cannot be compared is closed`() {
    app.failure = Unavailable()
    let alert = Alert(isPresented: app.isPresented(\.failure))
    #expect(alert.isShown)
    alert.close()
    #expect(app.failure == nil)
  }

  @Test func `a sheet that replaces one of the same class stays`() {
    app.send(.edit)
    let sheet = Sheet(item: app.presented(\.sheet, as: Form.self))
    let first = sheet.content
    app.send(.edit)
    sheet.swipeAway()
    #expect(app.sheet != nil)
    #expect(app.sheet?.scope !== first)
  }

  // MARK: Pulls

  @Test func `a load in a task of its own survives the cancellation of the pull`() async {
    let feed = Feed()
    let pull = Task { await Task { _ = await feed.perform(.userPulled) }.value }
    while feed.effects.isEmpty { await Task.yield() }
    pull.cancel()
    feed.answer.yield("News")
    await pull.value
    #expect(feed.text == "News")
  }

  // MARK: Controls

  @Test func `a control sets a value by an event`() {
    let binding = app.binding(\.message, send: App.When.said)
    binding.wrappedValue = "Hello"
    #expect(app.message == "Hello")
    #expect(binding.wrappedValue == "Hello")
  }

  /// The lines that a closure writes to the log of errors.
  private func errors(of body: () -> Void) -> [String] {
    let lines = Locked<[String]>([])
    let former = StatoscopeLogger.sink
    StatoscopeLogger.sink = { _, line in
      if line.hasPrefix("The stack of") { lines.withLock { $0.append(line) } }
    }
    body()
    StatoscopeLogger.sink = former
    return lines.withLock { $0 }
  }
}

struct Unavailable: Error {}

enum Screen: ScopeEnum {
  case edit(Form)
  case view(Form)
  case detail(Detail)
  case notice(String)
}

final class App: Scope {
  enum When {
    case edit, showDetail, search, push, warn, clear, fail
    case dismissed
    case popped(Int)
    case said(String?)
  }

  @Subscope private(set) var sheet: Screen?
  @Subscope private(set) var finder: Detail?
  @Subscope private(set) var path: [Screen] = []
  @Subscope var open: [Screen] = []
  var question: String?
  var failure: (any Error)?
  private(set) var message: String?
  private(set) var journal: [String] = []

  func update(_ when: When) {
    switch when {
    case .edit: sheet = .edit(Form())
    case .showDetail: sheet = .detail(Detail())
    case .search: finder = Detail()
    case .push: path.append(.detail(Detail()))
    case .warn: path.append(.notice("Full"))
    case .clear: path = []
    case .fail: message = "You are offline."
    case .dismissed:
      journal.append("dismissed")
      (sheet, message) = (nil, nil)
    case .popped(let count):
      journal.append("popped to \(count)")
      path.removeSubrange(count...)
    case .said(let text): message = text
    }
  }
}

final class Feed: Scope {
  enum When { case userPulled, loaded(String) }

  private(set) var text = ""
  let answer: AsyncStream<String>.Continuation
  private let answers: AsyncStream<String>

  override init() {
    (answers, answer) = AsyncStream.makeStream()
    super.init()
  }

  func update(_ when: When) {
    switch when {
    case .userPulled:
      effectsState.enqueue(
        AnyEffect { [answers] in
          for await text in answers { return .loaded(text) }
          throw CancellationError()
        }
      )
    case .loaded(let text): self.text = text
    }
  }
}

final class Order: Scope, ObservableObject {
  enum When { case fail, dismissed }

  @Published private(set) var message: String?

  func update(_ when: When) {
    switch when {
    case .fail: message = "You are offline."
    case .dismissed: message = nil
    }
  }
}

final class Form: Scope, Identifiable {
  enum When { case save }
  func update(_ when: When) {
    effectsState.enqueue(AnyEffect<When> { .save })
  }
}

final class Detail: Scope, Identifiable {
  enum When {}
  func update(_ when: When) {}
}
