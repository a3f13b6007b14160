import Foundation
import Statoscope

/// A recorded file.
struct Recording: Equatable, Sendable {
  let date: Date
  var duration: TimeInterval = 0
  let url: URL
}

/// A memo that is being recorded, which removes itself when the recorder has ended.
final class RecordMemo: Scope {
  enum Mode { case recording, encoding }

  private(set) var recording: Recording
  private(set) var mode = Mode.recording

  @Injected private var recorder: AudioRecorder
  @Injected(default: ContinuousClock()) private var clock: any Clock<Duration>

  init(_ recording: Recording) {
    self.recording = recording
  }

  enum When {
    case opened
    case secondPassed(Int)
    case userTappedStop
    case timeRead(TimeInterval)
    case recorderEnded(Result<Bool, any Error>)
  }

  func update(_ when: When) throws {
    switch when {
    case .opened:
      effectsState.enqueue(RecordAudio(url: recording.url).mapToResult().map(When.recorderEnded))
      effectsState.enqueue(TimerEffect(every: .seconds(1), clock: clock).map(When.secondPassed), id: "timer")
    case .secondPassed(let seconds):
      recording.duration = TimeInterval(seconds)
    case .userTappedStop:
      mode = .encoding
      effectsState.cancelEffect(id: "timer")
      let recorder = recorder
      effectsState.enqueue(
        RunEffect("stop") { send in
          if let time = await recorder.currentTime() { await send(.timeRead(time)) }
          await recorder.stop()
        }
      )
    case .timeRead(let time):
      recording.duration = time
    case .recorderEnded:
      removeFromSuperscope()
    }
  }
}

struct RecordAudio: Effect, Equatable {
  let url: URL
  @InjectedForEffect var recorder: AudioRecorder
  func runEffect() async throws -> Bool { try await recorder.record(url) }
}
