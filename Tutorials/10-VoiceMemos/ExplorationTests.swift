import Foundation
import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import Testing

/// All sequences of what two memos and their players can do.
@Suite struct ExplorationTests {
  @Test func `at most one memo plays, whatever happens`() throws {
    let found = try VoiceMemos.EXPLORE { VoiceMemos(memos: ["1", "2"].map { .functions(title: $0) }) }
      .EVENTS { list in list.memos.isEmpty ? [] : [.userDeleted([0])] }
      .EVENTS(\.memos) { _ in [.userTappedPlay] }
      .EFFECT(PlayAudio.self, completesWith: [true], failsWith: [NoDisk()])
      .EFFECT(TimerEffect.self, yields: [1])
      // The closures of its subscriptions capture nothing, which an exploration cannot see.
      .STATE { list in list.debugDescription }
      .ALWAYS("at most one memo plays") { list in list.memos.count { $0.mode != .notPlaying } <= 1 }
      .SETTLES("nothing plays") { list in list.memos.allSatisfy { $0.mode == .notPlaying } }
      .REACHES("the second memo plays") { list in list.memos.last?.mode == .playing(progress: 0) }
      .run()
    #expect(found.isComplete)
    #expect(found.counterexamples.isEmpty)
  }
}
