#if canImport(SwiftUI)
  import NewsReader
  import Statoscope
  import SwiftUI

  #Preview("The list") {
    NewsAppView(app: .sample())
  }

  #Preview("Offline") {
    NewsAppView(app: .sample(network: .offline))
  }

  #Preview("An article") {
    let app = NewsApp.sample()
    app.feed.send(.userOpened(.ferry))
    return NewsAppView(app: app)
  }

  #Preview("Choosing a feed") {
    NewsAppView(app: .sample().send(.userTappedChooseFeed))
  }

  #Preview("A notice") {
    let app = NewsApp.sample()
    app.feed.send(.somethingWentWrong("The disk is full."))
    return NewsAppView(app: app)
  }
#endif
