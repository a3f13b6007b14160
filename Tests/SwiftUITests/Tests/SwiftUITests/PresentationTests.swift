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

  // MARK: Alerts

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

  // MARK: Controls

  @Test func `a control sets a value by an event`() {
    let binding = app.binding(\.message, send: App.When.said)
    binding.wrappedValue = "Hello"
    #expect(app.message == "Hello")
    #expect(binding.wrappedValue == "Hello")
  }
}

struct Unavailable: Error {}

enum Screen: ScopeEnum {
  case edit(Form)
  case detail(Detail)
  case notice(String)
}

final class App: Scope {
  enum When {
    case edit, showDetail, search, push, fail
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
