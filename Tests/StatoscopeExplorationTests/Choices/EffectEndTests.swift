import PlanTestSupport
import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import Testing

@Suite("Exploration, ends of effects that depend on the state")
struct EffectEndTests {
  @Test func `a result depends on the effect and on the state`() throws {
    let found = try Office.EXPLORE { Office() }
      .EVENTS { sut in sut.asked < 2 ? [.ask] : [] }
      .EFFECT(Answer.self) { answer, sut in [.completes(with: answer.number * 10 + sut.answers.count)] }
      .run()
    #expect(found.isComplete)
    #expect(found.counterexamples.isEmpty)
    let (_, failures, _) = try overheard {
      try Office.EXPLORE { Office() }
        .EVENTS { sut in sut.asked < 2 ? [.ask] : [] }
        .EFFECT(Answer.self) { answer, sut in [.completes(with: answer.number * 10 + sut.answers.count)] }
        .NEVER("the second first") { $0.answers == [20, 11] }
        .run()
    }
    #expect(
      failures.map { $0.text.split(separator: "\n").dropFirst().joined(separator: "\n") } == [
        """
        try Office.GIVEN { Office() }
          .WHEN(.ask)
          .WHEN(.ask)
          .WHEN_EffectCompletes(Answer.self, number: 2, with: 20)
          .WHEN_EffectCompletes(Answer.self, with: 11)
          .THEN_Not("the second first") { $0.answers == [20, 11] }
          .runTest()
        """
      ]
    )
  }

  @Test func `an effect without an end waits until there is one`() throws {
    let found = try Office.EXPLORE { Office() }
      .EVENTS { sut in sut.asked == 0 ? [.ask] : sut.isOpen ? [] : [.open] }
      .EFFECT(Answer.self) { _, sut in sut.isOpen ? [.completes(with: 1)] : [] }
      .REACHES("answered") { $0.answers == [1] }
      .run()
    #expect(
      found.flow(reaching: "answered")?.steps.dropFirst() == [
        ".WHEN(.open)", ".WHEN_EffectCompletes(Answer.self, with: 1)",
      ]
    )
    // It may end in another state, so it is not one that never ends.
    #expect(found.effectsThatNeverEnd == [])
    #expect(found.states == 4)
  }

  @Test func `a stream yields, fails, and ends without another element`() throws {
    let found = try Office.EXPLORE { Office() }
      .EVENTS { sut in sut.asked == 0 ? [.listen] : [] }
      .EFFECT(Calls.self) { _, sut in
        sut.answers.count < 2 ? [.yields(sut.answers.count)] : [.ends, .fails(with: Offline())]
      }
      .REACHES("hung up") { $0.hasHungUp }
      .REACHES("offline") { $0.hasFailed }
      .run()
    #expect(
      found.flow(reaching: "hung up")?.steps == [
        ".WHEN(.listen)", ".WHEN_StreamYields(Calls.self, 0)", ".WHEN_StreamYields(Calls.self, 1)",
        ".WHEN_EffectCompletes(Calls.self)",
      ]
    )
    #expect(found.flow(reaching: "offline")?.steps.last == ".WHEN_EffectFails(Calls.self, with: Offline())")
  }

  @Test func `ends: lists the end of a stream beside its elements`() throws {
    let found = try Office.EXPLORE { Office() }
      .EVENTS { sut in sut.asked == 0 ? [.listen] : [] }
      .EFFECT(Calls.self, yields: [], ends: true)
      .REACHES("hung up") { $0.hasHungUp }
      .run()
    #expect(
      found.flow(reaching: "hung up")?.steps == [".WHEN(.listen)", ".WHEN_EffectCompletes(Calls.self)"]
    )
    #expect(found.mermaid().contains("Calls ends"))
  }

  @Test func `the closure gets the child that enqueued the effect`() throws {
    let found = try Building.EXPLORE { Building() }
      .EVENTS(\.offices) { office in office.asked == 0 ? [.ask] : [] }
      .EFFECT(\.offices, Answer.self) { _, office in [.completes(with: office.floor)] }
      .REACHES("all") { $0.offices.map(\.answers) == [[1], [2]] }
      .run()
    #expect(found.flow(reaching: "all") != nil)
    let single = try Building.EXPLORE { Building() }
      .EVENTS(\.first) { office in office.asked == 0 ? [.ask] : [] }
      .EFFECT(\.first, Answer.self) { _, office in [.completes(with: office.floor)] }
      .REACHES("first") { $0.first.answers == [1] }
      .run()
    #expect(single.flow(reaching: "first") != nil)
  }

  @Test func `an element of what is no stream stops the process`() async {
    await #expect(processExitsWith: .failure) {
      _ = try Office.EXPLORE { Office() }
        .EVENTS { sut in sut.asked == 0 ? [.ask] : [] }
        .EFFECT(Answer.self) { _, _ in [.yields(1)] }
        .run()
    }
  }
}

private final class Office: Scope {
  enum When {
    case ask
    case open
    case listen
    case answered(Int)
    case hungUp
    case failed
  }

  private(set) var asked = 0
  private(set) var isOpen = false
  private(set) var answers: [Int] = []
  private(set) var hasHungUp = false
  private(set) var hasFailed = false
  let floor: Int

  init(floor: Int = 0) {
    self.floor = floor
  }

  func update(_ when: When) {
    switch when {
    case .ask:
      asked += 1
      effectsState.enqueue(Answer(number: asked).map(When.answered))
    case .open: isOpen = true
    case .listen:
      asked += 1
      effectsState.enqueue(
        Calls().mapToResult().map { (try? $0.get()).map(When.answered) ?? .failed }.mapEnd(to: .hungUp)
      )
    case .answered(let answer): answers.append(answer)
    case .hungUp: hasHungUp = true
    case .failed: hasFailed = true
    }
  }
}

private final class Building: Scope {
  enum When {}

  @Subscope var offices = [Office(floor: 1), Office(floor: 2)]
  var first: Office { offices[0] }

  func update(_ when: When) {}
}

private struct Answer: Effect, Hashable {
  let number: Int
  func runEffect() async throws -> Int { number }
}

private struct Calls: StreamEffect, Hashable {
  func stream() -> AsyncStream<Int> { AsyncStream { $0.finish() } }
}
