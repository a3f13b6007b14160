import Observation
import Statoscope
import TestSupport
import Testing

#if canImport(Combine)
  import Combine
#endif

/// `withObservationTracking` sees what was read through the tree, and nothing else.
@Suite struct TrackingTests {
  @Test func `reads through a superscope are tracked at the ancestor`() {
    let shop = Shop()
    #expect(isNotified(reading: { _ = shop.shelf.shop?.name }, when: { shop.send(.rename("b")) }))
    #expect(!isNotified(reading: { _ = shop.shelf.shop?.name }, when: { shop.send(.setOpen(true)) }))
  }

  @Test func `reads through a slice are tracked at the ancestor`() {
    let shop = Shop()
    #expect(isNotified(reading: { _ = shop.shelf.isOpen }, when: { shop.send(.setOpen(true)) }))
    #expect(!isNotified(reading: { _ = shop.shelf.isOpen }, when: { shop.send(.rename("b")) }))
  }

  @Test func `setting a slice notifies those that track the ancestor`() {
    let shop = Shop()
    #expect(isNotified(reading: { _ = shop.isOpen }, when: { shop.shelf.isOpen = true }))
  }

  @Test func `reads of a child's property are tracked along the key path`() {
    let shop = Shop()
    #expect(isNotified(reading: { _ = shop.shelf.label }, when: { shop.shelf.send(.relabel("b")) }))
    #expect(isNotified(reading: { _ = shop.shelf.label }, when: { shop.shelf = Shelf() }))
    #expect(!isNotified(reading: { _ = shop.shelf.label }, when: { shop.shelf.send(.recount) }))
    #expect(!isNotified(reading: { _ = shop.shelf.label }, when: { shop.send(.rename("b")) }))
  }

  @Test func `reads of an array of children are tracked as one property`() {
    let shop = Shop()
    #expect(isNotified(reading: { _ = shop.more.count }, when: { shop.more.append(Shelf()) }))
    #expect(!isNotified(reading: { _ = shop.more.count }, when: { shop.more[0].send(.relabel("b")) }))
  }

  @Test func `an @Observable class may be a scope with children and effects`() throws {
    let model = Model().injectObject(Currency(sign: "$")).injectObject(EffectsExecution.enqueueOnly)
    model.send(.add(3))
    #expect(model.total == 3)
    #expect(model.price == "$3")
    #expect(model.shelf.tree.keyPathFromRoot == #"\.shelf"#)
    #expect(model.shelf.model === model)
    model.send(.loadMore)
    #expect(model.effects.count == 1)
    #expect(throws: InvalidStateError.self) { try model.trySend(.refuse) }
  }

  @Test func `the properties of an @Observable scope are tracked individually`() {
    let model = Model()
    #expect(isNotified(reading: { _ = model.total }, when: { model.send(.add(1)) }))
    #expect(!isNotified(reading: { _ = model.name }, when: { model.send(.add(1)) }))
    #expect(isNotified(reading: { _ = model.shelf.label }, when: { model.shelf.send(.relabel("b")) }))
    #expect(isNotified(reading: { _ = model.shelf }, when: { model.shelf = Shelf() }))
    #expect(isNotified(reading: { _ = model.shelf.total }, when: { model.send(.add(1)) }))
  }

  @Test func `the text of an @Observable scope's state has its property names`() {
    #expect(
      ValueNode(Model()).lines == [
        "Model", "  total: 0", #"  name: "a""#, "  shelf: Shelf", #"    label: "a""#, "    count: 0",
      ]
    )
  }

  @Test func `the state of a ReducerScope is tracked`() {
    let store = ReducerScope(initialState: 0, reducer: Reducer<Int, Int> { state, when in state += when })
    #expect(isNotified(reading: { _ = store.getState() }, when: { store.send(1) }))
    #expect(store.state == 1)
  }

  /// Whether a tracked reader is notified of what is done next.
  private func isNotified(reading read: () -> Void, when change: () -> Void) -> Bool {
    let journal = Journal()
    withObservationTracking(read) { journal.note("notified") }
    change()
    return !journal.entries.isEmpty
  }
}

private final class Shop: Scope, ObservableObject {
  enum When {
    case rename(String)
    case setOpen(Bool)
  }

  @Published var name = "a"
  @Published var isOpen = false
  @Subscope var shelf = Shelf()
  @Subscope var more = [Shelf()]

  func update(_ when: When) throws {
    switch when {
    case .rename(let name): self.name = name
    case .setOpen(let isOpen): self.isOpen = isOpen
    }
  }
}

private final class Shelf: Scope, ObservableObject {
  enum When {
    case relabel(String)
    case recount
  }

  @Published var label = "a"
  @Published var count = 0
  @Superscope var shop: Shop?
  @Superscope var model: Model?
  @Slice(\Shop.isOpen, set: Shop.When.setOpen) var isOpen
  @Slice(\Model.total) var total

  func update(_ when: When) throws {
    switch when {
    case .relabel(let label): self.label = label
    case .recount: count += 1
    }
  }
}

private struct Currency: Injectable {
  var sign: String
  static let defaultValue = Currency(sign: "€")
}

@Observable private final class Model: Scope {
  enum When {
    case add(Int)
    case loadMore
    case refuse
  }

  private(set) var total = 0
  var name = "a"
  @ObservationIgnored @Subscope var shelf = Shelf()
  @ObservationIgnored @Injected private var currency: Currency

  var price: String { "\(currency.sign)\(total)" }

  func update(_ when: When) throws {
    switch when {
    case .add(let amount): total += amount
    case .loadMore: effectsState.enqueue(AnyEffect { .add(1) })
    case .refuse: throw InvalidStateError()
    }
  }
}
