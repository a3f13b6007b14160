#if canImport(SwiftUI)
  import NewsReader
  import Statoscope
  import SwiftUI

  /// The articles of the feed.
  struct ItemListView: View {
    let app: NewsApp
    @ObservedObject var list: ItemList
    @ObservedObject var favourites: Favourites

    var body: some View {
      List {
        if let problem = list.problem { Text(problem) }
        if list.isLoading, list.items.isEmpty { ProgressView() }
        ForEach(list.visibleItems) { item in
          ItemRow(item: item, app: app, favourites: favourites)
        }
      }
      .refreshable { @MainActor in await list.perform(.userTappedReload) }
      .navigationTitle(list.title)
      .toolbar {
        Button("Favourites") { app.send(.userTappedFavourites) }
        Button("Choose feed") { app.send(.userTappedChooseFeed) }
        #if os(macOS)
          // Nothing is pulled on a Mac.
          Button("Reload") { list.send(.userTappedReload) }
        #endif
      }
    }
  }

  /// The articles of the feed that are favourites.
  struct FavouritesView: View {
    let app: NewsApp
    @ObservedObject var list: ItemList
    @ObservedObject var favourites: Favourites

    var body: some View {
      List {
        ForEach(app.favouriteItems) { item in
          ItemRow(item: item, app: app, favourites: favourites)
        }
      }
      .navigationTitle("Favourites")
    }
  }

  /// An article in a list: a tap opens it, a swipe shows the button of its star.
  struct ItemRow: View {
    let item: FeedItem
    let app: NewsApp
    @ObservedObject var favourites: Favourites

    var body: some View {
      Button(favourites.ids.contains(item.id) ? "★ \(item.title)" : item.title) {
        app.feed.send(.userOpened(item))
      }
      .swipeActions {
        Button("Star") { favourites.send(.userToggled(item.id)) }
      }
    }
  }
#endif
