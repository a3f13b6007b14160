import Statoscope

/// One sentence of a plan: where it stands, how it reads, and what it does.
struct Step<Root: ScopeProtocol> {
  enum Action {
    /// Changes the state, so it is done again on the way to each fork after it; an error ends the path.
    ///
    /// One that joins the event before it is said by the same `THEN`s.
    case event(joins: Bool, (PathRun<Root>) throws -> Void)
    /// Looks at the state; an error is reported and the path goes on.
    case check((PathRun<Root>) throws -> Void)
    /// Looks at the state now and after each event to come, in forks too.
    case invariant((Root) throws -> Void)
    /// Waits for an effect or lets time pass; a plan whose effects never start cannot.
    case live(LiveStep<Root>)
    /// Another way from here.
    case fork(PlanPath<Root>)
    /// Changes how the steps to come are run, in forks too.
    case setting((inout PlanSettings) -> Void)
  }

  let words: StepWords
  let action: Action
  /// The `WITH`s that the step stands in, outermost first.
  let within: [StepWords]
}

/// What `configure` sets, from one step on.
struct PlanSettings {
  var exhaustivity = Exhaustivity.off
  var clearsEffects = false
}

/// What `runTest` is asked to look at when a path has ended.
struct EndChecks {
  var release = false
  var pendingEffects = false
}
