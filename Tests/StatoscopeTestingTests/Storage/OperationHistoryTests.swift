import StatoscopeTesting
import TestSupport
import Testing

/// The checker of histories: what it accepts and what it refuses.
@Suite struct OperationHistoryTests {
  typealias Operation = OperationHistory.Operation

  @Test func `a history without operations is linearizable`() {
    #expect(OperationHistory().isLinearizable)
  }

  @Test func `operations one after the other happen in that order`() {
    let first = Operation(.set(1), start: 1, end: 2)
    let second = Operation(.set(2), start: 3, end: 4)
    #expect(OperationHistory([first, second, Operation(.read(2), start: 5, end: 6)]).isLinearizable)
    #expect(!OperationHistory([first, second, Operation(.read(1), start: 5, end: 6)]).isLinearizable)
  }

  @Test func `operations that overlap happen in either order`() {
    let (first, second) = (Operation(.set(1), start: 1, end: 4), Operation(.set(2), start: 2, end: 3))
    for last in [1, 2] {
      #expect(OperationHistory([first, second, Operation(.read(last), start: 5, end: 6)]).isLinearizable)
    }
    #expect(!OperationHistory([first, second, Operation(.read(0), start: 5, end: 6)]).isLinearizable)
  }

  @Test(arguments: [(1, false), (2, true), (3, false)])
  func `an update that is lost or made twice is found`(_ sum: Int, _ isRight: Bool) {
    let history = OperationHistory([
      Operation(.add(1), start: 1, end: 3), Operation(.add(1), start: 2, end: 4),
      Operation(.read(sum), start: 5, end: 6),
    ])
    #expect(history.isLinearizable == isRight)
  }

  @Test func `two updates that have seen the same number are found`() {
    let history = OperationHistory([
      Operation(.add(1, seen: 0), start: 1, end: 3), Operation(.add(1, seen: 0), start: 2, end: 4),
    ])
    #expect(!history.isLinearizable)
    let fixed = OperationHistory([
      Operation(.add(1, seen: 0), start: 1, end: 3), Operation(.add(1, seen: 1), start: 2, end: 4),
    ])
    #expect(fixed.isLinearizable)
  }

  @Test func `a read of an old number after a newer one is found`() {
    let history = OperationHistory([
      Operation(.add(1), start: 1, end: 6), Operation(.read(1), start: 2, end: 3),
      Operation(.read(0), start: 4, end: 5),
    ])
    #expect(!history.isLinearizable)
  }

  @Test func `an operation without an answer has happened or not, but once`() {
    let lost = Operation(.add(1), start: 1, end: nil)
    for (seen, isRight) in [(0, true), (1, true), (2, false)] {
      #expect(OperationHistory([lost, Operation(.read(seen), start: 2, end: 3)]).isLinearizable == isRight)
    }
    let late = [Operation(.read(0), start: 2, end: 3), Operation(.read(1), start: 4, end: 5)]
    #expect(OperationHistory([lost] + late).isLinearizable)
    #expect(!OperationHistory([lost] + late + [Operation(.read(0), start: 6, end: 7)]).isLinearizable)
  }

  @Test func `a history begins with its number, and describes itself`() {
    let history = OperationHistory(
      startingWith: 5,
      [Operation(.set(1), start: 2, end: nil), Operation(.read(5), start: 1, end: 3)]
    )
    #expect(history.isLinearizable)
    #expect(history.description == "starts with 5\n1–3: read(5)\n2–?: set(1)")
  }

  @Test func `random orders of operations are linearizable, and those with another sum are not`() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<200 {
      var (history, value) = (OperationHistory(), 0)
      for moment in 0..<12 {
        let number = Int.random(in: 1...9, using: &random)
        // Each operation happens at ten times its moment, and begins and ends around that.
        let start = moment * 10 - Int.random(in: 0...25, using: &random)
        let end = moment * 10 + Int.random(in: 0...25, using: &random)
        history.record(
          Operation(.add(number, seen: Bool.random(using: &random) ? value : nil), start: start, end: end)
        )
        value += number
      }
      var wrong = history
      history.record(Operation(.read(value), start: 1_000, end: 1_001))
      wrong.record(Operation(.read(value + 1), start: 1_000, end: 1_001))
      #expect(history.isLinearizable)
      #expect(!wrong.isLinearizable)
    }
  }
}
