import Foundation
import Statoscope

/// A row of the list: a memo that can be played.
final class VoiceMemo: Scope {
  enum Mode: Equatable { case notPlaying, playing(progress: Double) }

  let recording: Recording
  private(set) var mode: Mode
  private(set) var title: String

  @Injected(default: ContinuousClock()) private var clock: any Clock<Duration>

  init(_ recording: Recording, mode: Mode = .notPlaying, title: String = "") {
    self.recording = recording
    self.mode = mode
    self.title = title
  }

  enum When {
    case userTappedPlay
    case ticked(Int)
    case playerEnded(Result<Bool, any Error>)
    case otherMemoStarted
    case userTypedTitle(String)
  }

  func update(_ when: When) throws {
    switch when {
    case .userTappedPlay where mode == .notPlaying:
      mode = .playing(progress: 0)
      effectsState.enqueue(PlayAudio(url: recording.url).mapToResult().map(When.playerEnded), id: "play")
      effectsState.enqueue(TimerEffect(every: .milliseconds(500), clock: clock).map(When.ticked), id: "play")
    case .ticked(let count):
      mode = .playing(progress: Double(count) / 2 / recording.duration)
    case .userTappedPlay, .playerEnded, .otherMemoStarted:
      mode = .notPlaying
      effectsState.cancelEffect(id: "play")
    case .userTypedTitle(let title):
      self.title = title
    }
  }
}

struct PlayAudio: Effect, Equatable {
  let url: URL
  @InjectedForEffect var player: AudioPlayer
  func runEffect() async throws -> Bool { try await player.play(url) }
}
