import Statoscope
import TestSupport
import Testing

/// Reducers, and the scope whose state is a value that a reducer changes.
@Suite struct ReducerTests {
  @Test func `a reducer changes a state`() throws {
    var till = Till()
    try counting.reduce(&till, .sell(3))
    try counting(&till, .sell(4))
    #expect(till.total == 7)
  }

  @Test(.from(.turnstate)) func `combined reducers run in order, each on the state of the one before`() throws
  {
    let words = combineReducers(
      Reducer<[String], String> { words, word in words.append(word) },
      Reducer<[String], String> { words, _ in words.append("of \(words.count)") }
    )
    var state: [String] = []
    try words.reduce(&state, "a")
    try words.reduce(&state, "b")
    #expect(state == ["a", "of 1", "b", "of 3"])
  }

  @Test func `an error ends a combined reducer, and reverts no changes`() {
    let refusing = Reducer<Till, TillEvent> { _, _ in throw InvalidStateError() }
    let combined = combineReducers(counting, refusing, counting)
    var till = Till()
    #expect(throws: InvalidStateError.self) { try combined.reduce(&till, .sell(3)) }
    #expect(till.total == 3)
  }

  @Test func `no reducers change nothing`() throws {
    var state = 1
    try combineReducers().reduce(&state, "a")
    #expect(state == 1)
  }

  @Test(.from(.turnstate)) func `an event that no reducer handles leaves the state as it is`() {
    let store = ReducerScope(initialState: Till(total: 3), reducer: counting)
    store.send(.load(Gate()))
    #expect(store.getState() == Till(total: 3))
  }

  @Test(.from(.turnstate)) func `a reducer of a part of the state is part of one for the whole`() {
    let amounts = Reducer<Int, TillEvent> { total, when in
      if case .sell(let amount) = when { total += amount }
    }
    let whole = combineReducers(
      counting,
      Reducer<Till, TillEvent> { till, when in try amounts(&till.total, when) }
    )
    let store = ReducerScope(initialState: Till(), reducer: whole)
    store.send(.sell(3)).send(.sell(4))
    #expect(store.getState() == Till(total: 14))
  }

  @Test(.from(.turnstate)) func `an event is reduced before send returns`() {
    let store = ReducerScope(initialState: Till(total: 5), reducer: counting)
    #expect(store.getState() == Till(total: 5))
    store.send(.sell(3)).send(.sell(4))
    #expect(store.getState().total == 12)
    #expect(store.state.total == 12)
  }

  @Test(.from(.cacheStore))
  func `trySend rethrows a reducer's error, and changes are not reverted`() {
    let store = ReducerScope(initialState: Till(), reducer: counting).send(.sell(3))
    #expect(throws: InvalidStateError.self) { try store.trySend(.sell(-1)) }
    #expect(store.getState().total == 3)
  }

  @Test(.from(.turnstate)) func `a subscriber is called after each change, until its token ends`() {
    let (store, journal) = (ReducerScope(initialState: Till(), reducer: counting), Journal())
    let unsubscribe = store.subscribe { store, when in journal.note("\(when): \(store.getState().total)") }
    store.send(.sell(3))
    unsubscribe.cancel()
    store.send(.sell(4))
    #expect(journal.entries == ["sell(3): 3"])
  }

  @Test func `middleware may drop and change events, and read the state`() {
    let store = ReducerScope(initialState: Till(), reducer: counting)
    store.addMiddleware { store, when, next in
      if case .sell(let amount) = when, store.getState().total < 10 { try next(.sell(amount * 2)) }
    }
    store.send(.sell(5)).send(.sell(5))
    #expect(store.getState().total == 10)
  }

  @Test func `a ReducerScope may be a child`() throws {
    let shop = Shop().injectObject("Elm Street")
    let journal = Journal()
    shop.addSubscopeMiddleware { event, next in
      journal.note(event.path)
      try next()
    }
    shop.till.send(.sell(2))
    #expect(journal.entries == [#"\.till"#])
    #expect(try shop.till.resolve(String.self) == "Elm Street")
    #expect(shop.till.tree.root === shop)
  }

  @Test func `a subclass has children that slice its state`() {
    let counter = Counter(initialState: Till(), reducer: counting)
    counter.send(.sell(3))
    #expect(counter.display.total == 3)
    counter.display.total = 8
    #expect(counter.getState().total == 8)
  }

  @Test @MainActor func `a subclass starts effects that end in events`() async {
    let (counter, gate) = (Counter(initialState: Till(), reducer: counting), Gate<Int>())
    counter.send(.load(gate))
    #expect(counter.effects.count == 1)
    await gate.open(5)
    await counter.isSold(5)
    #expect(counter.getState().total == 5)
  }

  @Test func `a part of the state can be observed`() async {
    let store = ReducerScope(initialState: Till(), reducer: counting)
    let totals = store.changes(of: \.state.total)
    store.send(.sell(3)).send(.sell(4))
    var heard: [Int] = []
    for await total in totals {
      heard.append(total)
      if heard.count == 3 { break }
    }
    #expect(heard == [0, 3, 7])
  }

  @Test func `the text of its state is that of a value`() {
    #expect(
      ValueNode(ReducerScope(initialState: Till(total: 3), reducer: counting)).lines.dropFirst() == [
        "  current: Till", "    total: 3",
      ]
    )
  }
}

private struct Till: Equatable {
  var total = 0
}

private enum TillEvent {
  case sell(Int)
  case load(Gate<Int>)
}

private let counting = Reducer<Till, TillEvent> { till, when in
  guard case .sell(let amount) = when else { return }
  guard amount >= 0 else { throw InvalidStateError() }
  till.total += amount
}

private final class Shop: Scope {
  enum When { case nothing }
  @Subscope var till = ReducerScope(initialState: Till(), reducer: counting)
  func update(_ when: When) throws {}
}

private final class Counter: ReducerScope<Till, TillEvent> {
  @Subscope var display = Display()
  private var waiting: (total: Int, continuation: CheckedContinuation<Void, Never>)?

  override func update(_ when: TillEvent) throws {
    try super.update(when)
    if case .load(let gate) = when { effectsState.enqueue(PassGate(gate).map { .sell($0) }) }
    if let waiting, getState().total == waiting.total { waiting.continuation.resume() }
  }

  @MainActor func isSold(_ total: Int) async {
    guard getState().total != total else { return }
    await withCheckedContinuation { waiting = (total, $0) }
  }
}

private final class Display: Scope {
  enum When { case nothing }
  @Slice(\Counter.state.total, set: { .sell($0 - 3) }) var total
  func update(_ when: When) throws {}
}
