import Statoscope

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
  /// any time, so a `RECEIVE` waits for it; when the test is cancelled, for example by a time limit, the step
  /// reports the effects it was waiting for. The same applies to an effect that waits for unstructured tasks
  /// of its own, even if those sleep on the clock.
  /// - `effects`: `.live(clock)`, with the clock that the scopes and their effects use.
  /// - `assertRelease`: whether a scope that outlives its path is a failure, which names the possible
  ///   references.
  /// - `isolation`: the actor that the scopes live on; omit it. If there is none, the plan creates one.
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
    let location = CallLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    var arguments: [StepCall.Argument] = [.code(".live(clock)", "effects")]
    if assertRelease { arguments.append(.value(true, "assertRelease")) }
    let call = StepCall(location: location, verb: "runTest", arguments: arguments)
    guard let runner = makeRunner(EndChecks(release: assertRelease), call, of: function) else { return }
    guard isolation == nil else {
      return await runner.run(position.path, clock: effects.clock, at: isolation)
    }
    await PlanHome.run(runner, position.path, clock: effects.clock)
  }
}
