import Statoscope
import TestSupport
import Testing

/// `@Slice`: a part of an ancestor's state, read through a key path and set by an event.
@Suite struct SliceTests {
  @Test func `a slice reads the ancestor's current value`() {
    let settings = Settings()
    #expect(settings.toolbar.isDark == false)
    settings.send(.userSetDark(true))
    #expect(settings.toolbar.isDark == true)
    #expect(settings.toolbar.button.isDark == true)
  }

  @Test func `setting a slice sends the ancestor its event`() {
    let settings = Settings()
    settings.toolbar.isDark = true
    settings.toolbar.button.isDark.toggle()
    #expect(settings.events == ["userSetDark(true)", "userSetDark(false)"])
    #expect(settings.preferences.isDark == false)
  }

  @Test(.from(.appState), .from(.cacheStore)) func `slices of one value in different scopes agree`() {
    let settings = Settings()
    let (toolbar, button) = (settings.toolbar, settings.toolbar.button)
    toolbar.isDark = true
    #expect([toolbar.isDark, button.isDark, settings.preferences.isDark] == [true, true, true])
    settings.send(.userSetDark(false))
    #expect([toolbar.isDark, button.isDark] == [false, false])
  }

  @Test func `the event passes through the ancestor's middleware`() {
    let settings = Settings()
    settings.addMiddleware { _, _, _ in }
    settings.toolbar.isDark = true
    #expect(settings.toolbar.isDark == false)
  }

  @Test func `setting a slice during the ancestor's update queues the event`() {
    let settings = Settings()
    settings.send(.letToolbarSetDark)
    #expect(settings.events == ["letToolbarSetDark", "userSetDark(true)"])
    #expect(settings.darkWhenLetReturned == false)
    #expect(settings.preferences.isDark == true)
  }

  @Test func `setting a slice during the ancestor's update is logged once`() async throws {
    try await withLoggedLines { logged in
      let settings = Settings()
      settings.send(.letToolbarSetDark)
      settings.send(.letToolbarSetDark)
      #expect(
        logged.entries == [
          """
          errors: Toolbar set its slice of Settings while that was updating: the event waits its turn, and until then the \
          slice reads the value before. Change the state in the update itself, or set the slice in another event.
          """
        ]
      )
    }
  }

  @Test func `the nearest ancestor of the type is sliced`() {
    let outer = Settings()
    outer.inner = Settings()
    outer.inner?.toolbar.isDark = true
    #expect(outer.preferences.isDark == false)
    #expect(outer.inner?.preferences.isDark == true)
  }

  @Test func `a slice through an optional is nil where the chain ends`() {
    let settings = Settings()
    #expect(settings.toolbar.name == nil)
    settings.send(.userSignedIn("Ada"))
    #expect(settings.toolbar.name == "Ada")
    settings.toolbar.name = "Grace"
    #expect(settings.profile?.name == "Grace")
  }

  @Test(.from(.appState)) func `a slice may lead through an optional into a dictionary`() {
    let settings = Settings()
    settings.toolbar.profile = Profile(name: "Ada", metadata: ["lastLogin": "today"])
    #expect(settings.toolbar.name == "Ada")
    #expect(settings.toolbar.lastLogin == "today")
    settings.toolbar.name = "Grace"
    #expect(settings.profile == Profile(name: "Grace", metadata: ["lastLogin": "today"]))
  }

  @Test(.from(.appState)) func `nil clears an optional slice, also the second time`() {
    let settings = Settings().send(.userSignedIn("Ada"))
    settings.toolbar.profile = nil
    #expect(settings.profile == nil)
    settings.toolbar.profile = nil
    #expect(settings.profile == nil)
    settings.toolbar.profile = Profile(name: "Grace")
    #expect(settings.toolbar.name == "Grace")
  }

  @Test @MainActor func `a slice starts effects once an event has named the actor`() async throws {
    try await withLoggedLines { journal in
      let settings = Settings()
      settings.toolbar.isSynced = true
      #expect(settings.effects.isEmpty)
      #expect(journal.entries.count == 1)
      #expect(
        journal.entries.first?.contains("Settings did not start Sync(): the event was sent from") == true
      )
      settings.send(.letToolbarSetDark)
      settings.toolbar.isSynced = true
      #expect(settings.effects.count == 1)
    }
  }

  @Test(.from(.appState)) func `nil into a slice through an absent optional leaves it absent`() {
    let settings = Settings()
    settings.toolbar.name = nil
    settings.toolbar.name = "Ada"
    #expect(settings.profile == nil)
    #expect(settings.toolbar.name == nil)
    #expect(settings.events == ["userSetName(nil)", "userSetName(Optional(\"Ada\"))"])
  }

  @Test(.from(.appState)) func `a slice of a dictionary's entry is set and removed`() {
    let settings = Settings()
    #expect(settings.toolbar.beta == nil)
    settings.toolbar.beta = true
    #expect(settings.flags == ["beta": true])
    settings.toolbar.beta = nil
    #expect(settings.flags == [:])
  }

  @Test(.from(.appState)) func `a slice may reach a computed property and a child's state`() {
    let settings = Settings()
    #expect(settings.toolbar.button.title == "light")
    #expect(settings.toolbar.button.toolbarWidth == 100)
    settings.toolbar.isDark = true
    #expect(settings.toolbar.button.title == "dark")
  }

  @Test(.from(.cacheStore)) func `an optional slice without its ancestor is nil, and ignores values`() {
    let toolbar = Toolbar()
    #expect(toolbar.name == nil)
    toolbar.name = "Ada"
    toolbar.name = nil
    toolbar.beta = true
    #expect(toolbar.name == nil)
    #expect(toolbar.beta == nil)
  }

  @Test func `a slice of a missing Injectable reads the default and logs an error`()
    async throws
  {
    try await withLoggedLines { journal in
      #expect(Lamp().watts == 40)
      #expect(
        journal.entries == [
          """
          errors: Lamp has no Wiring above it, so its slice reads the default. Make it a @Subscope of a Wiring or of \
          a scope below one, or make the slice optional.
          """
        ]
      )
    }
  }

  @Test func `setting a slice of a missing Injectable logs an error`()
    async throws
  {
    try await withLoggedLines { journal in
      Lamp().watts = 60
      #expect(
        journal.entries == [
          """
          errors: Lamp has no Wiring above it, so the value set on its slice is lost. Make it a @Subscope of a \
          Wiring or of a scope below one, or make the slice optional.
          """
        ]
      )
    }
  }

  @Test func `a slice of an Injectable reads and sets it`() {
    let wiring = Wiring()
    wiring.lamp.watts = 60
    #expect(wiring.lamp.watts == 60)
    #expect(wiring.watts == 60)
  }

  @Test func `an optional slice of an Injectable is nil without it, not the default`() async throws {
    try await withLoggedLines { journal in
      let (wiring, lamp) = (Wiring(), Lamp())
      wiring.lamp.fuse = "16 A"
      lamp.fuse = "lost"
      #expect(wiring.lamp.fuse == "16 A")
      #expect(wiring.fuse == "16 A")
      #expect(lamp.fuse == nil)
      #expect(journal.entries == [])
    }
  }
}

private struct Preferences {
  var isDark = false
}

private struct Profile: Equatable {
  var name: String
  var metadata: [String: String] = [:]
}

private final class Settings: Scope {
  enum When {
    case userSetDark(Bool)
    case userSignedIn(String)
    case userSetProfile(Profile?)
    case userSetName(String?)
    case userSetFlag(String, Bool?)
    case letToolbarSetDark
    case userSetSynced(Bool)
    case synced
  }

  private(set) var preferences = Preferences()
  private(set) var profile: Profile?
  private(set) var flags: [String: Bool] = [:]
  private(set) var events: [String] = []
  private(set) var darkWhenLetReturned: Bool?
  private(set) var isSynced = false
  @Subscope var toolbar = Toolbar()
  @Subscope var inner: Settings?
  var title: String { preferences.isDark ? "dark" : "light" }

  func update(_ when: When) throws {
    events.append("\(when)")
    switch when {
    case .userSetDark(let isDark): preferences.isDark = isDark
    case .userSignedIn(let name): profile = Profile(name: name)
    case .userSetProfile(let profile): self.profile = profile
    case .userSetName(let name): if let name { profile?.name = name }
    case .userSetFlag(let name, let isSet): flags[name] = isSet
    case .letToolbarSetDark:
      toolbar.isDark = true
      darkWhenLetReturned = preferences.isDark
    case .userSetSynced(let isSynced):
      self.isSynced = isSynced
      effectsState.enqueue(Sync().map { .synced })
    case .synced: break
    }
  }
}

private struct Sync: Effect {
  func runEffect() async throws {}
}

private final class Toolbar: Scope {
  enum When { case nothing }
  @Slice(\Settings.preferences.isDark, set: Settings.When.userSetDark) var isDark: Bool
  @Slice(\Settings.profile, set: Settings.When.userSetProfile) var profile: Profile?
  @Slice(\Settings.profile?.name, set: Settings.When.userSetName) var name: String?
  @Slice(\Settings.profile?.metadata["lastLogin"]) var lastLogin
  @Slice(\Settings.flags["beta"], set: { .userSetFlag("beta", $0) }) var beta: Bool?
  @Slice(\Settings.isSynced, set: Settings.When.userSetSynced) var isSynced: Bool
  @Subscope var button = Button()
  var width = 100
  func update(_ when: When) throws {}
}

private final class Button: Scope {
  enum When { case nothing }
  @Slice(\Settings.preferences.isDark, set: Settings.When.userSetDark) var isDark
  @Slice(\Settings.title) var title
  @Slice(\Settings.toolbar.width) var toolbarWidth
  func update(_ when: When) throws {}
}

private final class Wiring: Scope, Injectable {
  enum When {
    case setWatts(Int)
    case setFuse(String?)
  }

  static var defaultValue: Wiring { Wiring().set(\.fuse, "of the default") }
  private(set) var watts = 40
  var fuse: String?
  @Subscope var lamp = Lamp()

  func update(_ when: When) throws {
    switch when {
    case .setWatts(let watts): self.watts = watts
    case .setFuse(let fuse): self.fuse = fuse
    }
  }
}

private final class Lamp: Scope {
  enum When { case nothing }
  @Slice(\Wiring.watts, set: Wiring.When.setWatts) var watts
  @Slice(\Wiring.fuse, set: Wiring.When.setFuse) var fuse
  func update(_ when: When) throws {}
}
