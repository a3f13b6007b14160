import Statoscope

/// Reports on standard error what a live plan waits for in real time, after a second and every second again.
package struct WaitReport: Sendable {
  /// The instance that plans use; tests of this module replace it during a closure.
  @TaskLocal package static var current = WaitReport(clock: ContinuousClock(), write: StandardError.write)

  private let clock: any Clock<Duration>
  private let write: @Sendable (_ text: String) -> Void

  package init(clock: any Clock<Duration>, write: @escaping @Sendable (_ text: String) -> Void) {
    self.clock = clock
    self.write = write
  }

  /// Begins to report, until the returned task is cancelled.
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
