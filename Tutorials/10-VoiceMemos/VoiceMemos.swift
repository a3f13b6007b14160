import Foundation
import Statoscope

/// The list of memos, and the one that is being recorded.
final class VoiceMemos: Scope {
  enum Permission { case undetermined, allowed, denied }

  @Subscope private(set) var recordMemo: RecordMemo?
  @Subscope private(set) var memos: [VoiceMemo] = []
  private(set) var permission = Permission.undetermined
  private(set) var alert: String?

  @Injected private var now: CurrentDate
  @Injected private var newID: NewUUID
  @Injected private var device: Device
  private var subscriptions: [ScopeSubscription] = []

  enum When {
    case userTappedRecord
    case permissionAnswered(Bool)
    case recordingEnded(Recording?)
    case playbackFailed
    case userDeleted(IndexSet)
    case userDismissedAlert
    case userTappedSettings
  }

  init(memos: [VoiceMemo] = []) {
    super.init()
    self.memos = memos
    subscriptions = [
      subscribe(to: RecordMemo.self) { list, ended, when in
        guard case .recorderEnded(let result) = when else { return }
        list.send(.recordingEnded((try? result.get()) == true ? ended.recording : nil))
      },
      subscribe(to: VoiceMemo.self) { list, memo, when in
        if case .playerEnded(.failure) = when { list.send(.playbackFailed) }
        guard case .userTappedPlay = when, memo.mode != .notPlaying else { return }
        for other in list.memos where other !== memo { other.send(.otherMemoStarted) }
      },
    ]
  }

  func update(_ when: When) throws {
    switch when {
    case .userTappedRecord where permission == .undetermined:
      effectsState.enqueue(RequestPermission().map(When.permissionAnswered))
    case .userTappedRecord:
      record()
    case .permissionAnswered(let isAllowed):
      permission = isAllowed ? .allowed : .denied
      record()
    case .recordingEnded(let recording?):
      memos.insert(VoiceMemo(recording), at: 0)
    case .recordingEnded(nil):
      alert = "Voice memo recording failed."
    case .playbackFailed:
      alert = "Voice memo playback failed."
    case .userDeleted(let offsets):
      memos = memos.enumerated().filter { !offsets.contains($0.offset) }.map(\.element)
    case .userDismissedAlert:
      alert = nil
    case .userTappedSettings:
      effectsState.enqueue(OpenSettings().fireAndForget())
    }
  }

  private func record() {
    guard permission == .allowed else {
      alert = "Permission is required to record voice memos."
      return
    }
    let url = device.temporaryFolder().appending(path: "\(newID()).m4a")
    let recordMemo = RecordMemo(Recording(date: now(), url: url))
    self.recordMemo = recordMemo
    recordMemo.send(.opened)
  }
}

struct RequestPermission: Effect, Equatable {
  @InjectedForEffect var recorder: AudioRecorder
  func runEffect() async throws -> Bool { await recorder.requestPermission() }
}

struct OpenSettings: Effect, Equatable {
  @InjectedForEffect var device: Device
  func runEffect() async throws { await device.openSettings() }
}
