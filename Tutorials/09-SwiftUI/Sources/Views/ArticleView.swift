#if canImport(SwiftUI)
  import NewsReader
  import Statoscope
  import SwiftUI

  /// An open article.
  struct ArticleView: View {
    @ObservedObject var article: Article
    @ObservedObject var favourites: Favourites

    var body: some View {
      List {
        Text(article.item.summary)
        switch article.story {
        case .none: EmptyView()
        case .loading: ProgressView()
        case .loaded(let text): Text(text)
        case .failed(let reason): Text(reason)
        }
      }
      .refreshable { @MainActor in await article.perform(.userTappedReload) }
      .navigationTitle(article.item.title)
      .toolbar {
        Button(favourites.ids.contains(article.item.id) ? "Remove star" : "Star") {
          article.send(.userTappedFavourite)
        }
      }
    }
  }
#endif
