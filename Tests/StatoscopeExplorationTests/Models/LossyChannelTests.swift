import PlanTestSupport
import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import Testing

/// Messages over a channel that loses them and their acknowledgements: the alternating bit protocol of Bartlett,
/// Scantlebury and Wilkinson, and what goes wrong without its parts.
@Suite("Exploration, lossy channel")
struct LossyChannelTests {
  @Test func `without a retry, one loss is a dead end`() throws {
    let (found, failures) = try explore(Channel.Kind.sendsOnce)
    #expect(failures.map { $0.text.prefix { $0 != "\"" } } == ["// ALWAYS_REACHABLE ", "// SETTLES "])
    let lost = [".WHEN(.send)", ".WHEN_EffectFails(Transmit.self, with: Lost())"]
    #expect(found.counterexamples.map(\.steps) == [lost, lost])
    #expect(failures[0].text.contains("try Channel.GIVEN { Channel(kind) } // replace kind\n"))
  }

  @Test func `without a bit, a lost acknowledgement delivers a message twice`() throws {
    let (found, failures) = try explore(.retriesWithoutBit)
    #expect(
      failures[0].text.hasPrefix("// ALWAYS \"each message once, in order\" is violated after 4 steps.")
    )
    #expect(
      found.counterexamples[0].steps == [
        ".WHEN(.send)", ".WHEN_EffectCompletes(Transmit.self, with: ())",
        ".WHEN_EffectFails(Acknowledge.self, with: Lost())", ".WHEN_EffectCompletes(Transmit.self, with: ())",
      ]
    )
  }

  @Test func `the alternating bit delivers in order, unless all messages are lost`() throws {
    let (found, failures) = try explore(.alternatingBit)
    #expect(failures.count == 1)
    #expect(
      failures[0].text.hasPrefix(
        "// SETTLES \"all is sent or given up\" is violated after 1 step. From there, the results of effects"
      )
    )
    #expect(
      found.counterexamples[0].steps == [".WHEN(.send)", ".WHEN_EffectFails(Transmit.self, with: Lost())"]
    )
    // Before the start; of each message, four: sent or acknowledged, and whether it was delivered before; the end.
    #expect(found.states == 1 + 3 * Channel.messages + 1)
  }

  @Test func `with a limit of the retries it settles too`() throws {
    let (found, failures) = try explore(.bounded)
    #expect(failures == [])
    #expect(found.isComplete)
  }

  private func explore(_ kind: Channel.Kind) throws -> (found: Exploration, failures: [Failure]) {
    let (found, failures, _) = try overheard {
      try Channel.EXPLORE { Channel(kind) }
        .EVENTS { sut in sut.isStarted ? [] : [.send] }
        .EFFECT(Transmit.self, completesWith: [()], failsWith: [Lost()])
        .EFFECT(Acknowledge.self, completesWith: [()], failsWith: [Lost()])
        .ALWAYS("each message once, in order") { $0.delivered == Array(0..<$0.delivered.count) }
        .ALWAYS_REACHABLE("all is sent or given up") { !$0.isStarted || $0.isDone }
        .SETTLES("all is sent or given up") { !$0.isStarted || $0.isDone }
        .run(states: 1_000)
    }
    return (found, failures)
  }
}

private final class Channel: Scope {
  enum Kind { case sendsOnce, retriesWithoutBit, alternatingBit, bounded }
  enum When {
    case send
    case arrived(Result<Void, any Error>)
    case acknowledged(Result<Void, any Error>)
  }

  static var messages: Int { 2 }

  private(set) var isStarted = false
  private(set) var isDone = false
  private(set) var delivered: [Int] = []
  private var message = 0
  private var attempts = 0
  /// The bit that the receiver waits for.
  private var expectedBit = 0
  private let kind: Kind

  init(_ kind: Kind) {
    self.kind = kind
  }

  func update(_ when: When) throws {
    switch when {
    case .send:
      isStarted = true
      transmit()
    case .arrived(.success):
      if kind == .retriesWithoutBit || message % 2 == expectedBit, delivered.count <= Self.messages {
        delivered.append(message)
        expectedBit = 1 - expectedBit
      }
      effectsState.enqueue(Acknowledge().mapToResult().map(When.acknowledged))
    case .acknowledged(.success):
      message += 1
      attempts = 0
      if message < Self.messages { transmit() } else { isDone = true }
    case .arrived(.failure), .acknowledged(.failure):
      attempts += kind == .bounded ? 1 : 0
      if attempts == 3 { isDone = true } else if kind != .sendsOnce { transmit() }
    }
  }

  private func transmit() {
    effectsState.enqueue(Transmit().mapToResult().map(When.arrived))
  }
}

private struct Transmit: Effect, Hashable {
  func runEffect() async throws {}
}

private struct Acknowledge: Effect, Hashable {
  func runEffect() async throws {}
}

private struct Lost: Error {}
