import Statoscope

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

extension FlowSteps {
  /// Runs every step and every fork with effects that really run, under a clock that the plan controls.
  ///
  /// ```swift
  /// let clock = TestClock()
  /// try await Search.GIVEN { Search(clock: clock) }
  ///   .WHEN(.userTypedText("sta"))
  ///   .ADVANCE(by: .milliseconds(300))
  ///   .RECEIVE(.found(["statoscope"]))
  ///   .THEN(\.results, equals: ["statoscope"])
  ///   .runTest(effects: .live(clock))
  /// ```
  /// Effects start, are cancelled and deliver their results as in production, but each event waits until a
  /// step receives it, and no real time passes. After each event all tasks run as far as they can. An event
  /// that no step received and an effect that is still running are failures at the end of a path. Each fork
  /// begins with the clock at its initial time, on a fresh scope.
  ///
  /// An effect that waits for something other than the clock, such as the network, may deliver its result at
  /// any time, so a `RECEIVE` waits for it, and each second says on standard error for what. When the
  /// ``FlowSettings/timeLimit`` is over, or the test is cancelled, the step reports the effects it was waiting
  /// for; after the time limit the path ends. The same applies to an effect that waits for unstructured tasks
  /// of its own, even if those sleep on the clock.
  ///
  /// An event that waits to be received when a step sends another one is a failure: it was due before. An `AND`
  /// joins the event before it, and may follow at once.
  /// - `effects`: `.live(clock)`, with the clock that the scopes and their effects use.
  /// - `assertRelease`: whether a scope that outlives its path is a failure, which names the possible
  ///   references; if omitted, the ``FlowSettings`` decide.
  /// - `isolation`: the actor that the scopes live on; omit it. If there is none, the plan creates one.
  /// - Throws: nothing for a failing step; it is marked so that it can end a chain that begins with `try`.
  public func runTest(
    effects: PlanEffects,
    assertRelease: Bool? = nil,
    isolation: isolated (any Actor)? = #isolation,
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws {
    let location = CallLocation(fileID, filePath, line, column)
    var arguments: [StepCall.Argument] = [.code(".live(clock)", "effects")]
    if let assertRelease { arguments.append(.value(assertRelease, "assertRelease")) }
    let call = StepCall(location: location, verb: .runTest, arguments: arguments)
    guard let runner = makeRunner(EndChecks(release: assertRelease), call, of: function) else { return }
    guard isolation == nil else { return await runner.run(clock: effects.clock, at: isolation) }
    await PlanHome.run(runner, clock: effects.clock)
  }

  /// Advances the plan's clock; for live plans.
  ///
  /// No real time passes. Sleeping tasks wake in the order of their deadlines, and each runs as far as it can
  /// before the next one wakes. The clock stops while an event is pending and continues once the event is
  /// received, so an effect that the event starts begins at the right time.
  ///
  /// ```swift
  /// .WHEN(.start)                 // enqueues Tick().delay(for: .seconds(1)), as every tick does
  /// .ADVANCE(by: .seconds(2))
  /// .RECEIVE(.ticked)             // at second 1
  /// .RECEIVE(.ticked)             // at second 2
  /// ```
  @discardableResult
  public func ADVANCE(
    by duration: Duration,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let location = CallLocation(fileID, filePath, line, column)
    let call = focus.call(.advance, [.value(duration, "by")], at: location)
    return add(ClosureStep(call) { try $0.requireLive().advance(by: duration) })
  }
}
