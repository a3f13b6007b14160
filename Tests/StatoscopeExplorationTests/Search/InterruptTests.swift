import Foundation
import PlanTestSupport
import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import TestSupport
import Testing

@Suite("Exploration, interrupted")
struct InterruptTests {
  @Test func `an interrupt ends the search, which reports what it has found`() throws {
    let terminal = Terminal(interruptingAt: 5)
    let (found, failures) = try terminal.run {
      try Tally.EXPLORE { Tally(top: 9) }
        .EVENTS { _ in [.up, .down] }
        .ALWAYS("not negative") { $0.count >= 0 }
        .SETTLES("nothing counts") { _ in true }
        .run()
    }
    #expect(found.limit == .interrupted)
    #expect(!found.isComplete)
    #expect(found.uncheckedProperties == ["nothing counts"])
    #expect(
      found.description == """
        Tally: 3 states, 3 transitions, depth 2
        not all of it: interrupted by Ctrl-C, 1 state found but not expanded
        not checked, because that requires all states: SETTLES "nothing counts"
        refused in 1 state: down
        """
    )
    #expect(failures == [])
    let said = terminal.said
    #expect(said.count == 2)
    let extent = "3 states, 3 transitions: interrupted by Ctrl-C, 1 state found but not expanded"
    #expect(
      said.first?.hasPrefix(
        "statoscope: Tally, SETTLES \"nothing counts\" was not checked, because that requires all states: \(extent) ("
      ) == true
    )
    #expect(said.last?.hasPrefix("statoscope: Tally, \(extent) (EXPLORE at ") == true)
    #expect(terminal.ends == 1)
  }

  @Test func `REACHES that an interrupt prevented is a failure that names it`() throws {
    let terminal = Terminal(interruptingAt: 1)
    let (_, failures) = try terminal.run {
      try Tally.EXPLORE { Tally(top: 9) }.EVENTS { _ in [.up] }.REACHES("nine") { $0.count == 9 }.run()
    }
    #expect(
      failures.map(\.text) == [
        """
        // REACHES "nine" is violated: no state of Tally that was found satisfies it. 1 state, 0 transitions: \
        interrupted by Ctrl-C, 1 state found but not expanded.
        // List all possible events with EVENTS and results of effects with EFFECT, raise the limits of run(), or \
        fix the update that should lead to such a state.
        """
      ]
    )
  }

  @Test func `an interrupt ends random walks, which report what they have found`() throws {
    let terminal = Terminal(interruptingAt: 8)
    let (found, _) = try terminal.run {
      try Tally.EXPLORE { Tally(top: 99) }.EVENTS { _ in [.up] }.run(walks: 10, length: 50, seed: 1)
    }
    #expect(found.limit == .interrupted)
    #expect(
      found.description == """
        Tally: 8 states, 7 transitions, depth 7
        not all of it: interrupted by Ctrl-C
        seed 1
        """
    )
    #expect(terminal.ends == 1)
  }

  @Test func `without a terminal no signal handler is installed`() throws {
    let terminal = Terminal(interruptingAt: 1, isTerminal: false)
    let (found, _) = try terminal.run {
      try Tally.EXPLORE { Tally(top: 9) }.EVENTS { _ in [.up] }.run()
    }
    #expect(found.isComplete)
    #expect(terminal.asks == 0)
  }

  @Test func `a run that throws removes its signal handler`() throws {
    let terminal = Terminal(interruptingAt: .max)
    #expect(throws: ExplorationError.self) {
      try terminal.run { try Tally.EXPLORE { throw CancellationError() }.EVENTS { _ in [.up] }.run() }
    }
    #expect(terminal.ends == 1)
  }
}

/// A terminal on which Ctrl-C is pressed before a transition that is looked at.
private final class Terminal: Sendable {
  private struct State {
    var asks = 0
    var ends = 0
    var said: [String] = []
  }

  private let state = Locked(State())
  private let press: Int
  private let isTerminal: Bool

  init(interruptingAt press: Int, isTerminal: Bool = true) {
    self.press = press
    self.isTerminal = isTerminal
  }

  var asks: Int { state.withLock { $0.asks } }
  var ends: Int { state.withLock { $0.ends } }
  var said: [String] { state.withLock { $0.said } }

  func run(_ explore: () throws -> Exploration) throws -> (found: Exploration, failures: [Failure]) {
    let console = ExplorationConsole(
      now: { .zero },
      isTerminal: { self.isTerminal },
      interrupts: {
        Interrupts(
          isRequested: {
            self.state.withLock { state in
              state.asks += 1
              return state.asks >= self.press
            }
          },
          end: { self.state.withLock { $0.ends += 1 } }
        )
      },
      write: { text in self.state.withLock { $0.said.append(text) } }
    )
    var found: [Exploration] = []
    let failures = try failures {
      found = [try ExplorationConsole.$current.withValue(console, operation: explore)]
    }
    return (found[0], failures)
  }
}

#if os(Linux) || os(macOS)
  /// Each in a process of its own, for a signal concerns all of a process.
  @Suite("Exploration, interrupted by a signal")
  struct InterruptSignalTests {
    @Test(.waitsForPrograms) func `SIGINT ends the search, and the text says so`() async {
      await #expect(processExitsWith: .success) {
        let found = try explore(strikes: 1)
        #expect(found.limit == .interrupted)
        #expect(found.states < 10)
      }
    }

    @Test(.waitsForPrograms) func `a second SIGINT ends the process`() async {
      await #expect(processExitsWith: .signal(SIGINT)) { _ = try explore(strikes: 2) }
    }

    @Test(.waitsForPrograms) func `after the run SIGINT has its former effect`() async {
      await #expect(processExitsWith: .signal(SIGINT)) {
        let first = try explore(strikes: 1)
        #expect(first.limit == .interrupted)
        let second = try explore(strikes: 0)
        #expect(second.isComplete)
        strike()
      }
    }

    @Test(.waitsForPrograms) func `a program that ignores SIGINT still ignores it`() async {
      await #expect(processExitsWith: .success) {
        _ = signal(SIGINT, SIG_IGN)
        let found = try explore(strikes: 1)
        #expect(found.isComplete)
        strike()
      }
    }

    @Test(.waitsForPrograms) func `a program that handles SIGINT still handles it`() async {
      await #expect(processExitsWith: .exitCode(42)) {
        _ = signal(SIGINT) { _ in _exit(42) }
        _ = try explore(strikes: 1)
      }
    }
  }

  /// Explores with some signals at the third state, unreported: each process would write a page of its own.
  private func explore(strikes: Int) throws -> Exploration {
    let console = ExplorationConsole(
      now: { .zero },
      isTerminal: { true },
      interrupts: InterruptSignal.listen,
      write: { _ in }
    )
    let left = Locked(strikes)
    let exploration = Tally.EXPLORE { Tally(top: 9) }
      .EVENTS { _ in [.up] }
      .ALWAYS("a signal comes") { tally in
        if tally.count == 3 {
          while left.withLock({ left in
            defer { left -= 1 }
            return left > 0
          }) {
            strike()
          }
        }
        return true
      }
    return try LivingDocumentation.$current.withValue(nil) {
      try ExplorationConsole.$current.withValue(console) { try exploration.run() }
    }
  }

  /// Raises the signal here and now; the threads that run tasks would otherwise put it off.
  private func strike() {
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_UNBLOCK, &all, nil)
    raise(SIGINT)
  }
#endif
