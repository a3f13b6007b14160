import Statoscope
import Testing

#if canImport(Combine)
  import Combine
#endif

/// Faults that the fuzzer of re-entrancy has found, each as a small program.
@Suite struct ReentrantChangeTests {
  @Test func `a value may set its property again in its release`() {
    let room = Room()
    room.mark = Mark(1) { [unowned room] in room.mark = Mark(3) }
    room.mark = Mark(2)
    #expect(room.mark.number == 3)
  }

  @Test func `a value that is replaced in place may set its property again`() {
    let room = Room()
    room.mark = Mark(1) { [unowned room] in room.mark = Mark(3) }
    room.mark.replace(by: 2)
    #expect(room.mark.number == 3)
  }

  @Test func `a case may move its scope while another one is removed`() {
    let (room, other, leaving, moving) = (Room(), Room(), Room(), Room())
    room.doors = [0: .plain(leaving), 1: .asked(moving, Action())]
    guard case .asked(_, let action)? = room.doors[1] else { return }
    action.perform = { [unowned action] in
      action.perform = {}
      moving.removeFromSuperscope()
      other.next = moving
    }
    leaving.removeFromSuperscope()
    #expect(room.tree.children.isEmpty)
    #expect(moving.tree.parent === other)
  }

  @Test func `a cancelled effect may move its scope while a subscriber is added`() {
    let (other, room) = (Room(), Room())
    var root: Root? = Root()
    _ = other.hookCounts
    room.injectObject(EffectsExecution.enqueueOnly)
    room.send(.wait(Mark { other.next = room }))
    var token: ScopeSubscription?
    root?.first = Room { token = room.subscribe(to: Room.self) { _, _, _ in } }
    root?.second = room
    root = nil
    #expect(room.tree.parent === other)
    #expect(other.hookCounts == other.recountedHooks)
    withExtendedLifetime(token) {}
  }
}

/// A value that runs code when its last copy is released.
private struct Mark: Sendable {
  /// Unchecked and sound: each test lives on one thread.
  private final class Release: @unchecked Sendable {
    let perform: () -> Void
    init(_ perform: @escaping () -> Void) { self.perform = perform }
    deinit { perform() }
  }

  let number: Int
  private var release: Release?

  init(_ number: Int = 0, released: (() -> Void)? = nil) {
    self.number = number
    release = released.map { Release($0) }
  }

  mutating func replace(by number: Int) { self = Mark(number) }
}

/// An effect that is listed and never runs.
private struct Wait: Effect {
  let mark: Mark
  func runEffect() async throws -> Room.When { .wait(mark) }
}

private final class Action {
  var perform: () -> Void = {}
}

private enum Door: ScopeEnum {
  case plain(Room)
  case asked(Room, Action)

  var scope: ScopeNode? {
    switch self {
    case .plain(let room): return room
    case .asked(let room, let action):
      action.perform()
      return room
    }
  }
}

private final class Room: Scope, ObservableObject {
  enum When { case wait(Mark) }

  @Subscope var next: Room?
  @Subscope var doors: [Int: Door] = [:]
  @Published var mark = Mark(0)
  private let released: () -> Void

  init(released: @escaping () -> Void = {}) { self.released = released }

  deinit { released() }

  func update(_ when: When) throws {
    switch when {
    case .wait(let mark): effectsState.enqueue(Wait(mark: mark))
    }
  }
}

private final class Root: Scope {
  enum When {}

  @Subscope var first: Room?
  @Subscope var second: Room?

  func update(_ when: When) throws {}
}
