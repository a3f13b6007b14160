import NewsReader
import Statoscope
import Testing

@Suite("An article on the screen")
struct ArticleScreenTests {
  @Test func `the article is shown first, then its full story`() {
    let feed = Sample.newsFeed().loaded()
    feed.list.send(.userTappedFavourite).send(.userTappedOpen)
    #expect(
      shown(feed, rows: 10) == """
         ★ The Harbour Almanac                  all
        The ferry runs again
        Saturday 21 March 2026, 07:30
        file:///ferry.html

        She crosses at eight, noon and five.


        | Fetching the full story… (Esc goes back a…
        ? keys  Esc back  Space further  f favourit…
        """
    )
    feed.article?.send(.storyLoaded(.success("The whole story.\n\nIt ends well.")))
    _ = shown(feed, rows: 7)
    feed.article?.send(.userScrolledToEnd)
    #expect(
      shown(feed, rows: 7) == """
         ★ The Harbour Almanac                  end

        The whole story.

        It ends well.

        ? keys  Esc back  Space further  f favourit…
        """
    )
  }

  @Test func `a story that could not be fetched does not hide the article`() {
    let feed = Sample.newsFeed().loaded()
    feed.list.send(.userTappedOpen)
    feed.article?.send(.storyLoaded(.failure(FeedError.httpStatus(url: Sample.ferryPage, status: 404))))
    #expect(
      shown(feed, rows: 12) == """
         The Harbour Almanac                    all
        The ferry runs again
        Saturday 21 March 2026, 07:30
        file:///ferry.html

        She crosses at eight, noon and five.

        No full story: file:///ferry.html answered
        with HTTP status 404 (not found). Check the
        address.
        No full story; why not stands at the end.
        ? keys  Esc back  Space further  f favourit…
        """
    )
  }

  @Test func `help lists the keys`() {
    let feed = Sample.newsFeed().loaded()
    feed.send(.userTappedHelp)
    #expect(shown(feed, rows: 14).contains("q Ctrl-C      quit"))
    feed.send(.userTappedHelp)
    #expect(!shown(feed, rows: 14).contains("Ctrl-C"))
  }
}
