#if !canImport(Combine)
  @_spi(SwiftUI) import Observation
  import Statoscope
  import Testing

  /// What SwiftUI hears of a change: it follows the end of a change, too, which the public `withObservationTracking` does not.
  @Suite struct NoticeTests {
    @Test func `a view is notified once before and once after each change`() {
      let (shop, model) = (Shop(), Model())
      let changes: [(read: () -> Void, change: () -> Void)] = [
        ({ _ = shop.name }, { shop.name = "b" }),
        ({ _ = shop.name }, { shop.name.append("c") }),
        ({ _ = shop.isOpen }, { shop.shelf.isOpen = true }),
        ({ _ = shop.shelf }, { shop.shelf = Shelf() }),
        ({ _ = shop.more }, { shop.more = [Shelf()] }),
        ({ _ = shop.more }, { shop.more.append(Shelf()) }),
        ({ _ = shop.more }, { shop.more.first?.removeFromSuperscope() }),
        ({ _ = shop.byName }, { shop.byName = ["a": Shelf()] }),
        ({ _ = shop.byName }, { shop.byName["b"] = Shelf() }),
        ({ _ = shop.byName }, { shop.byName.first?.value.removeFromSuperscope() }),
        ({ _ = model.shelf }, { model.shelf = Shelf() }),
      ]
      for (read, change) in changes {
        let notices = Locked<[String]>([])
        withObservationTracking(
          read,
          willSet: { _ in notices.withLock { $0.append("will change") } },
          didSet: { _ in notices.withLock { $0.append("has changed") } }
        )
        change()
        #expect(notices.withLock { $0 } == ["will change", "has changed"])
      }
    }
  }

  private final class Shop: Scope, ObservableObject {
    enum When {
      case setOpen(Bool)
    }

    @Published var name = "a"
    @Published var isOpen = false
    @Subscope var shelf = Shelf()
    @Subscope var more = [Shelf()]
    @Subscope var byName: [String: Shelf] = [:]

    func update(_ when: When) throws {
      switch when {
      case .setOpen(let isOpen): self.isOpen = isOpen
      }
    }
  }

  private final class Shelf: Scope, ObservableObject {
    typealias When = Never

    @Superscope var shop: Shop?
    @Slice(\Shop.isOpen, set: Shop.When.setOpen) var isOpen

    func update(_ when: When) throws {}
  }

  @Observable private final class Model: Scope {
    typealias When = Never

    @ObservationIgnored @Subscope var shelf = Shelf()

    func update(_ when: When) throws {}
  }
#endif
