import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import Testing
import TutorialSupport

@Suite struct ItemListExplorationTests {
  @Test func `an article is selected, without dead ends and endless loads`() throws {
    let found = try ItemList.EXPLORE { ItemList() }
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
      .ALWAYS_REACHABLE("there is something to see") { !$0.visibleItems.isEmpty }
      .ALWAYS_REACHABLE("the list is on the screen") { $0.openItem == nil }
      .SETTLES("nothing loads") { !$0.isLoading }
      .REACHES("everything was read") { list in list.readIDs == ["ferry", "bridge"] }
      .run()
    #expect(found.isComplete)
    #expect(found.counterexamples.isEmpty)
    #expect(found.flow(reaching: "everything was read")?.steps.count == 6)
    try TutorialPage().expect("\(found)")
  }

  @Test func `the list as it was violates a property, as the page shows`() throws {
    try TutorialPage().expect(
      printed {
        try ItemList.EXPLORE { ItemList(flaw: .lostSelection) }
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
          .ALWAYS_REACHABLE("the list is on the screen") { $0.openItem == nil }  // Not shown.
          .SETTLES("nothing loads") { !$0.isLoading }  // Not shown.
          .run()
      }
    )
  }

  @Test func `a filter that an empty list does not have is a dead end`() throws {
    try TutorialPage().expect(
      printed {
        try ItemList.EXPLORE { ItemList(flaw: .filterOfNothing) }
          .EVENTS { _ in [.userTappedReload, .userTappedOpen, .userTappedBack, .userTappedOnlyUnread] }
          .EFFECT(LoadFeed.self, completesWith: [.almanac], failsWith: [Offline()])
          .ALWAYS_REACHABLE("there is something to see") { !$0.visibleItems.isEmpty }
          .SETTLES("nothing loads") { !$0.isLoading }  // Not shown.
          .run()
      }
    )
  }

  @Test func `a list that retries without end is an endless spinner`() throws {
    try TutorialPage().expect(
      printed {
        try ItemList.EXPLORE { ItemList(flaw: .retriesForEver) }
          .EVENTS { _ in [.userTappedReload, .userTappedStop] }
          .EFFECT(LoadFeed.self, completesWith: [.almanac], failsWith: [Offline()])
          .ALWAYS_REACHABLE("nothing loads") { !$0.isLoading }
          .SETTLES("nothing loads") { !$0.isLoading }
          .run()
      }
    )
  }

  @Test func `the exploration draws the list's graph`() throws {
    let found = try ItemList.EXPLORE { ItemList() }
      .EVENTS { _ in [.userTappedReload, .userTappedStop] }
      .EFFECT(LoadFeed.self, completesWith: [Feed(title: "", items: [])], failsWith: [Offline()])
      .ALWAYS_REACHABLE("it loads") { $0.isLoading }  // Not shown.
      .SETTLES("nothing loads") { !$0.isLoading }  // Not shown.
      .run()
    try TutorialPage().expect(found.mermaid())
    #expect(found.html().contains("<title>Exploration of ItemList</title>"))
  }

  @Test func `the answer to the exercise is the flow that the page shows`() throws {
    try TutorialPage().expect(
      printed {
        try ItemList.EXPLORE { ItemList() }
          .EVENTS { _ in [.userTappedReload, .userTappedOpen] }
          .EFFECT(LoadFeed.self, completesWith: [.almanac, Feed(title: "Later", items: [.bridge])])
          .ALWAYS("the article that is open is in the list") { list in
            list.openItem.map(list.items.contains) ?? true
          }
          .ALWAYS_REACHABLE("it loads") { $0.isLoading }  // Not shown.
          .SETTLES("nothing loads") { !$0.isLoading }  // Not shown.
          .run()
      }
    )
  }

  // Random walks cannot find dead ends and spinners, which requires all states.
  @Test func `random walks violate nothing either`() throws {
    try ItemList.EXPLORE { ItemList() }
      .EVENTS { _ in [.userTappedReload, .userTappedOpen, .userTappedBack, .userTappedOnlyUnread] }
      .EFFECT(LoadFeed.self, completesWith: [.almanac], failsWith: [Offline()])
      .ALWAYS("something is selected where there is something to see") { list in
        list.visibleItems.isEmpty || list.selectedItem != nil
      }
      .run(walks: 50, length: 30, seed: 7)
  }
}
