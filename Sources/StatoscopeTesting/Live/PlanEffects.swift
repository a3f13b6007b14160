/// The way in which a live plan runs effects; `runTest(effects:)` takes it.
public struct PlanEffects: Sendable {
  let clock: TestClock

  /// Effects really run; their events wait until they are received, and time is that of a clock which the
  /// plan moves.
  ///
  /// - Parameter clock: the one that the scopes and their effects use, given to them in `GIVEN`.
  public static func live(_ clock: TestClock = TestClock()) -> PlanEffects {
    PlanEffects(clock: clock)
  }
}
