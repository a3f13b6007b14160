import Statoscope
import TestSupport
import Testing

/// The pure ledger, taken through every short sequence of steps and compared with the policies' table.
@Suite(.computes) struct EffectsLedgerTests {
  /// Each first step is a test case of its own.
  @Test(arguments: LedgerWalk.firstSteps)
  func `every sequence of five steps satisfies the ledger's invariants`(from first: LedgerStep) {
    var walk = LedgerWalk(maximumLength: 5)
    walk.goOn(from: LedgerRun(), with: first)
    #expect(walk.violations == [])
    #expect(walk.stepCount > 1_000)
  }

  @Test func `long sequences satisfy the ledger's invariants`() {
    var random = SplitMix64(seed: 20)
    var violations: [String] = []
    for _ in 0..<200 {
      var run = LedgerRun()
      for _ in 0..<60 where violations.isEmpty {
        let steps = run.possibleSteps(withPoliciesForNoID: true)
        violations += run.take(steps[Int.random(in: 0..<steps.count, using: &random)])
      }
    }
    #expect(violations == [])
  }

  @Test func `a thousand effects end in any order, and the rest are in order`() {
    var random = SplitMix64(seed: 9)
    var ledger = EffectsLedger<String, UInt64>()
    var actions = EffectsLedger<String, UInt64>.Actions()
    for generation in UInt64(1)...1_000 {
      ledger.enqueue(
        generation,
        generation: generation,
        id: generation % 3 == 0 ? "id" : nil,
        policy: .all,
        &actions
      )
    }
    var left = Set(UInt64(1)...1_000)
    for generation in (UInt64(1)...1_000).shuffled(using: &random) {
      #expect(ledger.end(generation)?.work == generation)
      #expect(ledger[generation] == nil && ledger.end(generation)?.work == nil)
      left.remove(generation)
      if left.count % 50 == 0 {
        #expect(ledger.listed.map(\.generation) == left.sorted())
        #expect(ledger.listed.allSatisfy { ($0.id == nil) == ($0.generation % 3 != 0) })
      }
    }
    #expect(ledger.isEmpty)
  }

  @Test func `a policy does not apply to an effect without an ID`() {
    for policy in EffectPolicy.allCases {
      var ledger = EffectsLedger<String, String>()
      var actions = EffectsLedger<String, String>.Actions()
      ledger.enqueue("a", generation: 1, id: nil, policy: policy, &actions)
      ledger.enqueue("b", generation: 2, id: nil, policy: policy, &actions)
      #expect(actions.started == ["a", "b"])
      #expect(actions.cancelled == [])
      #expect(ledger.listed.map(\.work) == ["a", "b"])
    }
  }

  @Test func `several are cancelled, oldest first, before the next starts`() {
    var ledger = EffectsLedger<String, String>()
    var actions = EffectsLedger<String, String>.Actions()
    ledger.enqueue("a", generation: 1, id: "id", policy: .all, &actions)
    ledger.enqueue("b", generation: 2, id: "id", policy: .all, &actions)
    ledger.enqueue("c", generation: 3, id: "id", policy: .queue, &actions)
    ledger.enqueue("d", generation: 4, id: "id", policy: .queue, &actions)
    actions = EffectsLedger.Actions()
    ledger.cancel([3, 2, 1, 2, 9], &actions)
    #expect(actions.cancelled == ["a", "b"])
    #expect(actions.started == ["d"])
  }
}

/// Every way on from a run, depth first, so that sequences share what they begin with.
private struct LedgerWalk {
  let maximumLength: Int
  private(set) var stepCount = 0
  private(set) var violations: [String] = []

  static let firstSteps = LedgerRun().possibleSteps(withPoliciesForNoID: true)

  init(maximumLength: Int) { self.maximumLength = maximumLength }

  mutating func goOn(from run: LedgerRun, with step: LedgerStep) {
    // One is enough to fix, and the rest would be its echoes.
    guard violations.isEmpty else { return }
    var next = run
    violations += next.take(step)
    stepCount += 1
    guard next.path.count < maximumLength else { return }
    for step in next.possibleSteps(withPoliciesForNoID: next.path.count < 2) { goOn(from: next, with: step) }
  }
}
