import Statoscope

extension FlowSteps {
  /// Runs every step and every fork with effects that really run, under a clock that the plan moves.
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
  /// Effects start, are cancelled and come back as in production, but each event waits until a step receives
  /// it, and no real time passes. After each event everything goes on by itself as far as it can. An event
  /// that no step received and an effect that still runs are failures at the end of a path. Each fork begins
  /// with the clock where it was, on a fresh scope.
  ///
  /// An effect that waits for something other than the clock, such as the network, may come back at any time,
  /// so a `RECEIVE` waits for it; when the test is cancelled, for example by a time limit, the step says what it
  /// waited for. The same holds for an effect that waits for tasks of its own making, though those may sleep
  /// on the clock.
  /// - `effects`: `.live(clock)`, with the clock that the scopes and their effects use.
  /// - `assertRelease`: whether a scope that outlives its path is a failure, which names what may keep it.
  /// - `isolation`: the actor that the scopes live on; leave it out. Where there is none, the plan makes one.
  /// - Throws: nothing for a failing step; it is marked so that it can end a chain that begins with `try`.
  public func runTest(
    effects: PlanEffects,
    assertRelease: Bool = false,
    isolation: isolated (any Actor)? = #isolation,
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    var arguments: [StepCall.Argument] = [.code(".live(clock)", "effects")]
    if assertRelease { arguments.append(.value(true, "assertRelease")) }
    let call = StepCall(site: site, verb: "runTest", arguments: arguments)
    guard let runner = makeRunner(EndChecks(release: assertRelease), call, of: function) else { return }
    guard isolation == nil else {
      return await runner.run(position.path, clock: effects.clock, at: isolation)
    }
    await PlanHome.run(runner, position.path, clock: effects.clock)
  }
}
