import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import Testing

/// Keeps the names of one page apart from those of others.
enum ExplorationsArticle {
  struct Offline: Error, Equatable {}

  struct Send: Effect, Hashable {
    func runEffect() async throws {}
  }

  final class Upload: Scope {
    enum When {
      case userTappedSend
      case userTappedCancel
      case sent(Result<Void, any Error>)
    }

    private(set) var isSending = false
    private(set) var isSent = false
    private(set) var attempts = 0

    func update(_ when: When) throws {
      switch when {
      case .userTappedSend:
        isSent = false
        attempts = 0
        send()
      case .userTappedCancel:
        effectsState.cancelAllEffects()
        isSending = false
      case .sent(.success):
        isSending = false
        isSent = true
      case .sent(.failure):
        isSending = false
        if attempts < 3 { send() }
      }
    }

    private func send() {
      isSending = true
      attempts += 1
      effectsState.enqueue(Send().mapToResult().map(When.sent))
    }
  }

  struct Receive: Effect, Hashable {
    func runEffect() async throws -> String { "" }
  }

  final class Ballot: Scope {
    enum When {
      case begin
      case received(String)
    }

    private(set) var channel = ["Ada"]
    private(set) var isSaving = false
    private(set) var leader: String?
    var isDone: Bool { leader != nil }

    func update(_ when: When) throws {
      switch when {
      case .begin:
        isSaving = true
        effectsState.enqueue(Receive().map(When.received))
      case .received(let name):
        channel.removeFirst()
        isSaving = false
        leader = name
      }
    }
  }

  @Suite struct ExplorationsArticleTests {
    @Test func `a ballot is decided, and waits for nobody`() throws {
      let found = try Ballot.EXPLORE { Ballot().send(.begin) }
        .EFFECT(Receive.self) { receive, sut in
          sut.channel.first.map { [.completes(with: $0)] } ?? []
        }
        .NEVER_STUCK("waits for nobody", unless: { $0.isDone })
        .LEADS_TO("a save is answered", from: { $0.isSaving }, to: { !$0.isSaving })
        .EVENTUALLY("elected") { $0.leader != nil }
        .run()
      #expect(found.isComplete)
      #expect(found.counterexamples.isEmpty)
    }

    @Test func `an upload violates no property`() throws {
      let found = try Upload.EXPLORE { Upload() }
        .EVENTS { upload in upload.isSending ? [.userTappedCancel] : [.userTappedSend] }
        .EFFECT(Send.self, completesWith: [()], failsWith: [Offline()])
        .ALWAYS("three attempts at most") { $0.attempts <= 3 }
        .NEVER("sent and sending") { $0.isSent && $0.isSending }
        .REACHES("sent") { $0.isSent }
        .ALWAYS_REACHABLE("it can be sent") { $0.isSending }
        .SETTLES("nothing is being sent") { !$0.isSending }
        .run()
      #expect(found.isComplete)
      #expect(found.counterexamples.isEmpty)
    }
  }
}
