/// The way in which a live plan runs effects, an argument of `runTest(effects:)`.
public struct PlanEffects: Sendable {
  let clock: TestClock

  /// Effects really run; their events wait until they are received, and time is that of a clock that the plan
  /// controls.
  ///
  /// - Parameter clock: the clock that the scopes and their effects use, passed to them in `GIVEN`.
  public static func live(_ clock: TestClock = TestClock()) -> PlanEffects {
    PlanEffects(clock: clock)
  }
}
