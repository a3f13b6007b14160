import Statoscope
import StatoscopeTesting

/// Ten flow tests that fail; the page shows their code and what each of them prints.
///
/// Lines that end in "Not shown." clean up, and are left out of the page.
enum Examples {
  /// In the order of the page.
  static var all: [(name: String, run: () throws -> Void)] {
    [
      ("aNestedValue", aNestedValue),
      ("anElement", anElement),
      ("aLongText", aLongText),
      ("aRefusedEvent", aRefusedEvent),
      ("aForkInAFork", aForkInAFork),
      ("anotherEffect", anotherEffect),
      ("whatNobodySaid", whatNobodySaid),
      ("anInvariant", anInvariant),
      ("pendingEffects", pendingEffects),
      ("aLeak", aLeak),
    ]
  }

  /// A value that differs.
  ///
  /// Of a nested value, the failure shows the parts that differ, below the lines that they stand under.
  static func aNestedValue() throws {
    try NewsFeed.GIVEN { NewsFeed() }
      .WHEN(.userStartedReading)
      .WHEN(.userOpened("ferry", page: 1))
      .WHEN(.userScrolled(by: 25))
      .THEN(\.place, equals: .init(article: "ferry", lines: 40, position: .init(line: 40, isAtEnd: true)))
      .runTest()
  }

  /// One element of a collection.
  ///
  /// Collections are compared by element. What is the same is shown only near a difference.
  static func anElement() throws {
    try NewsFeed.GIVEN { NewsFeed() }
      .WHEN(.articlesCame(["Rain"]))
      .THEN(
        \.titles,
        equals: ["Ferry", "Bridge", "Fog", "Oars", "Market", "Low tide", "Rain"]
      )
      .runTest()
  }

  /// A long text.
  ///
  /// Of a long text, the part around the difference is shown.
  static func aLongText() throws {
    try NewsFeed.GIVEN { NewsFeed() }
      .WHEN(.userStartedReading)
      .THEN(
        \.notice,
        equals:
          "Good morning. Your feed was fetched at dawn, so that it is here before the first boat leaves."
      )
      .runTest()
  }

  /// An event that was refused.
  ///
  /// An update that throws ends its own path, and no other: the fork that leaves before it runs, and fails too.
  /// Where the update should throw, say so with `WHEN_Throws`.
  static func aRefusedEvent() throws {
    try NewsFeed.GIVEN { NewsFeed() }
      .FORK(.userStartedReading) { feed in
        try feed.THEN(\.isReading, equals: false)
      }
      .WHEN(.userOpened("ferry", page: 1))
      .THEN(\.place.lines, equals: 40)
      .runTest()
  }

  /// A fork in a fork.
  ///
  /// A failure names the forks that led to it. Each fork ran on a feed of its own, which went the same way up
  /// to there.
  static func aForkInAFork() throws {
    try NewsFeed.GIVEN { NewsFeed() }
      .WHEN(.userStartedReading)
      .FORK(.userOpened("ferry", page: 1)) { feed in
        try feed
          .THEN(\.place.lines, equals: 40)
          .FORK_EffectFails(LoadStory.self, with: Offline()) { feed in
            try feed.THEN(\.place.article, equals: "ferry")
          }
      }
      .runTest()
  }

  /// Another effect than expected.
  ///
  /// The failure lists what is in flight, oldest first, each with the event that started it, and shows how an
  /// effect of the same type differs. Looking at an effect does not end it: `WHEN_EffectCompletes` does.
  static func anotherEffect() throws {
    try NewsFeed.GIVEN { NewsFeed() }
      .WHEN(.userStartedReading)
      .WHEN(.userOpened("ferry", page: 1))
      .AND(.userOpened("bridge", page: 1))
      .THEN_EnqueuedEffect(LoadStory(id: "ferry", page: 2))
      .runTest()
  }

  /// What nobody said.
  ///
  /// With `.configure(exhaustivity: .on)`, everything that an event changes anywhere in the tree must be named by
  /// a `THEN` before the next `WHEN`. Effects must be named or ended. It can be switched for a whole plan or
  /// between steps, and is off unless asked for.
  static func whatNobodySaid() throws {
    try NewsFeed.GIVEN { NewsFeed() }
      .configure(exhaustivity: .on)
      .WHEN(.userStartedReading)
      .THEN(\.isReading, equals: true)
      .configure(exhaustivity: .off)
      .WHEN(.userQuit)
      .configure(exhaustivity: .on)
      .WHEN(\.rows[1], .userPointed)
      .WITH(\.rows[1])
      .WHEN_EffectCompletes(LoadPreview.self, with: "Mind the gap.")
      .POP()
      .THEN(\.rows[1].preview, equals: "Mind the gap.")
      .runTest()
  }

  /// Something that must always hold.
  ///
  /// `INVARIANT` is checked where it stands and after each event from there on, in forks too. The failure names
  /// the event after which it did not hold.
  static func anInvariant() throws {
    try NewsFeed.GIVEN { NewsFeed() }
      .INVARIANT { feed in
        let past = feed.place.position.line - feed.place.lines
        guard past <= 0 else { throw PastTheEnd(lines: past) }
      }
      .WHEN(.userStartedReading)
      .WHEN(.userOpened("ferry", page: 1))
      .WHEN(.userScrolled(by: 1_000))
      .runTest()
  }

  /// Effects that nobody ended.
  ///
  /// `assertNoPendingEffects: true` asks for the whole tree at the end of each path: children in arrays and
  /// dictionaries too.
  static func pendingEffects() throws {
    try NewsFeed.GIVEN { NewsFeed() }
      .WHEN(.userStartedReading)
      .WHEN(\.rows[1], .userPointed)
      .FORK(.userOpened("ferry", page: 1)) { feed in
        try feed.WITH(\.rows[1]).WHEN_EffectCompletes(LoadPreview.self, with: "Mind the gap.")
      }
      .WITH(\.rows[1])
      .WHEN_EffectCompletes(LoadPreview.self, with: "Mind the gap.")
      .POP()
      .runTest(assertNoPendingEffects: true)
  }

  /// A scope that is never released.
  ///
  /// `assertRelease: true` asks at the end of each path whether the whole tree is gone. The failure names the
  /// scope that leaked, and what may hold it: properties that lead back to it, closures, tasks, middlewares.
  static func aLeak() throws {
    weak var row: ItemRow?  // Not shown.
    defer { row?.send(.unfollow) }  // Not shown.
    try NewsFeed.GIVEN { NewsFeed() }
      .WHEN(\.rows[0], .follow)
      .THEN { feed in row = feed.rows[0] }  // Not shown.
      .runTest(assertRelease: true)
  }
}
