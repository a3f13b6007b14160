import Statoscope
import StatoscopeExploration
import StatoscopeTesting

/// Dining philosophers as scopes: a table, and each philosopher a child that takes two forks one after the other.
enum Philosophers {
  static let count = 10

  /// Explores scopes whose state is in plain properties.
  static func explored() -> Exploration {
    Shape.explored {
      try PlainTable.EXPLORE { PlainTable(count) }.EVENTS(\.philosophers) { _ in [.step] }.run()
    }
  }

  /// Explores scopes whose state is in property wrappers that announce its changes.
  static func exploredWhenAnnouncing() -> Exploration {
    Shape.explored {
      try AnnouncingTable.EXPLORE { AnnouncingTable(count) }.EVENTS(\.philosophers) { _ in [.step] }.run()
    }
  }
}

private final class PlainTable: Scope {
  enum When {}
  @Subscope var philosophers: [PlainPhilosopher]
  fileprivate var isTaken: [Bool]

  init(_ count: Int) {
    isTaken = [Bool](repeating: false, count: count)
    philosophers = (0..<count).map { PlainPhilosopher([$0, ($0 + 1) % count]) }
  }

  func update(_ when: When) throws {}
}

private final class PlainPhilosopher: Scope {
  enum When { case step }
  private var forks = 0
  private let order: [Int]
  @Superscope var table: PlainTable?

  init(_ order: [Int]) {
    self.order = order
  }

  func update(_ when: When) throws {
    guard let table else { return }
    if forks == 2 {
      for fork in order { table.isTaken[fork] = false }
      forks = 0
    } else {
      guard !table.isTaken[order[forks]] else { throw InvalidStateError() }
      table.isTaken[order[forks]] = true
      forks += 1
    }
  }
}

private final class AnnouncingTable: Scope, ObservableObject {
  enum When {}
  @Subscope var philosophers: [AnnouncingPhilosopher]
  @Published fileprivate var isTaken: [Bool]

  init(_ count: Int) {
    isTaken = [Bool](repeating: false, count: count)
    philosophers = (0..<count).map { AnnouncingPhilosopher([$0, ($0 + 1) % count]) }
  }

  func update(_ when: When) throws {}
}

private final class AnnouncingPhilosopher: Scope, ObservableObject {
  enum When { case step }
  @Published private var forks = 0
  @Published private var order: [Int]
  @Superscope var table: AnnouncingTable?

  init(_ order: [Int]) {
    self.order = order
  }

  func update(_ when: When) throws {
    guard let table else { return }
    if forks == 2 {
      for fork in order { table.isTaken[fork] = false }
      forks = 0
    } else {
      guard !table.isTaken[order[forks]] else { throw InvalidStateError() }
      table.isTaken[order[forks]] = true
      forks += 1
    }
  }
}

/// The philosophers as a value, searched by hand.
struct PhilosophersByHand: Hashable {
  private var forks: [Int]
  private var isTaken: [Bool]

  private init(_ count: Int) {
    forks = [Int](repeating: 0, count: count)
    isTaken = [Bool](repeating: false, count: count)
  }

  /// Searches breadth first, keeps all states and transitions, and gives the number of these.
  static func transitions() -> Int {
    let start = PhilosophersByHand(Philosophers.count)
    var numbers = [start: 0]
    var states = [start]
    var transitions: [(from: Int, to: Int)] = []
    var next = 0
    while next < states.count {
      for seat in 0..<Philosophers.count {
        var state = states[next]
        guard state.step(seat) else { continue }
        if let known = numbers[state] {
          transitions.append((next, known))
        } else {
          transitions.append((next, states.count))
          numbers[state] = states.count
          states.append(state)
        }
      }
      next += 1
    }
    return transitions.count
  }

  private mutating func step(_ seat: Int) -> Bool {
    let order = (seat, (seat + 1) % forks.count)
    if forks[seat] == 2 {
      isTaken[order.0] = false
      isTaken[order.1] = false
      forks[seat] = 0
    } else {
      let fork = forks[seat] == 0 ? order.0 : order.1
      guard !isTaken[fork] else { return false }
      isTaken[fork] = true
      forks[seat] += 1
    }
    return true
  }
}
