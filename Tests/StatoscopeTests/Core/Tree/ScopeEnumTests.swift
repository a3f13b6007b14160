import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

@Suite struct `A child that is a case of an enum` {
  @Test func `is linked in a plain property, and unlinked when replaced`() {
    let app = App()
    let start = app.start
    #expect(app.form?.app === app)
    app.start = .detail(Detail("a"))
    #expect(app.form == nil)
    guard case .edit(let form) = start else {
      Issue.record("App starts with a form")
      return
    }
    #expect(form.app == nil)
    #expect(app.tree.children.count == 1)
  }

  @Test func `is linked in an optional, an array and a dictionary`() {
    let app = App()
    let details = ["a", "b", "c"].map(Detail.init)
    app.sheet = .detail(details[0])
    app.path = [.alert("no child"), .detail(details[1])]
    app.tabs = ["x": .alert("no child"), "y": .detail(details[2])]
    #expect(details.allSatisfy { $0.app === app })
    #expect(app.tree.children.count == 4)
  }

  @Test func `is linked by the first event of its parent`() {
    let form = Form()
    let app = App(start: .edit(form))
    #expect(form.app == nil)
    app.send(.nothing)
    #expect(form.app === app)
  }

  @Test func `has the case in its key path`() {
    let app = App()
    let (first, second, third) = (Detail("a"), Detail("b"), Detail("c"))
    app.sheet = .detail(first)
    app.path = [.alert("no child"), .edit(Form()), .detail(second)]
    app.tabs = ["x": .detail(third)]
    #expect(first.tree.keyPathFromRoot == #"\.sheet?.detail"#)
    #expect(second.tree.keyPathFromRoot == #"\.path[2].detail"#)
    #expect(third.tree.keyPathFromRoot == #"\.tabs["x"]?.detail"#)
    second.footnote = Detail("d")
    #expect(second.footnote?.tree.keyPathFromRoot == #"\.path[2].detail.footnote"#)
    #expect(
      app.tree.description == #"""
        App
          \.start.edit: Form
          \.sheet?.detail: Detail
          \.path[1].edit: Form
          \.path[2].detail: Detail
            \.footnote: Detail
          \.tabs["x"]?.detail: Detail
        """#
    )
  }

  @Test func `is found among the values of its case, and in a nested enum`() {
    let app = App()
    let (form, detail) = (Form(), Detail("a"))
    app.path = [
      .titled(form: form, "title"), .nested(.sheet(detail)), .optional(nil), .nested(.none), .maybe(nil),
    ]
    #expect(form.tree.keyPathFromRoot == #"\.path[0].titled"#)
    #expect(detail.tree.keyPathFromRoot == #"\.path[1].nested.sheet"#)
    #expect(app.tree.children.count == 3)
    app.path[2] = .optional(Form())
    #expect(app.tree.children.count == 4)
    app.path[4] = .maybe(.sheet(Detail("b")))
    #expect(app.tree.children.last.map { ScopeTree($0).keyPathFromRoot } == #"\.path[4].maybe?.sheet"#)
  }

  @Test func `may be named by the enum itself`() {
    let window = Window()
    let (front, back) = (Detail("front"), Detail("back"))
    window.panes = .split(front: front, back: back)
    #expect(window.tree.children.map { ObjectIdentifier($0) } == [ObjectIdentifier(front)])
    #expect(front.tree.keyPathFromRoot == #"\.panes.split"#)
  }

  @Test func `is the one that was linked, even if the enum returns another later`() {
    let (first, second) = (Detail("first"), Detail("second"))
    let drawer = Drawer(first)
    var desk: Desk? = Desk()
    desk?.drawer = .of(drawer)
    desk?.drawers = [.of(Drawer(nil))]
    drawer.detail = second
    #expect(desk?.tree.children.count == 1 && first.tree.parent === desk)
    desk?.drawer = .of(drawer)
    #expect(first.tree.parent == nil && second.tree.parent === desk)
    drawer.detail = nil
    desk = nil
    #expect(second.tree.parent == nil && second.app == nil)
  }

  @Test func `remains linked, with its effects, at another index`() {
    let app = App().injectObject(EffectsExecution.enqueueOnly)
    let detail = Detail("a")
    app.path = [.edit(Form()), .detail(detail)]
    detail.send(.load)
    app.path.removeFirst()
    #expect(detail.app === app)
    #expect(detail.effects.count == 1)
    #expect(detail.tree.keyPathFromRoot == #"\.path[0].detail"#)
  }

  @Test func `is replaced at any index of a long list, without its neighbours`() {
    let app = App()
    // With cases of all sizes: what is unused of a case may hold anything.
    let cases = (0..<41).map { index in
      index % 3 == 0 ? Screen.alert("\(index)") : .detail(Detail("\(index)"))
    }
    app.path = cases
    for index in cases.indices {
      let detail = Detail("new")
      app.path[index] = .detail(detail)
      #expect(detail.tree.keyPathFromRoot == "\\.path[\(index)].detail")
      let children = app.path.compactMap { screen in
        if case .detail(let detail) = screen { detail as ScopeNode } else { nil }
      }
      #expect(app.tree.children.dropFirst().map(ObjectIdentifier.init) == children.map(ObjectIdentifier.init))
      app.path[index] = cases[index]
      #expect(detail.app == nil)
    }
  }

  @Test func `has its effects cancelled when a case without a scope replaces it`() {
    let app = App().injectObject(EffectsExecution.enqueueOnly)
    let detail = Detail("a")
    app.sheet = .detail(detail)
    detail.send(.load)
    #expect(detail.effects.count == 1)
    app.sheet = .alert("done")
    #expect(detail.effects.isEmpty)
    #expect(detail.app == nil)
  }

  @Test func `removes itself from an optional, an array and a dictionary`() {
    let app = App()
    let details = ["a", "b", "c"].map(Detail.init)
    app.sheet = .detail(details[0])
    app.path = [.alert("stays"), .detail(details[1]), .edit(Form())]
    app.tabs = ["x": .alert("stays"), "y": .detail(details[2])]
    for detail in details { detail.send(.close) }
    #expect(app.sheet == nil)
    #expect(app.path.map(\.name) == ["alert", "edit"])
    #expect(app.tabs.mapValues(\.name) == ["x": "alert"])
    #expect(details.allSatisfy { $0.app == nil })
  }

  @Test func `sends events that its ancestors receive`() {
    let (app, journal) = (App(), Journal())
    let token = app.subscribe(to: Detail.self) { _, detail, when in journal.note("\(detail.name) \(when)") }
    app.addSubscopeMiddleware { event, next in
      journal.note(event.path)
      try next()
    }
    app.path = [.detail(Detail("a"))]
    (app.path.first?.scope as? Detail)?.send(.close)
    #expect(journal.entries == [#"\.path[0].detail"#, "a close"])
    token.cancel()
  }

  @Test func `finds values injected above`() {
    let app = App().injectObject(Theme(name: "dark"))
    let detail = Detail("a")
    app.path = [.detail(detail)]
    #expect(detail.theme.name == "dark")
  }

  @Test func `is printed as its case in the text of a state`() {
    let app = App()
    app.sheet = .alert("careful")
    app.path = [.detail(Detail("a"))]
    #expect(
      ValueNode(app).lines == [
        "App", "  start: .edit", "    Form", #"      text: """#, "  sheet: .alert", #"    "careful""#,
        "  path: [", "    .detail", "      Detail", #"        name: "a""#, "        footnote: nil", "  ]",
        "  tabs: [:]",
      ]
    )
  }

  @Test func `is printed with its key, and with the other values of its case`() {
    let app = App()
    let form = Form()
    app.tabs = ["a": .titled(form: form, "title"), "b": .alert("careful")]
    app.path = [.drawn(form: Form(), Drawer(nil)), .counted(["a": 1])]
    let text = ValueNode(app).lines.joined(separator: "\n")
    #expect(text.contains(#""a": .titled"#))
    #expect(text.contains(#""b": .alert"#))
    #expect(
      CaseText(app.path[0]).description.hasPrefix(".drawn(form: Form, Drawer")
    )
    #expect(app.path[1].scope == nil)
  }

  @Test func `is released in a long list on a small stack`() async {
    await onASmallStack {
      let app = App()
      for index in 0..<1_000 { app.path.append(.detail(Detail("\(index)"))) }
      #expect(app.tree.children.count == 1_001)
    }
  }

  @Test(.waitsForPrograms) func `traps when it is added twice, and both key paths are named`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let detail = Detail("a")
      let app = App()
      app.path = [.alert("a"), .detail(detail)]
      app.sheet = .detail(detail)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        "The scope Detail is held by \\.path[1].detail and was also assigned to \\.sheet?.detail of App."
      )
    )
  }

  @Test(.waitsForPrograms) func `traps when it removes itself from a non-optional property`()
    async
  {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let form = Form()
      let app = App(start: .edit(form)).send(.nothing)
      form.removeFromSuperscope()
      withExtendedLifetime(app) {}
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains("removeFromSuperscope() was called on the scope Form, which is held by App.start.edit.")
    )
  }
}

private enum Screen: ScopeEnum {
  case edit(Form)
  case detail(Detail)
  case alert(String)
  case titled(form: Form, String)
  case nested(Inner)
  case maybe(Inner?)
  case optional(Form?)
  case drawn(form: Form, Drawer)
  case counted([String: Int])

  enum Inner: ScopeEnum {
    case sheet(Detail)
    case none
  }

  var name: String {
    switch self {
    case .alert: "alert"
    case .edit: "edit"
    default: "another"
    }
  }
}

private enum Panes: ScopeEnum {
  case closed
  case split(front: Detail, back: Detail)

  var scope: ScopeNode? {
    if case .split(let front, _) = self { front } else { nil }
  }
}

private final class Drawer {
  var detail: Detail?
  init(_ detail: Detail?) { self.detail = detail }
}

private enum Contents: ScopeEnum {
  case of(Drawer)

  var scope: ScopeNode? {
    switch self {
    case .of(let drawer): drawer.detail
    }
  }
}

private final class Desk: Scope {
  enum When { case nothing }
  @Subscope var drawer: Contents?
  @Subscope var drawers: [Contents] = []
  func update(_ when: When) throws {}
}

private struct Theme: Injectable {
  var name = "light"
  static let defaultValue = Theme()
}

private final class App: Scope {
  enum When { case nothing }
  @Subscope var start: Screen
  @Subscope var sheet: Screen?
  @Subscope var path: [Screen] = []
  @Subscope var tabs: [String: Screen] = [:]

  init(start: Screen = .edit(Form())) {
    self.start = start
  }

  var form: Form? { if case .edit(let form) = start { form } else { nil } }

  func update(_ when: When) throws {}
}

private final class Window: Scope {
  enum When { case nothing }
  @Subscope var panes = Panes.closed
  func update(_ when: When) throws {}
}

private final class Form: Scope {
  enum When { case userTyped(String) }
  @Superscope var app: App?
  private(set) var text = ""

  func update(_ when: When) throws {
    if case .userTyped(let text) = when { self.text = text }
  }
}

private final class Detail: Scope {
  enum When {
    case load
    case close
  }

  @Superscope var app: App?
  @Injected var theme: Theme
  let name: String
  @Subscope var footnote: Detail?

  init(_ name: String) {
    self.name = name
  }

  func update(_ when: When) throws {
    switch when {
    case .load: effectsState.enqueue(AnyEffect { .close })
    case .close: removeFromSuperscope()
    }
  }
}
