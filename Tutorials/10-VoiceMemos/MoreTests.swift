import Foundation
import Statoscope
import StatoscopeTesting
import Testing

/// Behavior that the tests of the Composable Architecture's example do not cover.
@Suite(.flowSettings(.strict)) struct MoreTests {
  @Test func `a memo that starts to play stops the others`() throws {
    try VoiceMemos.GIVEN { list(of: "1", "2") }
      .WHEN(\.memos[ifThere: 0], .userTappedPlay)
      .THEN(\.memos[0].mode, equals: .playing(progress: 0))
      .THEN_EnqueuedEffect(\.memos[0], PlayAudio(url: URL(filePath: "/memos/1.m4a")))
      .THEN_EnqueuedEffect(\.memos[0], TimerEffect(every: .milliseconds(500)))
      .WHEN(\.memos[ifThere: 1], .userTappedPlay)
      .THEN(\.memos[0].mode, equals: .notPlaying)
      .THEN(\.memos[1].mode, equals: .playing(progress: 0))
      .THEN_EnqueuedEffect(\.memos[1], PlayAudio(url: URL(filePath: "/memos/2.m4a")))
      .THEN_EnqueuedEffect(\.memos[1], TimerEffect(every: .milliseconds(500)))
      .WHEN(\.memos[ifThere: 1], .userTappedPlay)
      .THEN(\.memos[ifThere: 1]?.mode, equals: .notPlaying)
      .runTest()
  }

  @Test func `the user edits a title`() throws {
    try VoiceMemos.GIVEN { list(of: "1") }
      .WHEN(\.memos[ifThere: 0], .userTypedTitle("Functions"))
      .THEN(\.memos[0].title, equals: "Functions")
      .runTest()
  }

  @Test func `a recorder that loses its file fails the recording`() throws {
    try VoiceMemos.GIVEN { list() }
      .configure(exhaustivity: .off)
      .WHEN(.userTappedRecord)
      .WHEN_EffectCompletes(RequestPermission.self, with: true)
      .WHEN_EffectCompletes(\.recordMemo, RecordAudio.self, with: false)
      .THEN_Nil(\.recordMemo)
      .THEN(\.alert, equals: "Voice memo recording failed.")
      .runTest()
  }

  @Test func `once it was answered, the permission is not asked again`() throws {
    try VoiceMemos.GIVEN { list() }
      .configure(exhaustivity: .off)
      .WHEN(.userTappedRecord)
      .FORK_EffectCompletes(RequestPermission.self, with: false) {
        try $0.WHEN(.userDismissedAlert)
          .WHEN(.userTappedRecord)
          .THEN(\.alert, equals: "Permission is required to record voice memos.")
      }
      .WHEN_EffectCompletes(RequestPermission.self, with: true)
      .WHEN_EffectCompletes(\.recordMemo, RecordAudio.self, with: true)
      .WHEN(.userTappedRecord)
      .THEN_NotNil(\.recordMemo)
      .WHEN_EffectCompletes(\.recordMemo, RecordAudio.self, with: true)
      .THEN(\.memos.count, equals: 2)
      .runTest()
  }

  @Test func `no second passes while the recorder encodes`() throws {
    try VoiceMemos.GIVEN { list() }
      .configure(exhaustivity: .off)
      .WHEN(.userTappedRecord)
      .WHEN_EffectCompletes(RequestPermission.self, with: true)
      .WITH(\.recordMemo)
      .WHEN_StreamYields(TimerEffect.self, 1)
      .WHEN(.userTappedStop)
      .THEN_NoEnqueuedEffect(TimerEffect.self)
      .WHEN_EffectCompletes(RecordAudio.self, with: true)
      .POP()
      .THEN(\.memos[0].recording.duration, equals: 1)
      .runTest()
  }

  @Test func `a new memo is the first of the list`() throws {
    try VoiceMemos.GIVEN { list(of: "1") }
      .configure(exhaustivity: .off)
      .WHEN(.userTappedRecord)
      .WHEN_EffectCompletes(RequestPermission.self, with: true)
      .WHEN_EffectCompletes(\.recordMemo, RecordAudio.self, with: true)
      .THEN(\.memos.count, equals: 2)
      .THEN(\.memos.last?.title, equals: "1")
      .runTest()
  }

  private func list(of titles: String...) -> VoiceMemos {
    VoiceMemos(memos: titles.map { .functions(title: $0) })
      .injectObject(AudioRecorder())
      .injectObject(AudioPlayer())
      .injectObject(CurrentDate.constant(.distantPast))
      .injectObject(NewUUID.counting())
      .injectObject(Device())
  }
}
