import Statoscope
import TestSupport
import Testing

/// Keeps the names of one page apart from those of others.
enum AppStatePage {
  protocol Mail {
    var address: String { get }
  }

  struct LiveMail: Mail {
    let address = "ada@example.org"
  }

  struct MockMail: Mail {
    let address = "mock"
  }

  struct Preferences {
    var isDark = false
  }

  final class Application: Scope {
    private(set) var preferences = Preferences()
    @Stored("userName") var userName: String?
    @Subscope var settings = Settings()

    enum When { case userSetDark(Bool) }

    func update(_ when: When) throws {
      switch when {
      case .userSetDark(let isDark): preferences.isDark = isDark
      }
    }
  }

  final class Settings: Scope, ObservableObject {
    @Slice(\Application.preferences.isDark, set: Application.When.userSetDark) var isDark
    var mail: (any Mail)? { try? resolve((any Mail).self) }

    enum When { case userTappedDark }

    func update(_ when: When) throws {
      switch when {
      case .userTappedDark: isDark.toggle()
      }
    }
  }

  /// What the page for those who come from AppState shows.
  @Suite struct FromAppStatePageTests {
    @Test func `a slice is read and written`() {
      let application = Application().injectObject(StateStorage.inMemory())
      application.settings.send(.userTappedDark)
      #expect(application.preferences.isDark)
    }

    @Test func `a stored state is a property`() {
      let storage = StateStorage.inMemory()
      Application().injectObject(storage).userName = "Leif"
      #expect(Application().injectObject(storage).userName == "Leif")
    }

    @Test func `a protocol replaces promote`() throws {
      let root = Application().injectObject(StateStorage.inMemory())
      root.injectObject(LiveMail(), as: (any Mail).self)
      #expect(try root.settings.resolve((any Mail).self).address == "ada@example.org")
    }

    @Test func `a dependency is overridden until its token is released`() {
      let application = Application()
        .injectObject(StateStorage.inMemory())
        .injectObject(LiveMail(), as: (any Mail).self)
      let override = application.override(MockMail(), as: (any Mail).self)
      #expect(application.settings.mail?.address == "mock")
      override.cancel()
      #expect(application.settings.mail?.address == "ada@example.org")
    }
  }
}

#if canImport(SwiftUI)
  import SwiftUI

  extension AppStatePage {
    struct SettingsView: View {
      @ObservedObject var settings: Settings

      var body: some View {
        Toggle("Dark", isOn: settings.binding(\.isDark) { _ in .userTappedDark })
      }
    }

    static func applicationOfAllDevices() -> Application {
      let application = Application().injectObject(StateStorage.iCloud())
      return application
    }
  }
#endif
