import PlanTestSupport
import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import Testing

/// Dijkstra's dining philosophers, each a child scope that takes its forks one after the other.
@Suite("Exploration, philosophers")
struct PhilosopherTests {
  /// As many states as there are ways to hold forks round a table: the companion Pell numbers.
  @Test(arguments: [(3, 14), (4, 34), (5, 82), (6, 198)])
  func `the numbers of states are the companion Pell numbers`(count: Int, states: Int) throws {
    let (found, failures, _) = try overheard {
      try DiningTable.EXPLORE { DiningTable(count) }
        .EVENTS(\.philosophers) { _ in [.step] }
        .ALWAYS_REACHABLE("the first eats") { $0.philosophers[0].forks == 2 }
        .run()
    }
    #expect(found.states == states)
    #expect(
      SearchedByHand(from: Table(count), \.next)
        == .init(states: found.states, transitions: found.transitions)
    )
    #expect(failures.count == 1)
    #expect(
      failures[0].text.contains(
        """
        is violated after \(count) steps. From there, no path leads to a state that satisfies it; this is the case \
        for 1 of \(states) states.
        """
      )
    )
    #expect(
      Set(found.counterexamples[0].steps)
        == Set((0..<count).map { ".WHEN(\\.philosophers[ifThere: \($0)], .step)" })
    )
  }

  @Test(arguments: [3, 5]) func `no philosopher starves when the last takes the other fork first`(count: Int)
    throws
  {
    var plan = DiningTable.EXPLORE { DiningTable(count, lastIsLeftHanded: true) }
      .EVENTS(\.philosophers) { _ in [.step] }
    for seat in 0..<count {
      plan = plan.ALWAYS_REACHABLE("\(seat) eats") { $0.philosophers[seat].forks == 2 }
    }
    let found = try plan.ALWAYS_REACHABLE("no one eats") { $0.philosophers.allSatisfy { $0.forks == 0 } }
      .run()
    #expect(found.counterexamples.isEmpty)
    #expect(
      SearchedByHand(from: Table(count, lastIsLeftHanded: true), \.next)
        == .init(states: found.states, transitions: found.transitions)
    )
  }
}

private final class DiningTable: Scope {
  enum When {}
  @Subscope var philosophers: [Philosopher]
  fileprivate var isTaken: [Bool]

  init(_ count: Int, lastIsLeftHanded: Bool = false) {
    isTaken = [Bool](repeating: false, count: count)
    philosophers = (0..<count).map { seat in
      let forks = [seat, (seat + 1) % count]
      return Philosopher(lastIsLeftHanded && seat == count - 1 ? forks.reversed() : forks)
    }
  }

  func update(_ when: When) throws {}
}

private final class Philosopher: Scope {
  enum When { case step }
  private(set) var forks = 0
  private let order: [Int]
  @Superscope var table: DiningTable?

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

/// The same as a value.
private struct Table: Hashable {
  var forks: [Int]
  var lastIsLeftHanded = false

  init(_ count: Int, lastIsLeftHanded: Bool = false) {
    forks = [Int](repeating: 0, count: count)
    self.lastIsLeftHanded = lastIsLeftHanded
  }

  var next: [Table] {
    let count = forks.count
    func order(_ seat: Int) -> [Int] {
      lastIsLeftHanded && seat == count - 1 ? [0, seat] : [seat, (seat + 1) % count]
    }
    let taken = Set((0..<count).flatMap { order($0).prefix(forks[$0]) })
    return (0..<count).compactMap { seat in
      var table = self
      if forks[seat] < 2, taken.contains(order(seat)[forks[seat]]) { return nil }
      table.forks[seat] = (forks[seat] + 1) % 3
      return table
    }
  }
}
