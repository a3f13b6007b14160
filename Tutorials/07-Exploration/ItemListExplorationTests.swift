import Statoscope
import StatoscopeTesting
import Testing
import TutorialSupport

@Suite struct ItemListExplorationTests {
  @Test func `whatever the user and the network do, something is selected`() throws {
    let found = try ItemList.EXPLORE { ItemList(mended: true) }
      .EVENTS { _ in
        [
          .userTappedReload, .userTappedStop, .userMovedSelection(by: 1), .userMovedSelection(by: -1),
          .userTappedOpen, .userTappedBack, .userTappedOnlyUnread,
        ]
      }
      .EFFECT(LoadFeed.self, completesWith: [.almanac], failsWith: [Offline()])
      .ALWAYS("something is selected where there is something to see") { list in
        list.visibleItems.isEmpty || list.selectedItem != nil
      }
      .NEVER("it loads without end") { list in list.isLoading && list.effects.isEmpty }
      .REACHES("everything was read") { list in list.readIDs == ["ferry", "bridge"] }
      .run()
    #expect(found.isComplete)
    #expect(found.brokenPromises.isEmpty)
    #expect(found.flow(reaching: "everything was read")?.steps.count == 6)
    try TutorialPage().expect("\(found)")
  }

  @Test func `the list as it was breaks a promise, as the page shows`() throws {
    try TutorialPage().expect(
      printed {
        try ItemList.EXPLORE { ItemList(mended: false) }
          .EVENTS { _ in
            [
              .userTappedReload, .userTappedStop, .userMovedSelection(by: 1), .userMovedSelection(by: -1),
              .userTappedOpen, .userTappedBack, .userTappedOnlyUnread,
            ]
          }
          .EFFECT(LoadFeed.self, completesWith: [.almanac], failsWith: [Offline()])
          .ALWAYS("something is selected where there is something to see") { list in
            list.visibleItems.isEmpty || list.selectedItem != nil
          }
          .run()
      }
    )
  }

  @Test func `the list draws itself`() throws {
    let found = try ItemList.EXPLORE { ItemList(mended: true) }
      .EVENTS { _ in [.userTappedReload, .userTappedStop] }
      .EFFECT(LoadFeed.self, completesWith: [Feed(title: "", items: [])], failsWith: [Offline()])
      .run()
    try TutorialPage().expect(found.mermaid())
  }

  @Test func `the exercise has something to find`() throws {
    let text = try printed {
      try ItemList.EXPLORE { ItemList(mended: true) }
        .EVENTS { _ in [.userTappedReload, .userTappedOpen] }
        .EFFECT(LoadFeed.self, completesWith: [.almanac, Feed(title: "Later", items: [.bridge])])
        .ALWAYS("the article that is open is in the list") { list in
          list.openItem.map(list.items.contains) ?? true
        }
        .run()
    }
    #expect(text.contains("is broken after 5 steps"))
  }

  @Test func `random walks keep the promise too`() throws {
    try ItemList.EXPLORE { ItemList(mended: true) }
      .EVENTS { _ in [.userTappedReload, .userTappedOpen, .userTappedBack, .userTappedOnlyUnread] }
      .EFFECT(LoadFeed.self, completesWith: [.almanac], failsWith: [Offline()])
      .ALWAYS("something is selected where there is something to see") { list in
        list.visibleItems.isEmpty || list.selectedItem != nil
      }
      .run(walks: 50, length: 30, seed: 7)
  }
}
