import Foundation
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// The tests of the Composable Architecture's example, in their order and under their names.
@Suite(.flowSettings(.strict)) struct VoiceMemosTests {
  let clock = TestClock()

  @Test func `record and playback`() async throws {
    try await VoiceMemos.GIVEN { inTests(VoiceMemos(), player: .playing(for: 2.5, clock)) }
      .WHEN(.userTappedRecord)
      .RECEIVE(.permissionAnswered(true))
      .THEN(\.permission, equals: .allowed)
      .THEN(\.recordMemo?.recording, equals: .first())
      .THEN(\.recordMemo?.mode, equals: .recording)
      .WHEN(\.recordMemo, .userTappedStop)
      .THEN(\.recordMemo?.mode, equals: .encoding)
      .RECEIVE(\.recordMemo, .timeRead(2.5))
      .THEN(\.recordMemo?.recording.duration, equals: 2.5)
      .RECEIVE(\.recordMemo, .recorderEnded(.success(true)))
      .THEN_Nil(\.recordMemo)
      .THEN(\.memos) { memos in #expect(memos.count == 1) }
      .WITH(\.memos[ifThere: 0])
      .THEN(\.recording, equals: .first(2.5))
      .THEN(\.mode, equals: .notPlaying)
      .THEN(\.title, equals: "")
      .WHEN(.userTappedPlay)
      .THEN(\.mode, equals: .playing(progress: 0))
      .ADVANCE(by: .seconds(2.5))
      .RECEIVE(.ticked(1))
      .THEN(\.mode, equals: .playing(progress: 0.2))
      .RECEIVE(.ticked(2))
      .THEN(\.mode, equals: .playing(progress: 0.4))
      .RECEIVE(.ticked(3))
      .THEN(\.mode, equals: .playing(progress: 0.6))
      .RECEIVE(.ticked(4))
      .THEN(\.mode, equals: .playing(progress: 0.8))
      .RECEIVE(.playerEnded(.success(true)))
      .THEN(\.mode, equals: .notPlaying)
      .POP()
      .runTest(effects: .live(clock))
  }

  @Test func `record memo happy path`() async throws {
    try await VoiceMemos.GIVEN { inTests(VoiceMemos()) }
      .WHEN(.userTappedRecord)
      .RECEIVE(.permissionAnswered(true))
      .THEN(\.permission, equals: .allowed)
      .THEN(\.recordMemo?.recording, equals: .first())
      .THEN(\.recordMemo?.mode, equals: .recording)
      .WITH(\.recordMemo)
      .ADVANCE(by: .seconds(1))
      .RECEIVE(.secondPassed(1))
      .THEN(\.recording.duration, equals: 1)
      .ADVANCE(by: .seconds(1))
      .RECEIVE(.secondPassed(2))
      .THEN(\.recording.duration, equals: 2)
      .ADVANCE(by: .milliseconds(500))
      .WHEN(.userTappedStop)
      .THEN(\.mode, equals: .encoding)
      .RECEIVE(.timeRead(2.5))
      .THEN(\.recording.duration, equals: 2.5)
      .RECEIVE(.recorderEnded(.success(true)))
      .POP()
      .THEN_Nil(\.recordMemo)
      .THEN(\.memos) { memos in #expect(memos.count == 1) }
      .THEN(\.memos[ifThere: 0]?.recording, equals: .first(2.5))
      .THEN(\.memos[ifThere: 0]?.mode, equals: .notPlaying)
      .THEN(\.memos[ifThere: 0]?.title, equals: "")
      .runTest(effects: .live(clock))
  }

  @Test func `permission denied`() async throws {
    let opened = Journal()
    let device = Device(openSettings: { opened.note("settings") })
    try await VoiceMemos.GIVEN { inTests(VoiceMemos(), recorder: .denied).injectObject(device) }
      .WHEN(.userTappedRecord)
      .RECEIVE(.permissionAnswered(false))
      .THEN(\.permission, equals: .denied)
      .THEN(\.alert, equals: "Permission is required to record voice memos.")
      .WHEN(.userDismissedAlert)
      .THEN_Nil(\.alert)
      .WHEN(.userTappedSettings)
      .THEN_EnqueuedEffect(OpenSettings.self)
      .runTest(effects: .live(clock))
    #expect(opened.entries == ["settings"])
  }

  @Test func `record memo failure`() throws {
    try VoiceMemos.GIVEN { inTests(VoiceMemos()) }
      .WHEN(.userTappedRecord)
      .WHEN_EffectCompletes(RequestPermission.self, with: true)
      .THEN(\.permission, equals: .allowed)
      .THEN(\.recordMemo?.recording, equals: .first())
      .THEN(\.recordMemo?.mode, equals: .recording)
      .THEN_EnqueuedEffect(\.recordMemo, TimerEffect(every: .seconds(1)))
      .WHEN_EffectFails(\.recordMemo, RecordAudio.self, with: NoDisk())
      .THEN_Nil(\.recordMemo)
      .THEN(\.alert, equals: "Voice memo recording failed.")
      .runTest()
  }

  @Test func `record memo failure, non-exhaustive`() throws {
    try VoiceMemos.GIVEN { inTests(VoiceMemos()) }
      .configure(exhaustivity: .off)
      .WHEN(.userTappedRecord)
      .WHEN_EffectCompletes(RequestPermission.self, with: true)
      .WHEN_EffectFails(\.recordMemo, RecordAudio.self, with: NoDisk())
      .THEN_Nil(\.recordMemo)
      .THEN(\.alert, equals: "Voice memo recording failed.")
      .runTest()
  }

  @Test func `play memo happy path`() async throws {
    let player = AudioPlayer.playing(for: 1.25, clock)
    try await VoiceMemos.GIVEN { inTests(VoiceMemos(memos: [.functions(1.25)]), player: player) }
      .WITH(\.memos[ifThere: 0])
      .WHEN(.userTappedPlay)
      .THEN(\.mode, equals: .playing(progress: 0))
      .ADVANCE(by: .milliseconds(500))
      .RECEIVE(.ticked(1))
      .THEN(\.mode, equals: .playing(progress: 0.4))
      .ADVANCE(by: .milliseconds(500))
      .RECEIVE(.ticked(2))
      .THEN(\.mode, equals: .playing(progress: 0.8))
      .ADVANCE(by: .milliseconds(250))
      .RECEIVE(.playerEnded(.success(true)))
      .THEN(\.mode, equals: .notPlaying)
      .POP()
      .runTest(effects: .live(clock))
  }

  @Test func `play memo failure`() throws {
    try VoiceMemos.GIVEN { inTests(VoiceMemos(memos: [.functions()])) }
      .WITH(\.memos[ifThere: 0])
      .WHEN(.userTappedPlay)
      .THEN(\.mode, equals: .playing(progress: 0))
      .THEN_EnqueuedEffect(TimerEffect(every: .milliseconds(500)))
      .WHEN_EffectFails(PlayAudio.self, with: NoDisk())
      .THEN(\.mode, equals: .notPlaying)
      .POP()
      .THEN(\.alert, equals: "Voice memo playback failed.")
      .runTest()
  }

  @Test func `stop memo`() throws {
    try VoiceMemos.GIVEN { VoiceMemos(memos: [.functions(mode: .playing(progress: 0.3))]) }
      .WHEN(\.memos[ifThere: 0], .userTappedPlay)
      .THEN(\.memos[0].mode, equals: .notPlaying)
      .runTest()
  }

  @Test func `delete memo`() throws {
    try VoiceMemos.GIVEN { VoiceMemos(memos: [.functions(mode: .playing(progress: 0.3))]) }
      .WHEN(.userDeleted([0]))
      .THEN(\.memos, changes: { $0.removeAll() })
      .runTest()
  }

  @Test func `delete memos`() throws {
    try VoiceMemos.GIVEN { VoiceMemos(memos: ["1", "2", "3"].map { .functions(title: "Episode \($0)") }) }
      .WHEN(.userDeleted([1]))
      .THEN(\.memos, changes: { $0.remove(at: 1) })
      .runTest()
  }

  @Test func `delete memo while playing`() throws {
    try VoiceMemos.GIVEN { inTests(VoiceMemos(memos: [.functions()])) }
      .WHEN(\.memos[ifThere: 0], .userTappedPlay)
      .THEN(\.memos[0].mode, equals: .playing(progress: 0))
      .THEN_EnqueuedEffect(\.memos[0], PlayAudio(url: URL(filePath: "/memos/.m4a")))
      .THEN_EnqueuedEffect(\.memos[0], TimerEffect(every: .milliseconds(500)))
      .WHEN(.userDeleted([0]))
      .THEN(\.memos, changes: { $0.removeAll() })
      .runTest()
  }

  private func inTests(
    _ list: VoiceMemos,
    recorder: AudioRecorder = .stopping(at: 2.5),
    player: AudioPlayer = AudioPlayer()
  ) -> VoiceMemos {
    list
      .injectObject(recorder)
      .injectObject(player)
      .injectObject(clock, as: (any Clock<Duration>).self)
      .injectObject(CurrentDate.constant(Date(timeIntervalSinceReferenceDate: 0)))
      .injectObject(NewUUID.counting())
      .injectObject(Device(temporaryFolder: { URL(filePath: "/tmp") }))
  }
}

struct NoDisk: Error, Equatable {}

extension Recording {
  static func first(_ duration: TimeInterval = 0) -> Recording {
    Recording(
      date: Date(timeIntervalSinceReferenceDate: 0),
      duration: duration,
      url: URL(filePath: "/tmp/00000000-0000-0000-0000-000000000000.m4a")
    )
  }
}

extension VoiceMemo {
  static func functions(_ duration: TimeInterval = 30, mode: Mode = .notPlaying, title: String = "")
    -> VoiceMemo
  {
    let file = URL(filePath: "/memos/\(title).m4a")
    return VoiceMemo(Recording(date: .distantPast, duration: duration, url: file), mode: mode, title: title)
  }
}

extension AudioRecorder {
  static let denied = AudioRecorder(requestPermission: { false })

  /// A recorder that records until it is stopped.
  static func stopping(at time: TimeInterval) -> AudioRecorder {
    let isComplete = Gate<Bool>()
    return AudioRecorder(
      requestPermission: { true },
      record: { _ in try await isComplete.pass() },
      currentTime: { time },
      stop: { await isComplete.open(true) }
    )
  }
}

extension AudioPlayer {
  static func playing(for seconds: TimeInterval, _ clock: TestClock) -> AudioPlayer {
    AudioPlayer { _ in
      try await clock.sleep(for: .seconds(seconds))
      return true
    }
  }
}
