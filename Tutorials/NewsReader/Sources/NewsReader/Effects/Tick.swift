import Statoscope

/// Waits for the next step of the spinner.
///
/// The scope enqueues another one whenever one ends, so the spinner is a flow like all others, and stops with
/// the scope.
package struct Tick: Effect, Equatable {
  @InjectedForEffect private var clock: NewsClock

  package init() {}

  package func runEffect() async throws {
    try await clock.ticking.sleep(for: .milliseconds(120))
  }
}
