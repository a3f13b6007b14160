import Statoscope

/// Says what a live plan waits for in real time: on standard error, after a second and each second again.
package struct WaitReport: Sendable {
  /// The one that plans use; tests of this module put their own here, for the time of a closure.
  @TaskLocal package static var current = WaitReport(clock: ContinuousClock(), write: StandardError.write)

  private let clock: any Clock<Duration>
  private let write: @Sendable (_ text: String) -> Void

  package init(clock: any Clock<Duration>, write: @escaping @Sendable (_ text: String) -> Void) {
    self.clock = clock
    self.write = write
  }

  /// Begins to report, until the task that it returns is cancelled.
  func begin(_ waitsFor: @escaping @Sendable () -> [String]) -> Task<Void, Never> {
    Task.detached {
      var seconds = 0
      while true {
        do { try await clock.sleep(for: .seconds(1)) } catch { return }
        seconds += 1
        write(
          "statoscope: a live plan has waited \(seconds) s of real time for:\n"
            + waitsFor().map { "  \($0)\n" }.joined()
        )
      }
    }
  }
}
