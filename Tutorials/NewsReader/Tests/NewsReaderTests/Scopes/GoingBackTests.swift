import Foundation
import NewsReader
import Statoscope
import StatoscopeTesting
import Testing

/// Effects that really run, on the main actor, with their ends in the hands of the test.
@MainActor @Suite("Going back")
struct GoingBackTests {
  @Test func `going back cancels the story, and nothing arrives later`() async throws {
    let server = Gate<Data>()
    let wasCancelled = Gate<Bool>()
    let feed = Sample.newsFeed().injectObject(
      Network(feed: { _ in Sample.feed }) { _ in
        let page = await server.pass()
        await wasCancelled.open(Task.isCancelled)
        return page
      }
    )
    feed.send(.userStartedReading)
    await feed.follow { feed.list.isLoading }
    feed.list.send(.userTappedOpen)
    let article = try #require(feed.article)
    await server.arrived()

    feed.send(.userTappedBack)
    #expect(feed.article == nil)
    #expect(article.effects.isEmpty)

    await server.open(Sample.page)
    #expect(await wasCancelled.pass())
    // What comes home to the main actor after the story would have.
    feed.list.send(.userTappedReload)
    await feed.follow { feed.list.isLoading }
    #expect(article.story == .loading)
  }

  @Test func `the same article opened again loads its story again`() async throws {
    let feed = Sample.newsFeed()
    feed.send(.userStartedReading)
    await feed.follow { feed.list.isLoading }
    for _ in 1...2 {
      feed.list.send(.userTappedOpen)
      await feed.follow { feed.article?.isLoading == true }
      #expect(feed.article?.story == .loaded("The whole story."))
      feed.send(.userTappedBack)
    }
  }

  @Test func `the spinner turns with the clock during a load`() async {
    let clock = TestClock()
    let server = Gate<Feed>()
    let feed = Sample.newsFeed()
      .injectObject(Sample.clock(ticking: clock))
      .injectObject(Network(feed: { _ in await server.pass() }, page: Sample.network.page))
    feed.send(.userStartedReading)
    for step in 1...3 {
      await clock.sleepers()
      clock.advance(by: .milliseconds(120))
      await feed.follow { feed.spinnerStep < step }
    }
    #expect(feed.spinnerStep == 3)
    await server.open(Sample.feed)
    await feed.follow { feed.list.isLoading }
  }
}
