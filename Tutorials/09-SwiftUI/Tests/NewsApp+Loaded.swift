import NewsReader
import Statoscope
import SwiftUITutorial

extension NewsApp {
  /// Returns an app whose feed is loaded, with nothing in flight.
  static func loaded() -> NewsApp {
    let app = sample().injectObject(EffectsExecution.enqueueOnly)
    app.feed.list.send(.feedLoaded(.success(.sample)))
    return app
  }

  /// Returns an app with an article on the screen.
  static func reading(_ item: FeedItem) -> NewsApp {
    let app = loaded()
    app.feed.send(.userOpened(item))
    return app
  }
}
