import NewsReader
import Statoscope
import Testing

@Suite("The list on the screen")
struct ListScreenTests {
  @Test func `articles have dates, favourites a star, the selected one a mark`() {
    let feed = Sample.newsFeed().loaded()
    feed.list.send(.userMovedToLast).send(.userTappedFavourite)
    #expect(
      shown(feed, columns: 60) == """
         The Harbour Almanac                                    3/3
            07:30     The ferry runs again
                      Lost: one oar
        > ★ 20 Mar    Café bakes the bridge

        3 articles · loaded at 12:00
        ? keys  Enter open  f favourite  F only favourites  / filte…
        """
    )
  }

  @Test func `a narrow window omits the dates, and a low one all but the list`() {
    let feed = Sample.newsFeed().loaded()
    #expect(
      shown(feed, columns: 20, rows: 5) == """
         The Harbour A… 1/3
        >   The ferry runs …
            Lost: one oar
            Café bakes the …
        3 articles · loaded…
        """
    )
    #expect(shown(feed, columns: 20, rows: 1) == ">   The ferry runs …")
    #expect(shown(feed, columns: 1, rows: 1) == "…")
  }

  @Test func `the selected article is always visible`() {
    let feed = Sample.newsFeed().loaded()
    feed.list.send(.userMovedToLast)
    #expect(shown(feed, columns: 20, rows: 3).contains("> "))
    feed.list.send(.userMovedToFirst)
    #expect(shown(feed, columns: 20, rows: 3).contains("> "))
  }

  @Test func `the first load shows its progress`() {
    let feed = Sample.newsFeed().injectObject(EffectsExecution.enqueueOnly)
    feed.send(.userStartedReading)
    #expect(
      shown(feed) == """
         /news.xml




        | Loading /news.xml…
        ? keys  Enter open  f favourite  F only fav…
        """
    )
    feed.send(.timePassed)
    #expect(shown(feed).contains("/ Loading /news.xml…"))
  }

  @Test func `an empty list shows the reason and a remedy`() {
    let feed = Sample.newsFeed().loaded()
    feed.list.send(.userTappedOnlyFavourites)
    #expect(shown(feed).contains("No favourites here yet. f marks an article,\nF shows all of them again."))
    #expect(shown(feed).contains("0 of 3 articles · favourites only"))
    feed.list.send(.userBeganFilter).send(.userTypedInFilter("x"))
    #expect(shown(feed).contains("Filter: x_"))
    #expect(shown(feed).contains("No favourite has 'x' in its title."))
    feed.list.send(.userTappedOnlyFavourites).send(.userKeptFilter)
    #expect(shown(feed).contains("No title has 'x' in it."))
    #expect(shown(feed).contains("0 of 3 articles · filter 'x' (Esc ends it)"))
  }

  @Test func `a list that was cut says so`() {
    let feed = Sample.newsFeed().loaded()
    let cut = Feed(title: "T", items: Sample.feed.items, cutAfter: 3)
    feed.list.send(.feedLoaded(.success(cut)))
    #expect(
      shown(feed, columns: 80).contains("\nthe first 3 articles; the feed has more · loaded at 12:00\n")
    )
    feed.list.send(.userTappedOnlyFavourites)
    #expect(
      shown(feed, columns: 80).contains("\n0 of the first 3 articles; the feed has more · favourites only\n")
    )
    feed.list.send(.feedLoaded(.success(Sample.feed)))
    #expect(shown(feed, columns: 80).contains("\n0 of 3 articles · favourites only\n"))
  }

  @Test func `a background error is shown in full until the next key`() {
    let feed = Sample.newsFeed().loaded()
    feed.send(.somethingWentWrong("Favourites were not saved, for there is no room: The disk is full."))
    #expect(
      shown(feed) == """
         The Harbour Almanac                    1/3
        >   07:30     The ferry runs again
                      Lost: one oar
            20 Mar    Café bakes the bridge
        Favourites were not saved, for there is no
        room: The disk is full.
        ? keys  Enter open  f favourite  F only fav…
        """
    )
    feed.send(.userSawNotice)
    #expect(!shown(feed).contains("The disk is full."))
  }

  @Test func `a feed cannot send control sequences to the terminal`() {
    let feed = Sample.newsFeed().loaded()
    let evil = FeedItem(id: "evil", title: "\u{1B}[2J\u{9B}1m\u{7}evil", summary: "\u{1B}]0;owned\u{7}")
    feed.list.send(.feedLoaded(.success(Feed(title: "\u{1B}c\u{202E}", items: [evil]))))
    expectNoControls(in: feed)
    feed.list.send(.userTappedOpen)
    expectNoControls(in: feed)
    feed.article?.send(.storyLoaded(.success("\u{1B}[31mred\u{8}")))
    expectNoControls(in: feed)
  }

  private func expectNoControls(in feed: NewsFeed) {
    let text = shown(feed, columns: 80, rows: 24).replacing("\n", with: "")
    #expect(text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control && $0 != "\u{202E}" })
  }
}
