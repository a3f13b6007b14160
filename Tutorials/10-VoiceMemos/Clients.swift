import Foundation
import Statoscope

/// The microphone.
struct AudioRecorder: Injectable, Sendable {
  /// Asks the user for the microphone.
  var requestPermission: @Sendable () async -> Bool = unimplemented(
    "AudioRecorder.requestPermission",
    placeholder: false
  )
  /// Records into a file until it is stopped, and returns whether the file is complete.
  var record: @Sendable (_ url: URL) async throws -> Bool = unimplemented("AudioRecorder.record")
  /// The seconds recorded so far, nil while nothing is recorded.
  var currentTime: @Sendable () async -> TimeInterval? = unimplemented(
    "AudioRecorder.currentTime",
    placeholder: nil
  )
  var stop: @Sendable () async -> Void = unimplemented("AudioRecorder.stop")

  static let defaultValue = AudioRecorder()
}

/// The speaker.
struct AudioPlayer: Injectable, Sendable {
  /// Plays a file to its end, or until its task is cancelled, and returns whether all of it was played.
  var play: @Sendable (_ url: URL) async throws -> Bool = unimplemented("AudioPlayer.play")

  static let defaultValue = AudioPlayer()
}

/// The device that the app runs on.
struct Device: Injectable, Sendable {
  var openSettings: @Sendable () async -> Void = unimplemented("Device.openSettings")
  var temporaryFolder: @Sendable () -> URL = { FileManager.default.temporaryDirectory }

  static let defaultValue = Device()
}
