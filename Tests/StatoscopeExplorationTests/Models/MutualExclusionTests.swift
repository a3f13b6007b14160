import PlanTestSupport
import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import Testing

/// Two processes and one critical section, after Baier and Katoen, Principles of Model Checking, section 2.2.
@Suite("Exploration, mutual exclusion")
struct MutualExclusionTests {
  /// The states and transitions of the reachable part, as the book draws them.
  @Test(arguments: [
    (MutualExclusion.Algorithm.nothing, 9, 18), (.flags, 8, 12), (.semaphore, 8, 14), (.peterson, 10, 16),
  ])
  func `each algorithm has the known numbers of states and transitions`(
    algorithm: MutualExclusion.Algorithm,
    states: Int,
    transitions: Int
  ) throws {
    let found = try MutualExclusion.EXPLORE { MutualExclusion(algorithm) }
      .EVENTS { _ in [.step(0), .step(1)] }
      .run()
    #expect(found.states == states)
    #expect(found.transitions == transitions)
  }

  @Test func `without an algorithm both enter the critical section`() throws {
    let (found, failures, _) = try overheard {
      try MutualExclusion.EXPLORE { MutualExclusion(.nothing) }
        .EVENTS { _ in [.step(0), .step(1)] }
        .NEVER("both are critical") { $0.places == [.critical, .critical] }
        .ALWAYS_REACHABLE("the first is critical") { $0.places[0] == .critical }
        .run()
    }
    #expect(failures.count == 1)
    #expect(found.counterexamples.map(\.steps.count) == [4])
  }

  @Test func `two processes that wait for each other's flags wait for ever`() throws {
    let (found, failures, _) = try overheard {
      try MutualExclusion.EXPLORE { MutualExclusion(.flags) }
        .EVENTS { _ in [.step(0), .step(1)] }
        .NEVER("both are critical") { $0.places == [.critical, .critical] }
        .ALWAYS_REACHABLE("the first is critical") { $0.places[0] == .critical }
        .run()
    }
    #expect(failures.count == 1)
    #expect(
      failures[0].text.contains(
        "no path leads to a state that satisfies it; this is the case for 1 of 8 states."
      )
    )
    #expect(found.counterexamples.map(\.steps) == [[".WHEN(.step(0))", ".WHEN(.step(1))"]])
  }

  @Test(arguments: [MutualExclusion.Algorithm.semaphore, .peterson])
  func `a semaphore and Peterson's algorithm exclude without starvation`(
    algorithm: MutualExclusion.Algorithm
  ) throws {
    let found = try MutualExclusion.EXPLORE { MutualExclusion(algorithm) }
      .EVENTS { _ in [.step(0), .step(1)] }
      .NEVER("both are critical") { $0.places == [.critical, .critical] }
      .ALWAYS_REACHABLE("the first is critical") { $0.places[0] == .critical }
      .ALWAYS_REACHABLE("the second is critical") { $0.places[1] == .critical }
      .run()
    #expect(found.counterexamples.isEmpty)
    #expect(found.isComplete)
  }

  @Test(arguments: [MutualExclusion.Algorithm.semaphore, .peterson])
  func `processes that run as effects end under any schedule`(
    algorithm: MutualExclusion.Algorithm
  ) throws {
    // One waits busily: that the other never has its turn is no schedule.
    let found = try MutualExclusion.EXPLORE { MutualExclusion(algorithm) }
      .EVENTS { sut in sut.effects.isEmpty && !sut.isDone ? [.start] : [] }
      .EFFECT(ProcessStep.self, completesWith: [()])
      .SETTLES("both are done") { $0.isDone || $0.places == [.idle, .idle] && $0.effects.isEmpty }
      .run()
    #expect(found.counterexamples.isEmpty)
    #expect(found.isComplete)
  }

  @Test func `processes in a busy wait for each other never settle`() throws {
    let (found, failures, _) = try overheard {
      try MutualExclusion.EXPLORE { MutualExclusion(.flags) }
        .EVENTS { sut in sut.effects.isEmpty && !sut.isDone ? [.start] : [] }
        .EFFECT(ProcessStep.self, completesWith: [()])
        .SETTLES("both are done") { $0.isDone || $0.places == [.idle, .idle] && $0.effects.isEmpty }
        .run()
    }
    #expect(failures.count == 1)
    #expect(failures[0].text.contains("the results of effects form a cycle"))
    // Three steps lead there, and a turn is one of each process.
    let steps = try #require(found.counterexamples.first?.steps)
    #expect(steps.count == 5)
    #expect(steps.first == ".WHEN(.start)")
  }
}

final class MutualExclusion: Scope {
  enum Algorithm { case nothing, flags, semaphore, peterson }
  enum Place { case idle, waiting, critical, done }
  enum When { case step(Int), start, ran(Int) }

  private(set) var places = [Place.idle, .idle]
  /// Whose turn it is when both wait.
  private var turn = 0
  private let algorithm: Algorithm

  init(_ algorithm: Algorithm) {
    self.algorithm = algorithm
  }

  var isDone: Bool { places == [.done, .done] }

  func update(_ when: When) throws {
    switch when {
    case .step(let process): try step(process, last: .idle)
    case .start: for process in 0...1 { run(process) }
    case .ran(let process):
      // Tries again when it cannot get in.
      try? step(process, last: .done)
      if places[process] != .done { run(process) }
    }
  }

  private func run(_ process: Int) {
    effectsState.enqueue(ProcessStep(process: process).map { .ran(process) })
  }

  private func step(_ process: Int, last: Place) throws {
    switch places[process] {
    case .idle:
      places[process] = .waiting
      if algorithm == .peterson { turn = 1 - process }
    case .waiting:
      guard mayEnter(process) else { throw InvalidStateError() }
      places[process] = .critical
    case .critical, .done: places[process] = last
    }
  }

  private func mayEnter(_ process: Int) -> Bool {
    let other = places[1 - process]
    let isOtherAway = other == .idle || other == .done
    return switch algorithm {
    case .nothing: true
    case .flags: isOtherAway
    case .semaphore: other != .critical
    case .peterson: isOtherAway || turn == process
    }
  }
}

struct ProcessStep: Effect, Hashable {
  let process: Int
  func runEffect() async throws {}
}
