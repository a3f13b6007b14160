import Statoscope
import StatoscopeTesting

/// Ten failing flow tests; the page shows their code and their output.
///
/// Lines that end in "Not shown." clean up, and are omitted from the page.
enum Examples {
  /// The examples in the order of the page.
  static var all: [(name: String, run: () throws -> Void)] {
    [
      ("aNestedValue", aNestedValue),
      ("anElement", anElement),
      ("aLongText", aLongText),
      ("aRefusedEvent", aRefusedEvent),
      ("aForkInAFork", aForkInAFork),
      ("anotherEffect", anotherEffect),
      ("unassertedChanges", unassertedChanges),
      ("anInvariant", anInvariant),
      ("pendingEffects", pendingEffects),
      ("aLeak", aLeak),
    ]
  }

  /// A value that differs.
  ///
  /// For a nested value, the failure shows the parts that differ, with the lines that enclose them.
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
  /// Collections are compared by element. Equal elements are shown only near a difference.
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
  /// For a long text, the failure shows the part around the difference.
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
  /// An update that throws ends its own path only: the fork before it runs, and fails, too. If the update should
  /// throw, use `WHEN_Throws`.
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
  /// A failure names the forks that led to it. Each fork runs on a fresh feed, which took the same steps up to
  /// there.
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

  /// A different effect than expected.
  ///
  /// The failure lists the effects in flight, oldest first, each with the event that started it, and the difference
  /// to an effect of the same type. Checking an effect does not end it: `WHEN_EffectCompletes` does.
  static func anotherEffect() throws {
    try NewsFeed.GIVEN { NewsFeed() }
      .WHEN(.userStartedReading)
      .WHEN(.userOpened("ferry", page: 1))
      .AND(.userOpened("bridge", page: 1))
      .THEN_EnqueuedEffect(LoadStory(id: "ferry", page: 2))
      .runTest()
  }

  /// Unasserted changes.
  ///
  /// With `.configure(exhaustivity: .on)`, a `THEN` must assert every change of an event anywhere in the tree before
  /// the next `WHEN`. Effects must be asserted or ended. It applies to a whole plan or from a step on, and is off by
  /// default. `@Suite(.flowSettings(.strict))` makes all plans of a suite exhaustive.
  static func unassertedChanges() throws {
    try NewsFeed.GIVEN { NewsFeed() }
      .configure(exhaustivity: .on)
      .WHEN(.userStartedReading)
      .THEN(\.isReading, equals: true)
      .configure(exhaustivity: .off)
      .WHEN(.userQuit)
      .configure(exhaustivity: .on)
      .WHEN(\.rows[ifThere: 1], .userPointed)
      .WITH(\.rows[ifThere: 1])
      .WHEN_EffectCompletes(LoadPreview.self, with: "Mind the gap.")
      .POP()
      .THEN(\.rows[1].preview, equals: "Mind the gap.")
      .runTest()
  }

  /// A violated invariant.
  ///
  /// `INVARIANT` is checked immediately and after each further step, in forks too. The failure names the step
  /// after which the invariant was violated.
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

  /// Pending effects.
  ///
  /// `assertNoPendingEffects: true` checks the whole tree at the end of each path, including children in arrays and
  /// dictionaries.
  static func pendingEffects() throws {
    try NewsFeed.GIVEN { NewsFeed() }
      .WHEN(.userStartedReading)
      .WHEN(\.rows[ifThere: 1], .userPointed)
      .FORK(.userOpened("ferry", page: 1)) { feed in
        try feed.WITH(\.rows[ifThere: 1]).WHEN_EffectCompletes(LoadPreview.self, with: "Mind the gap.")
      }
      .WITH(\.rows[ifThere: 1])
      .WHEN_EffectCompletes(LoadPreview.self, with: "Mind the gap.")
      .POP()
      .runTest(assertNoPendingEffects: true)
  }

  /// A scope that is never released.
  ///
  /// `assertRelease: true` checks at the end of each path that the whole tree was released. The failure names the
  /// leaked scope, and the references that may retain it: properties, closures, tasks, middlewares.
  static func aLeak() throws {
    weak var row: ItemRow?  // Not shown.
    defer { row?.send(.unfollow) }  // Not shown.
    try NewsFeed.GIVEN { NewsFeed() }
      .WHEN(\.rows[ifThere: 0], .follow)
      .THEN { feed in row = feed.rows[0] }  // Not shown.
      .runTest(assertRelease: true)
  }
}
