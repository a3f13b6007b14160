import NewsReader
import Statoscope
import StatoscopeTesting
import Testing

/// What holds in every state that the keys and the network can lead to, up to a bound.
@Suite("Exploration")
struct NewsFeedExplorationTests {
  private static let offline = FeedError.noSuchFile(path: "news.xml")
  /// What the feed may be when it is loaded again: the article that was on top is gone.
  private static let laterFeed = Feed(title: "The Harbour Almanac", items: [Sample.oar, Sample.bridge])

  @Test func `nothing loads without an effect in flight, and no article is open that is not in the list`()
    throws
  {
    let found = try NewsFeed.EXPLORE { Sample.newsFeed() }
      .EVENTS { sut in sut.article == nil ? [.userStartedReading] : [.userTappedBack] }
      .EVENTS(\.shownList) { _ in [.userTappedReload, .userTappedOpen, .userMovedToLast] }
      .EVENTS(\.article) { _ in [.userTappedReload] }
      .EFFECT(LoadFeed.self, completesWith: [Sample.feed, Self.laterFeed], failsWith: [Self.offline])
      .EFFECT(LoadStory.self, completesWith: ["The whole story."], failsWith: [Self.offline])
      .ALWAYS("the list loads only while its feed is in flight") { sut in
        sut.list.isLoading == sut.list.effects.contains { $0 is LoadFeed }
      }
      .ALWAYS("the article loads only while its story is in flight") { sut in
        sut.article?.isLoading ?? false == sut.article?.effects.contains { $0 is LoadStory } ?? false
      }
      .ALWAYS("the article that is open is in the list") { sut in
        sut.article.map { article in sut.list.items.contains { $0.id == article.item.id } } ?? true
      }
      .REACHES("a story, read while the list loads") { sut in
        sut.list.isLoading && sut.article?.story == .loaded("The whole story.")
      }
      .run(depth: 6)
    #expect(found.brokenPromises.isEmpty)
    #expect(found.states > 200)
    #expect(found.flow(reaching: "a story, read while the list loads")?.steps.count == 5)
  }

  @Test func `favourites survive every failure to read and to save them`() throws {
    let unreadable = StorageError.unreadable(key: nil, place: "/data", reason: "permission is denied")
    let unwritable = StorageError.notSaved(keys: [], place: "/data", reason: "the disk is full")
    let found = try MarkedFeed.EXPLORE { MarkedFeed() }
      .EVENTS { _ in [.userToggled("ferry"), .userToggled("oar")] }
      .EVENTS(\.feed.favourites) { favourites in favourites.isSettled ? [] : [.userStartedReading] }
      .EFFECT(FollowFavourites.self, completesWith: [[]], failsWith: [unreadable])
      .EFFECT(SaveFavourites.self, failsWith: [unwritable])
      .ALWAYS("what the user marked is marked") { $0.feed.favourites.ids == $0.marked }
      .REACHES("two marks that could not be saved") { sut in
        sut.marked.count == 2 && sut.feed.favourites.problem != nil && !sut.feed.favourites.isSaving
      }
      .run(depth: 5)
    #expect(found.brokenPromises.isEmpty)
    #expect(found.states > 100)
  }
}

/// Notes beside a feed what the user has marked, so that a state tells what the favourites should be.
private final class MarkedFeed: Scope {
  enum When { case userToggled(FeedItem.ID) }

  @Subscope var feed = Sample.newsFeed()
  private(set) var marked: Set<FeedItem.ID> = []

  func update(_ when: When) throws {
    switch when {
    case .userToggled(let id):
      marked.formSymmetricDifference([id])
      feed.favourites.send(.userToggled(id))
    }
  }
}

extension NewsFeed {
  /// The list while its keys work: not below an article.
  fileprivate var shownList: ItemList? { article == nil ? list : nil }
}
