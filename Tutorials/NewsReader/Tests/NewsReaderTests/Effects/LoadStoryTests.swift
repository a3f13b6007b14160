import Foundation
import NewsReader
import Statoscope
import Testing

@MainActor @Suite("The full story")
struct LoadStoryTests {
  @Test func `the page's article is read without its menus`() async {
    let page = """
      <html><head><title>T</title><style>p { }</style></head><body><nav>Menu</nav>
      <article class="x"><h1>Head</h1><p>Some &#27;[2Jwords.</p></article><footer>Foot</footer></body></html>
      """
    #expect(await story(on: page) == .loaded("Head\n\nSome [2Jwords."))
    #expect(await story(on: "<body><nav>Menu</nav><MAIN>Words</MAIN></body>") == .loaded("Words"))
    #expect(await story(on: "<p>Words without an end") == .loaded("Words without an end"))
  }

  @Test func `a page without text, or a missing page, is a readable error`() async {
    let noText = "There is no text on the page; it may need a browser."
    #expect(await story(on: "<body><script>render()</script></body>") == .failed(noText))
    let noPage = "The link leads to something that is not a web page."
    #expect(await story(on: "%PDF-1.7") == .failed(noPage))
    #expect(await story(on: "<p>\0</p>") == .failed(noPage))
  }

  @Test func `a page may have any size, and a story is limited`() async {
    let length: Int
    if case .loaded(let text) = await story(on: "<p>" + String(repeating: "word ", count: 100_000)) {
      length = text.count
    } else {
      length = 0
    }
    #expect(length == 100_001)
  }

  private func story(on page: String) async -> Article.Story? {
    let feed = Sample.newsFeed().injectObject(Network(feed: Sample.network.feed) { _ in Data(page.utf8) })
    feed.send(.userStartedReading)
    await feed.follow { feed.list.isLoading }
    feed.list.send(.userTappedOpen)
    await feed.follow { feed.article?.isLoading == true }
    return feed.article?.story
  }
}
