import NewsReader
import Statoscope
import Testing

@MainActor @Suite("The keyboard")
struct KeyboardTests {
  private let feed = Sample.newsFeed().loaded()

  private func type(_ keys: Key...) {
    let keyboard = Keyboard(feed: feed)
    for key in keys { keyboard.press(key) }
  }

  @Test func `letters and arrows have the same effect`() {
    type(.character("j"), .down, .character("k"))
    #expect(feed.list.selectedIndex == 1)
    type(.up, .up, .end)
    #expect(feed.list.selectedIndex == 2)
    type(.character("g"), .pageDown, .home, .character("G"))
    #expect(feed.list.selectedIndex == 2)
  }

  @Test(arguments: [(Key.enter, Key.escape), (.character("l"), .character("h")), (.right, .backspace)])
  func `an article opens and closes`(open: Key, close: Key) {
    type(open)
    #expect(feed.article?.item == Sample.ferry)
    type(close)
    #expect(feed.article == nil)
  }

  @Test func `f marks an article, and F shows only marked ones`() {
    type(.down, .character("f"), .character("F"))
    #expect(feed.list.visibleItems == [Sample.oar])
    type(.enter, .character("f"), .escape)
    #expect(feed.list.visibleItems.isEmpty)
  }

  @Test func `letters are part of a filter while it is typed`() {
    type(.character("/"), .character("q"), .backspace)
    type(.character("o"), .pasted("\n"), .pasted("a"), .enter)
    #expect(feed.list.filter == "oa")
    #expect(feed.list.visibleItems == [Sample.oar])
    #expect(feed.ending == nil)
    type(.escape)
    #expect(feed.list.visibleItems.count == 3)
    type(.character("/"), .character("x"), .escape)
    #expect(feed.list.filter.isEmpty)
  }

  @Test func `pasted text filters the list, whatever keys its letters are`() {
    type(.pasted("q"), .pasted("\n"), .pasted("f"), .backspace, .backspace)
    type(.pasted("o"), .pasted("a"), .enter)
    #expect(feed.list.visibleItems == [Sample.oar])
    #expect(feed.favourites.ids.isEmpty)
    #expect(feed.ending == nil)
  }

  @Test func `text pasted into the help or an article is ignored`() {
    type(.character("?"), .pasted("q"))
    #expect(feed.showsHelp)
    type(.character("?"), .enter, .pasted("q"), .pasted("h"), .pasted("f"))
    #expect(feed.article?.item == Sample.ferry)
    #expect(feed.favourites.ids.isEmpty)
    #expect(feed.list.filter.isEmpty)
    #expect(feed.ending == nil)
  }

  @Test func `r reloads`() {
    type(.character("r"))
    #expect(feed.list.isLoading)
  }

  @Test(arguments: [Key.character("q"), .interrupt, .endOfInput])
  func `three keys quit from every screen`(key: Key) {
    type(.character("?"), key)
    #expect(feed.ending == .quit)
  }

  @Test func `Ctrl-C ends even the typing of a filter`() {
    type(.character("/"), .interrupt)
    #expect(feed.ending == .quit)
  }

  @Test func `any key closes the help and does nothing else`() {
    type(.character("?"))
    #expect(feed.showsHelp)
    type(.enter)
    #expect(!feed.showsHelp)
    #expect(feed.article == nil)
  }

  @Test func `the next key closes a notice`() {
    feed.send(.somethingWentWrong("The disk is full."))
    type(.down)
    #expect(feed.notice == nil)
  }
}
