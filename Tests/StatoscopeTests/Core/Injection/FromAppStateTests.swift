import Statoscope
import TestSupport
import Testing

#if canImport(Combine)
  import Combine
#endif

/// What users of AppState rely on, as far as it is about the tree, injection and slices.
///
/// Its `Application` is the root here, its `State` a property of a scope, its `Dependency` an injected value.
@Suite(.from(.appState)) struct FromAppStateTests {
  @Test func `the first read keeps the initial value`() {
    let app = Application()
    let first = app.session
    #expect(app.session === first)
    #expect(app.settings.session === first)
  }

  @Test func `all handles of a state share one value`() {
    let app = Application()
    let (header, settings) = (app.header, app.settings)
    settings.isDark = true
    #expect([header.isDark, settings.isDark, app.preferences.isDark] == [true, true, true])
    app.send(.setDark(false))
    #expect([header.isDark, settings.isDark] == [false, false])
  }

  @Test func `nil clears and resetting twice is fine`() {
    let app = Application()
    app.send(.signIn(User(name: "Leif")))
    app.settings.user = nil
    #expect(app.user == nil)
    app.settings.user = nil
    #expect(app.user == nil)
    app.settings.user = User(name: "0xL")
    #expect(app.header.userName == "0xL")
  }

  @Test func `nil into a slice of an absent parent changes nothing`() {
    let app = Application()
    app.settings.userName = nil
    app.settings.userName = "Leif"
    #expect(app.user == nil)
    #expect(app.settings.userName == nil)
  }

  @Test func `an optional slice of an optional reads and writes through it`() {
    let app = Application()
    app.send(.signIn(User(name: "Leif", metadata: ["lastLogin": "today"])))
    #expect(app.settings.userName == "Leif")
    #expect(app.settings.lastLogin == "today")
    app.settings.userName = "0xL"
    #expect(app.user == User(name: "0xL", metadata: ["lastLogin": "today"]))
  }

  @Test func `a slice of a dictionary's entry adds changes and removes it`() {
    let app = Application()
    #expect(app.settings.errorText == nil)
    app.settings.errorText = "offline"
    #expect(app.texts == ["error": "offline"])
    app.settings.errorText = nil
    #expect(app.texts == [:])
  }

  @Test func `a constant is a slice without an event`() {
    let app = Application()
    #expect(app.header.isDark == false)
    app.send(.setDark(true))
    #expect(app.header.isDark == true)
  }

  @Test func `a dependency is found under its protocol and replaced while an override is kept`() throws {
    let app = Application().injectObject(Live(), as: (any Network).self)
    var mocking: InjectionOverride? = app.override(Mock(), as: (any Network).self)
    #expect(try app.settings.resolve((any Network).self).name == "mock")
    mocking = nil
    #expect(try app.settings.resolve((any Network).self).name == "live")
    let again = app.override(Mock(), as: (any Network).self)
    #expect(try app.settings.resolve((any Network).self).name == "mock")
    again.cancel()
    #expect(try app.settings.resolve((any Network).self).name == "live")
    _ = mocking
  }

  @Test func `a part of a dependency that is a class is one for all who find it`() {
    let app = Application()
    app.settings.session?.token = "abc"
    #expect(app.header.session?.token == "abc")
  }

  #if !canImport(Combine)
    @Test func `the observer of a dependency announces its changes`() {
      let (app, journal) = (Application(), Journal())
      let token = app.header.objectWillChange.sink { journal.note("changed") }
      app.send(.setDark(true))
      #expect(journal.entries == ["changed"])
      token.cancel()
    }
  #endif
}

private struct Preferences {
  var isDark = false
}

private struct User: Equatable {
  var name: String
  var metadata: [String: String] = [:]
}

private protocol Network {
  var name: String { get }
}

private struct Live: Network {
  let name = "live"
}

private struct Mock: Network {
  let name = "mock"
}

private final class Session {
  var token = ""
}

private final class Application: Scope, ObservableObject {
  enum When {
    case setDark(Bool)
    case signIn(User?)
    case rename(String?)
    case setText(String, String?)
  }

  @Published private(set) var preferences = Preferences()
  @Published private(set) var user: User?
  @Published private(set) var texts: [String: String] = [:]
  @Inject var session = Session()
  @Subscope var header = Header()
  @Subscope var settings = Settings()

  func update(_ when: When) throws {
    switch when {
    case .setDark(let isDark): preferences.isDark = isDark
    case .signIn(let user): self.user = user
    case .rename(let name): if let name { user?.name = name }
    case .setText(let key, let text): texts[key] = text
    }
  }
}

private final class Header: Scope, ObservableObject {
  enum When { case nothing }
  @Superscope(observed: true) var app: Application?
  @Slice(\Application.preferences.isDark) var isDark
  @Slice(\Application.user?.name) var userName
  var session: Session? { try? resolve(Session.self) }
  func update(_ when: When) throws {}
}

private final class Settings: Scope {
  enum When { case nothing }
  @Slice(\Application.preferences.isDark, set: Application.When.setDark) var isDark
  @Slice(\Application.user, set: Application.When.signIn) var user
  @Slice(\Application.user?.name, set: Application.When.rename) var userName
  @Slice(\Application.user?.metadata["lastLogin"]) var lastLogin
  @Slice(\Application.texts["error"], set: { .setText("error", $0) }) var errorText
  var session: Session? { try? resolve(Session.self) }
  func update(_ when: When) throws {}
}
