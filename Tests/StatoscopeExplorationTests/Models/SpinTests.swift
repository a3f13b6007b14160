import PlanTestSupport
import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import Testing

/// Eight models of the Promela files that Spin 6.5.2 was given (`pan` with `-DNOREDUCE`): the numbers of states are Spin's,
/// and so are the lengths of the shortest counterexamples (`-DBFS`).
///
/// Spin counts the initial state among its transitions, so it has one more of these.
@Suite("Exploration, as Spin does it")
struct SpinTests {
  @Test func `Peterson's processes as effects`() throws {
    let (found, _) = try explore(SpinModels.Peterson.plan(.init()))
    #expect(found.states == 20 && found.transitions == 34)
  }

  @Test func `Peterson's processes, the turn before the flag`() throws {
    let (found, failures) = try explore(SpinModels.Peterson.plan(.init(isBroken: true)))
    #expect(failures.count == 1)
    #expect(found.counterexamples.map(\.steps.count) == [6])
  }

  @Test func `the alternating bit with both channels in one scope`() throws {
    let (found, failures) = try explore(SpinModels.AlternatingBit.plan(.init()))
    #expect(failures == [])
    #expect(found.states == 210 && found.transitions == 750)
  }

  @Test func `a receiver that ignores the bit`() throws {
    let (found, _) = try explore(SpinModels.AlternatingBit.plan(.init(isBroken: true)))
    #expect(found.counterexamples.map(\.steps.count) == [4])
  }

  @Test func `the alternating bit over channels that reorder`() throws {
    let (found, failures) = try explore(SpinModels.AlternatingBit.plan(.init(keepsOrder: false)))
    #expect(failures.count == 1)
    #expect(found.counterexamples.map(\.steps.count) == [7])
    #expect(found.states == 3_690)
  }

  @Test func `a two-phase commit whose participants may crash`() throws {
    let (found, failures) = try explore(SpinModels.TwoPhaseCommit.plan(.init()))
    #expect(failures == [])
    #expect(found.states == 3_537 && found.transitions == 15_894)
  }

  @Test func `a coordinator that takes a timeout for a yes`() throws {
    let (found, _) = try explore(SpinModels.TwoPhaseCommit.plan(.init(takesTimeoutForYes: true)))
    #expect(found.counterexamples.map(\.steps.count) == [7])
  }

  @Test func `a leader in the ring of Chang and Roberts`() throws {
    let (found, failures) = try explore(SpinModels.Ring.plan(.init([3, 7, 2, 5, 4])))
    #expect(failures == [])
    #expect(found.states == 2_081 && found.transitions == 6_334)
  }

  @Test func `two nodes of the greatest number`() throws {
    let (found, _) = try explore(SpinModels.Ring.plan(.init([3, 7, 2, 7, 4])))
    #expect(found.counterexamples.map(\.steps.count) == [7])
  }

  @Test func `a monitor that wakes any one of those that wait`() throws {
    let (found, failures) = try explore(SpinModels.Monitor.plan(.init()))
    #expect(failures.count == 1)
    #expect(found.counterexamples.map(\.steps.count) == [18])
    #expect(found.states == 808 && found.transitions == 4_734)
  }

  @Test func `a monitor that wakes all`() throws {
    let (found, failures) = try explore(SpinModels.Monitor.plan(.init(wakesAll: true)))
    #expect(failures == [])
    #expect(found.states == 83 && found.transitions == 378)
  }

  @Test func `eight philosophers`() throws {
    let (found, failures) = try explore(SpinModels.Philosophers.plan(.init(8)))
    #expect(failures.count == 1)
    #expect(found.counterexamples.map(\.steps.count) == [8])
    #expect(found.states == 1_154 && found.transitions == 5_968)
  }

  @Test func `eight philosophers, the last of whom takes the other fork first`() throws {
    let (found, failures) = try explore(SpinModels.Philosophers.plan(.init(8, isFixed: true)))
    #expect(failures == [])
    #expect(found.states == 985 && found.transitions == 4_992)
  }

  @Test(arguments: [(6, 576, 2_208), (8, 3_072, 14_848)])
  func `a token that only its owner uses or passes on`(nodes: Int, states: Int, transitions: Int) throws {
    let (found, failures) = try explore(SpinModels.Token.plan(.init(nodes)))
    #expect(failures == [])
    #expect(found.states == states && found.transitions == transitions)
  }

  /// Rotations of the table are one state where `STATE` says so: by Burnside, (1154 + 34 + 2 · 6 + 4 · 2) / 8.
  @Test func `eight philosophers who are all alike`() throws {
    let (found, failures) = try explore(
      SpinModels.Philosophers.plan(.init(8)).STATE { sut in
        (0..<8).map { start in (0..<8).map { sut.places[(start + $0) % 8] } }
          .min { $0.lexicographicallyPrecedes($1) } ?? []
      }
    )
    #expect(found.states == 151)
    #expect(failures.count == 1)
  }

  private func explore<Root: ScopeProtocol>(_ plan: @autoclosure () throws -> ExplorationPlan<Root>) throws
    -> (found: Exploration, failures: [Failure])
  {
    let (found, failures, _) = try overheard { try plan().run() }
    return (found, failures)
  }
}
