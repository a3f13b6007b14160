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
    try Bakery.GIVEN { Bakery() }
      .WHEN(.open)
      .WHEN(.userOrders("plum cake", pieces: 2))
      .WHEN(.userPays(cents: 500))
      .THEN(\.order, equals: .init(cake: "plum cake", pieces: 2, price: .init(cents: 0, isPaid: true)))
      .runTest()
  }

  /// One element of a collection.
  ///
  /// Collections are compared by element. What is the same is shown only near a difference.
  static func anElement() throws {
    try Bakery.GIVEN { Bakery() }
      .WHEN(.baked(.success(["plum cake"])))
      .THEN(
        \.shelf,
        equals: ["rye", "rolls", "pretzels", "brioche", "baguette", "ciabatta", "plum cake"]
      )
      .runTest()
  }

  /// A long text.
  ///
  /// Of a long text, the part around the difference is shown.
  static func aLongText() throws {
    try Bakery.GIVEN { Bakery() }
      .WHEN(.open)
      .THEN(
        \.notice,
        equals: "Good morning. Our bread is baked at dawn, from flour that was milled the day before in Ulm."
      )
      .runTest()
  }

  /// An event that was refused.
  ///
  /// An update that throws ends its own path, and no other: the fork that leaves before it runs, and fails too.
  /// Where the update should throw, say so with `WHEN_Throws`.
  static func aRefusedEvent() throws {
    try Bakery.GIVEN { Bakery() }
      .FORK(.open) { bakery in
        try bakery.THEN(\.isOpen, equals: false)
      }
      .WHEN(.userOrders("plum cake", pieces: 2))
      .THEN(\.order.pieces, equals: 2)
      .runTest()
  }

  /// A fork in a fork.
  ///
  /// A failure names the forks that led to it. Each fork ran on a bakery of its own, which went the same way up
  /// to there.
  static func aForkInAFork() throws {
    try Bakery.GIVEN { Bakery() }
      .WHEN(.open)
      .FORK(.userOrders("plum cake", pieces: 2)) { bakery in
        try bakery
          .THEN(\.order.price.cents, equals: 900)
          .FORK_EffectFails(Bake.self, with: Burnt()) { bakery in
            try bakery.THEN(\.order.cake, equals: "plum cake")
          }
      }
      .runTest()
  }

  /// Another effect than expected.
  ///
  /// The failure lists what is under way, oldest first, each with the event that started it, and shows how an
  /// effect of the same type differs. Looking at an effect does not end it: `WHEN_EffectCompletes` does.
  static func anotherEffect() throws {
    try Bakery.GIVEN { Bakery() }
      .WHEN(.open)
      .WHEN(.userOrders("plum cake", pieces: 2))
      .AND(.userOrders("rye bread", pieces: 1))
      .THEN_EnqueuedEffect(Bake(cake: "plum cake", pieces: 3))
      .runTest()
  }

  /// What nobody said.
  ///
  /// With `.configure(exhaustivity: .on)`, everything that an event changes anywhere in the tree must be named by
  /// a `THEN` before the next `WHEN`. Effects must be named or ended. It can be switched for a whole plan or
  /// between steps, and is off unless asked for.
  static func whatNobodySaid() throws {
    try Bakery.GIVEN { Bakery() }
      .configure(exhaustivity: .on)
      .WHEN(.open)
      .THEN(\.isOpen, equals: true)
      .configure(exhaustivity: .off)
      .WHEN(.close)
      .configure(exhaustivity: .on)
      .WHEN(\.ovens[1], .heat(degrees: 180))
      .WHEN_EffectCompletes(\.ovens[1], Heat.self, with: 180)
      .THEN(\.ovens[1].degrees, equals: 180)
      .runTest()
  }

  /// Something that must always hold.
  ///
  /// `INVARIANT` is checked where it stands and after each event from there on, in forks too. The failure names
  /// the event after which it did not hold.
  static func anInvariant() throws {
    try Bakery.GIVEN { Bakery() }
      .INVARIANT { bakery in
        guard bakery.order.price.cents >= 0 else { throw Debt(cents: -bakery.order.price.cents) }
      }
      .WHEN(.open)
      .WHEN(.userOrders("rolls", pieces: 1))
      .WHEN(.userPays(cents: 1_000))
      .runTest()
  }

  /// Effects that nobody ended.
  ///
  /// `assertNoPendingEffects: true` asks for the whole tree at the end of each path: children in arrays and
  /// dictionaries too.
  static func pendingEffects() throws {
    try Bakery.GIVEN { Bakery() }
      .WHEN(.open)
      .WHEN(\.ovens[1], .heat(degrees: 180))
      .FORK(.userOrders("rye bread", pieces: 1)) { bakery in
        try bakery.WHEN_EffectCompletes(\.ovens[1], Heat.self, with: 180)
      }
      .WHEN_EffectCompletes(\.ovens[1], Heat.self, with: 180)
      .runTest(assertNoPendingEffects: true)
  }

  /// A scope that is never released.
  ///
  /// `assertRelease: true` asks at the end of each path whether the whole tree is gone. The failure names the
  /// scope that leaked, and what may hold it: properties that lead back to it, closures, tasks, middlewares.
  static func aLeak() throws {
    weak var oven: Oven?  // Not shown.
    defer { oven?.send(.unwatch) }  // Not shown.
    try Bakery.GIVEN { Bakery() }
      .WHEN(\.ovens[0], .watch)
      .THEN { bakery in oven = bakery.ovens[0] }  // Not shown.
      .runTest(assertRelease: true)
  }
}
