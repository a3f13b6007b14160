import NewsReader
import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import Testing

/// The properties of every state that keys, network and store can lead to.
@Suite("Exploration")
struct NewsFeedExplorationTests {
  private static let offline = FeedError.noSuchFile(path: "news.xml")
  /// The feed after a reload, without its first article.
  private static let laterFeed = Feed(title: "The Harbour Almanac", items: [Sample.oar, Sample.bridge])

  @Test func `loading has an effect in flight, and an open article is in the list`()
    throws
  {
    let found = try NewsFeed.EXPLORE { Sample.newsFeed() }
      .EVENTS { sut in
        sut.hasStarted ? sut.article == nil ? [] : [.userTappedBack] : [.userStartedReading]
      }
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
      .ALWAYS_REACHABLE("the list is on the screen") { $0.article == nil }
      .ALWAYS_REACHABLE("an article is open") { !$0.hasStarted || $0.article != nil }
      .SETTLES("nothing loads") { !$0.isLoading }
      .run()
    #expect(found.counterexamples.isEmpty)
    #expect(found.isComplete)
    #expect(found.states > 200)
    #expect(found.flow(reaching: "a story, read while the list loads")?.steps.count == 5)
  }

  @Test func `favourites survive every failure to read and to save them`() throws {
    let unreadable = StorageError.unreadable(key: nil, place: "/data", reason: "permission is denied")
    let unwritable = StorageError.notSaved(keys: [], place: "/data", reason: "the disk is full")
    let found = try MarkedFeed.EXPLORE { MarkedFeed() }
      .EVENTS { sut in sut.feed.savesInFlight < 2 ? [.userToggled("ferry"), .userToggled("oar")] : [] }
      .EVENTS { sut in sut.feed.savesInFlight > 0 ? [.userGaveUpSaving] : [] }
      .EVENTS(\.feed.favourites) { favourites in favourites.isAsked ? [] : [.userStartedReading] }
      .EFFECT(FollowFavourites.self, completesWith: [[]], failsWith: [unreadable])
      .EFFECT(SaveFavourites.self, failsWith: [unwritable])
      .ALWAYS("what the user marked is marked") { $0.feed.favourites.ids == $0.marked }
      .REACHES("two marks that could not be saved") { sut in
        sut.marked.count == 2 && sut.feed.favourites.problem != nil && !sut.feed.favourites.isSaving
      }
      .ALWAYS_REACHABLE("nothing is marked, nor being saved") {
        $0.marked.isEmpty && $0.feed.savesInFlight == 0
      }
      .SETTLES("nothing is being saved") { !$0.feed.favourites.isSaving }
      .SETTLES("it is known what is stored") { !$0.feed.favourites.isAsked || $0.feed.favourites.isSettled }
      .run()
    #expect(found.counterexamples.isEmpty)
    #expect(found.isComplete)
    #expect(found.states > 100)
  }

  @Test func `quitting ends whatever the result of saving is`() throws {
    let unwritable = StorageError.notSaved(keys: [], place: "/data", reason: "the disk is full")
    let found = try NewsFeed.EXPLORE { Sample.newsFeed() }
      .EVENTS { sut in sut.isOver ? [] : [.userTappedQuit] }
      .EVENTS(\.favourites) { favourites in
        favourites.feed?.ending == nil && favourites.unsaved.isEmpty ? [.userToggled("ferry")] : []
      }
      .EFFECT(SaveFavourites.self, completesWith: [["ferry"]], failsWith: [unwritable])
      .ALWAYS_REACHABLE("it is over") { $0.isOver }
      .SETTLES("after quitting it is over") { $0.ending == nil || $0.isOver }
      .run()
    #expect(found.counterexamples.isEmpty)
    #expect(found.isComplete)
  }

  @Test func `the spinner stops when everything is loaded`() throws {
    let found = try NewsFeed.EXPLORE { Sample.newsFeed() }
      .EVENTS { sut in sut.hasStarted ? sut.article == nil ? [] : [.userTappedBack] : [.userStartedReading] }
      .EVENTS(\.shownList) { _ in [.userTappedReload, .userTappedOpen] }
      .EFFECT(\.list, LoadFeed.self, completesWith: [Sample.feed], failsWith: [Self.offline])
      .EFFECT(\.article, LoadStory.self, completesWith: ["The whole story."], failsWith: [Self.offline])
      .EFFECT(Tick.self, completesWith: [()])
      // How often it has turned is no part of what may happen.
      .STATE { sut in [sut.hasStarted, sut.isLoading, sut.list.items.isEmpty, sut.article == nil] }
      .ALWAYS_REACHABLE("an article, and nothing loads") { sut in
        !sut.hasStarted || sut.article != nil && !sut.isLoading
      }
      .SETTLES("the spinner stands still") { sut in !sut.effects.contains { $0 is Tick } }
      .run()
    #expect(found.counterexamples.isEmpty)
    #expect(found.isComplete)
  }
}

/// A store that records the user's marks next to the feed, so that a state determines the expected
/// favourites.
private final class MarkedFeed: Scope {
  enum When { case userToggled(FeedItem.ID), userGaveUpSaving }

  @Subscope var feed = Sample.newsFeed()
  private(set) var marked: Set<FeedItem.ID> = []

  func update(_ when: When) throws {
    switch when {
    case .userToggled(let id):
      marked.formSymmetricDifference([id])
      feed.favourites.send(.userToggled(id))
    case .userGaveUpSaving: feed.favourites.send(.userGaveUpSaving)
    }
  }
}

extension NewsFeed {
  /// The list while its keys work: not below an article.
  fileprivate var shownList: ItemList? { article == nil ? list : nil }

  fileprivate var hasStarted: Bool { favourites.isAsked }

  fileprivate var savesInFlight: Int { favourites.effects.count { $0 is SaveFavourites } }
}

extension Favourites {
  /// Indicates whether the store is being read, or has been.
  fileprivate var isAsked: Bool { isSettled || effects.contains { $0 is FollowFavourites } }
}
