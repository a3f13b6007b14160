#if canImport(SwiftUI)
  import NewsReader
  import Statoscope
  import SwiftUI

  /// The whole window.
  package struct NewsAppView: View {
    @ObservedObject private var app: NewsApp

    package init(app: NewsApp) {
      self.app = app
    }

    package var body: some View {
      FeedView(app: app, feed: app.feed)
        .sheet(item: app.presented(\.form)) { form in
          FeedFormView(form: form)
        }
        .task { @MainActor in await app.perform(.userStarted) }
    }
  }

  /// The list of a feed, the screens above it, and its alert.
  struct FeedView: View {
    @ObservedObject var app: NewsApp
    @ObservedObject var feed: NewsFeed

    var body: some View {
      NavigationStack(path: app.path(\.path, popped: NewsApp.When.userWentBack)) {
        ItemListView(app: app, list: feed.list, favourites: feed.favourites)
          .navigationDestination(for: ScopePath<Screen>.Element.self) { element in
            switch element.screen {
            case .favourites(let favourites):
              FavouritesView(app: app, list: feed.list, favourites: favourites)
            case .article(let article):
              ArticleView(article: article, favourites: feed.favourites)
            }
          }
      }
      .alert(
        "Notice",
        isPresented: feed.isPresented(\.notice, dismissed: .userSawNotice),
        presenting: feed.notice
      ) { _ in
        Button("OK") {}
      } message: { notice in
        Text(notice)
      }
    }
  }
#endif
