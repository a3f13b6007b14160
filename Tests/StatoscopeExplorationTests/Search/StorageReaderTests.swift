import PlanTestSupport
import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import TestSupport
import Testing

#if canImport(Combine)
  import Combine
#endif

/// Property wrappers are read through the key paths that they pass on; each change counts, whatever announces it.
///
/// Each test knows the number of states: a change that is missed makes one of two, and leads to no others.
@Suite("Exploration, storage of property wrappers")
struct StorageReaderTests {
  @Test func `a published property counts, set or changed in place`() throws {
    let found = try Meter.EXPLORE { Meter() }.EVENTS { _ in [.raise, .mark, .clear, .touch] }.run()
    // Three levels, and lists of up to two marks of three levels.
    #expect(found.states == 3 * 13)
    #expect(found.isComplete)
  }

  @Test func `storage counts that is assigned or swapped without an announcement`() throws {
    let found = try Juggler.EXPLORE { Juggler() }
      .EVENTS { sut in sut.first + sut.second < 4 ? [.raise, .swap] : [.swap, .raise] }
      .run()
    #expect(found.states == 9)
  }

  @Test func `what a refused event has changed counts`() throws {
    let found = try Meter.EXPLORE { Meter() }.EVENTS { sut in sut.level < 2 ? [.raiseInVain] : [] }.run()
    #expect(found.states == 3)
    #expect(found.transitions == 2)
  }

  @Test func `effects count that are enqueued, cancelled, or started when one ends`() throws {
    let found = try Waiter.EXPLORE { Waiter() }
      .EVENTS { sut in sut.effects.count < 2 ? [.wait, .stop] : [.stop] }
      .EFFECT(Pause.self, completesWith: [1])
      .run()
    // Up to two pauses of which the second one waits, each after an even or odd number of ends.
    #expect(found.states == 6)
    #expect(found.isComplete)
  }

  @Test func `a child counts that is replaced, moved or changed by its parent`() throws {
    let found = try Mover.EXPLORE { Mover() }.EVENTS { _ in [.raise, .move, .replace] }.run()
    #expect(found.states == 4)
    #expect(found.isComplete)
  }

  @Test func `plain properties count beside wrappers, also those of a subclass`() throws {
    let found = try Mixed.EXPLORE { Mixed() }.EVENTS { _ in [.raise, .raisePlain, .raiseInherited] }.run()
    #expect(found.states == 27)
    let plain = try Unmixed.EXPLORE { Unmixed() }.EVENTS { _ in [.raise] }.run()
    #expect(plain.states == 3)
  }

  @Test func `an object in a published property counts that changes inside`() throws {
    let found = try Boxed.EXPLORE { Boxed() }.EVENTS { sut in [sut.box.number < 0 ? .raise : .raise] }.run()
    #expect(found.states == 3)
  }

  @Test func `a list of scopes counts by its order and its members`() throws {
    let found = try LeafRack.EXPLORE { LeafRack() }
      .EVENTS { sut in sut.leaves.count < 2 ? [.add, .raise, .drop] : [.raise, .drop, .reverse] }
      .run()
    // Lists of up to two leaves, each of two levels.
    #expect(found.states == 7)
  }

  @Test func `a case counts by its values and its scope`() throws {
    let found = try Desk.EXPLORE { Desk() }
      .EVENTS { sut in sut.sheet == nil ? [.open(1), .open(2), .note(1), .note(2)] : [.close, .raise] }
      .run()
    // None, two notes, and a leaf of two levels behind each of two tags.
    #expect(found.states == 7)
  }

  @Test func `a stored value counts that another scope has changed`() throws {
    let found = try Pair.EXPLORE { Pair().injectObject(StateStorage.inMemory()) }
      .EVENTS(\.one) { keeper in [keeper.count < 0 ? .set : .set, .update] }
      .REACHES("another one has changed it") { $0.other.count == 2 }
      .run()
    #expect(found.states == 3)
    #expect(found.flow(reaching: "another one has changed it") != nil)
  }

  @Test func `a property of any type counts that held a property wrapper at first`() throws {
    let found = try Keeper.EXPLORE { Keeper() }.EVENTS { _ in
      [.keep(1), .keep(2), .announce(1), .announce(2)]
    }
    .run()
    #expect(found.states == 9)
  }

  @Test func `a property counts that shares its offset with an empty one`() throws {
    let found = try Hollow.EXPLORE { Hollow() }.EVENTS { sut in sut.level < 3 ? [.raise] : [] }.run()
    #expect(found.states == 3)
  }

  @Test func `a property of a generic class counts`() throws {
    let texts = try Cell<String>.EXPLORE { Cell("a") }.EVENTS { _ in [.set("a"), .set("b"), .set("c")] }.run()
    #expect(texts.states == 3)
    let numbers = try Cell<[Int]>.EXPLORE { Cell([]) }.EVENTS { sut in
      [.set(sut.value.count < 2 ? sut.value + [1] : [])]
    }
    .run()
    #expect(numbers.states == 3)
  }
}

private final class Meter: Scope, ObservableObject {
  enum When { case raise, raiseInVain, mark, clear, touch }

  @Published private(set) var level = 0
  @Published private var marks: [Int] = []

  func update(_ when: When) throws {
    switch when {
    case .raise: level = (level + 1) % 3
    case .raiseInVain:
      level += 1
      throw InvalidStateError()
    case .mark: if marks.count < 2 { marks.append(level) }
    case .clear: marks = []
    case .touch: level += 0
    }
  }
}

private final class Juggler: Scope, ObservableObject {
  enum When { case raise, swap }

  @Published private(set) var first = 0
  @Published private(set) var second = 0

  func update(_ when: When) throws {
    switch when {
    case .raise: _first = Published(initialValue: (first + 1) % 3)
    case .swap: Swift.swap(&_first, &_second)
    }
  }
}

private struct Pause: Effect, Hashable {
  func runEffect() async throws -> Int { 0 }
}

private final class Waiter: Scope, ObservableObject {
  enum When: Sendable { case wait, stop, ended(Int) }

  @Published private var ends = 0

  func update(_ when: When) throws {
    switch when {
    case .wait: effectsState.enqueue(Pause().map { .ended($0) }, id: "pause", policy: .queue)
    case .stop: effectsState.cancelAllEffects()
    case .ended(let number): ends = (ends + number) % 2
    }
  }
}

private final class Leaf: Scope, ObservableObject {
  enum When {}

  @Published var level = 0

  func update(_ when: When) throws {}

  func raise() { level = 1 - level }
}

private final class Mover: Scope {
  enum When { case raise, move, replace }

  @Subscope private var left: Leaf? = Leaf()
  @Subscope private var right: Leaf?

  func update(_ when: When) throws {
    switch when {
    case .raise: (left ?? right)?.raise()
    case .move:
      let (first, second) = (left, right)
      (left, right) = (nil, nil)
      (left, right) = (second, first)
    case .replace: if left == nil { right = Leaf() } else { left = Leaf() }
    }
  }
}

private class MixedBase: ScopeNode, ObservableObject {
  @Published fileprivate var level = 0
  fileprivate var inherited = 0
}

private final class Mixed: MixedBase, ScopeProtocol {
  enum When { case raise, raisePlain, raiseInherited }

  private var plain = 0

  func update(_ when: When) throws {
    switch when {
    case .raise: level = (level + 1) % 3
    case .raisePlain: plain = (plain + 1) % 3
    case .raiseInherited: inherited = (inherited + 1) % 3
    }
  }
}

private final class Unmixed: MixedBase, ScopeProtocol {
  enum When { case raise }

  func update(_ when: When) throws { level = (level + 1) % 3 }
}

private final class Box {
  var number = 0
}

private final class Boxed: Scope, ObservableObject {
  enum When { case raise }

  @Published private(set) var box = Box()

  func update(_ when: When) throws { box.number = (box.number + 1) % 3 }
}

private final class LeafRack: Scope {
  enum When { case add, raise, drop, reverse }

  @Subscope private(set) var leaves: [Leaf] = []

  func update(_ when: When) throws {
    switch when {
    case .add: leaves.append(Leaf())
    case .raise: leaves.last?.raise()
    case .drop: _ = leaves.popLast()
    case .reverse: leaves.reverse()
    }
  }
}

private enum Sheet: ScopeEnum {
  case leaf(Leaf, tag: Int)
  case note(Int)
}

private final class Desk: Scope {
  enum When { case open(Int), note(Int), close, raise }

  @Subscope private(set) var sheet: Sheet?

  func update(_ when: When) throws {
    switch when {
    case .open(let tag): sheet = .leaf(Leaf(), tag: tag)
    case .note(let number): sheet = .note(number)
    case .close: sheet = nil
    case .raise: if case .leaf(let leaf, _) = sheet { leaf.raise() }
    }
  }
}

private final class StoredCount: Scope {
  enum When { case set, update }

  @Stored("count") private(set) var count = 0

  func update(_ when: When) throws {
    switch when {
    case .set: count = (count + 1) % 3
    case .update: $count.update { $0 = ($0 + 1) % 3 }
    }
  }
}

private final class Pair: Scope {
  enum When {}

  @Subscope var one = StoredCount()
  @Subscope var other = StoredCount()

  func update(_ when: When) throws {}
}

private final class Keeper: Scope {
  enum When { case keep(Int), announce(Int) }

  private var kept: Any = Superscope<Leaf?>()
  private var announced: Any = Published(initialValue: 0)

  func update(_ when: When) throws {
    switch when {
    case .keep(let number): kept = number
    case .announce(let number): announced = Published(initialValue: number)
    }
  }
}

private struct Nothing {}

private final class Hollow: Scope, ObservableObject {
  enum When { case raise }

  private var nothing = Nothing()
  @Published private(set) var level = 0

  func update(_ when: When) throws { level = (level + 1) % 3 }
}

private final class Cell<Value: Sendable>: Scope, ObservableObject {
  enum When: Sendable { case set(Value) }

  @Published private(set) var value: Value

  init(_ value: Value) {
    self.value = value
  }

  func update(_ when: When) throws {
    if case .set(let value) = when { self.value = value }
  }
}
