import Statoscope
import TestSupport
import Testing

/// `changes(of:)`: a property's values over time, as a sequence.
@MainActor @Suite struct ChangesTests {
  @Test func `the current value comes first, then each new one`() async {
    let lamp = Lamp()
    let changes = lamp.changes(of: \.brightness)
    lamp.send(.set(1)).send(.set(2))
    #expect(await first(3, of: changes) == [0, 1, 2])
  }

  @Test func `an unchanged value is not repeated`() async {
    let lamp = Lamp()
    let changes = lamp.changes(of: \.brightness)
    lamp.send(.set(0)).send(.set(1)).send(.set(1)).send(.nothing).send(.set(0))
    #expect(await first(3, of: changes) == [0, 1, 0])
  }

  @Test func `each consumer receives every value`() async {
    let lamp = Lamp()
    let (one, other) = (lamp.changes(of: \.brightness), lamp.changes(of: \.brightness))
    lamp.send(.set(1))
    #expect(await first(2, of: one) == [0, 1])
    #expect(await first(2, of: other) == [0, 1])
  }

  @Test func `each iterator of one sequence receives every value`() async {
    let lamp = Lamp()
    let changes = lamp.changes(of: \.brightness)
    let begun = Gate<Void>()
    let consumers = (0..<2).map { _ in
      Task {
        var values: [Int] = []
        for await value in changes {
          values.append(value)
          if values.count == 1 { _ = try? await begun.pass() }
          if values.count == 4 { break }
        }
        return values
      }
    }
    await begun.arrived(2)
    lamp.send(.set(1)).send(.set(2)).send(.set(3))
    await begun.open(())
    for consumer in consumers { #expect(await consumer.value == [0, 1, 2, 3]) }
  }

  @Test func `a later iterator begins with the value of that moment`() async {
    var lamp: Lamp? = Lamp()
    guard let changes = lamp?.changes(of: \.brightness) else { return }
    var first = changes.makeAsyncIterator()
    lamp?.send(.set(1)).send(.set(2))
    var later = changes.makeAsyncIterator()
    lamp?.send(.set(3))
    for value in [0, 1, 2, 3] { #expect(await first.next(isolation: #isolation) == value) }
    for value in [2, 3] { #expect(await later.next(isolation: #isolation) == value) }
    lamp = nil
    #expect(await first.next(isolation: #isolation) == nil)
    #expect(await later.next(isolation: #isolation) == nil)
    #expect(await self.first(1, of: changes) == [])
  }

  @Test func `a key path may lead into a child`() async {
    let room = Room()
    let changes = room.changes(of: \.lamp.brightness)
    room.lamp.send(.set(1))
    let former = room.lamp
    room.send(.replaceLamp)
    former.send(.set(7))
    room.lamp.send(.set(2))
    #expect(await first(4, of: changes) == [0, 1, 0, 2])
  }

  @Test func `a key path may lead through an optional child`() async {
    let room = Room()
    let changes = room.changes(of: \.spare?.brightness)
    room.send(.addSpare)
    room.spare?.send(.set(3))
    room.send(.removeSpare)
    #expect(await first(4, of: changes) == [nil, 0, 3, nil])
  }

  @Test func `a change of an update that throws is delivered`() async {
    let lamp = Lamp()
    let changes = lamp.changes(of: \.brightness)
    #expect(throws: InvalidStateError.self) { try lamp.trySend(.setAndThrow(9)) }
    #expect(await first(2, of: changes) == [0, 9])
  }

  @Test func `the sequence ends when the scope is released`() async {
    var lamp: Lamp? = Lamp()
    weak let released = lamp
    let changes = lamp?.changes(of: \.brightness)
    lamp?.send(.set(1))
    lamp = nil
    #expect(released == nil)
    var values: [Int] = []
    if let changes { for await value in changes { values.append(value) } }
    #expect(values == [0, 1])
  }

  @Test func `a waiting consumer receives the next value`() async {
    let lamp = Lamp()
    var changes = lamp.changes(of: \.brightness).makeAsyncIterator()
    #expect(await changes.next(isolation: #isolation) == 0)
    let sending = Task { _ = lamp.send(.set(4)) }
    #expect(await changes.next(isolation: #isolation) == 4)
    await sending.value
  }

  @Test func `a scope that an event of a descendant releases is not read again`() async {
    var room: Room? = Room()
    let lamp = room?.lamp
    let changes = room?.changes(of: \.lamp.brightness)
    let token = lamp?.subscribe { _, _ in room = nil }
    lamp?.send(.set(1))
    var values: [Int] = []
    if let changes { for await value in changes { values.append(value) } }
    #expect(values == [0])
    token?.cancel()
  }

  @Test func `a consumer that was released has no further cost`() async {
    let lamp = Lamp()
    var changes: AnyValues? = AnyValues(lamp.changes(of: \.measured))
    lamp.send(.set(1))
    #expect(lamp.measurements == 2)
    changes = nil
    lamp.send(.set(2)).send(.set(3))
    #expect(lamp.measurements == 2)
    _ = changes
  }

  @Test func `values that an abandoned iteration did not take are released`() {
    let box = Box()
    weak var value: Box.Value?
    var changes: (any Sendable)?
    changes = box.changes(of: \.value)
    do {
      let first = Box.Value()
      value = first
      box.send(.put(first)).send(.put(nil))
    }
    #expect(value != nil)
    changes = nil
    #expect(value == nil)
    _ = changes
  }

  @Test func `a value that was taken is released when the next is taken`() async {
    let box = Box()
    weak var value: Box.Value?
    var changes = box.changes(of: \.value).makeAsyncIterator()
    do {
      let first = Box.Value()
      value = first
      box.send(.put(first))
      #expect(await changes.next(isolation: #isolation) == .some(nil))
      #expect(await changes.next(isolation: #isolation) == first)
    }
    box.send(.put(nil))
    #expect(value == nil)
  }

  @Test func `a consumer whose task was cancelled has no further cost`() async {
    let lamp = Lamp()
    let heard = Gate<Void>()
    let consumer = Task { [changes = lamp.changes(of: \.measured)] in
      for await _ in changes { await heard.open(()) }
    }
    _ = try? await heard.pass()
    consumer.cancel()
    await consumer.value
    let measurements = lamp.measurements
    lamp.send(.set(1))
    #expect(lamp.measurements == measurements)
  }

  @Test func `the release of one consumer does not affect others`() async {
    let lamp = Lamp()
    do { _ = lamp.changes(of: \.brightness) }
    let staying = lamp.changes(of: \.brightness)
    lamp.send(.set(1)).send(.set(2))
    #expect(await first(3, of: staying) == [0, 1, 2])
  }

  private func first<Value: Sendable>(
    _ count: Int,
    of changes: some AsyncSequence<Value, Never> & Sendable
  ) async -> [Value] {
    var values: [Value] = []
    for await value in changes {
      values.append(value)
      if values.count == count { break }
    }
    return values
  }
}

/// Keeps a sequence that has no name.
private struct AnyValues {
  let sequence: any AsyncSequence & Sendable
  init(_ sequence: some AsyncSequence<Int, Never> & Sendable) { self.sequence = sequence }
}

private final class Lamp: Scope {
  enum When {
    case set(Int)
    case setAndThrow(Int)
    case nothing
  }

  private(set) var brightness = 0
  private(set) var measurements = 0
  var measured: Int {
    measurements += 1
    return brightness
  }

  func update(_ when: When) throws {
    switch when {
    case .set(let brightness):
      self.brightness = brightness
    case .setAndThrow(let brightness):
      self.brightness = brightness
      throw InvalidStateError()
    case .nothing:
      break
    }
  }
}

private final class Room: Scope {
  enum When {
    case replaceLamp
    case addSpare
    case removeSpare
  }

  @Subscope var lamp = Lamp()
  @Subscope var spare: Lamp?

  func update(_ when: When) throws {
    switch when {
    case .replaceLamp: lamp = Lamp()
    case .addSpare: spare = Lamp()
    case .removeSpare: spare = nil
    }
  }
}

private final class Box: Scope {
  final class Value: Sendable, Equatable {
    static func == (left: Value, right: Value) -> Bool { left === right }
  }

  enum When: Sendable { case put(Value?) }

  private(set) var value: Value?

  func update(_ when: When) throws {
    if case .put(let value) = when { self.value = value }
  }
}
