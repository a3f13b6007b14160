#if canImport(SwiftUI)
  import NewsReader
  import Statoscope
  import SwiftUI

  /// The app with the user's network and storage.
  ///
  /// In the target of an app it is marked `@main`.
  struct NewsFeedApp: App {
    @StateObject private var app = NewsApp(source: .shipped)
      .injectObject(Network.defaultValue)
      .injectObject(NewsClock.defaultValue)
      .injectObject(StateStorage.userDefaults())

    var body: some Scene {
      WindowGroup { NewsAppView(app: app) }
    }
  }
#endif
