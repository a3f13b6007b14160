import Foundation

extension SuspensionDelay {
  #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
    /// The delay of this app's suspension.
    static let ofApp = SuspensionDelay { use in
      let reason = "Statoscope writes stored values"
      ProcessInfo.processInfo.performExpiringActivity(withReason: reason, using: use)
    }
  #else
    /// Nothing suspends a process here.
    static let ofApp = SuspensionDelay(nil)
  #endif
}
