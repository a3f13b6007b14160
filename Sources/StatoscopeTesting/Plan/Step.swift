import Statoscope

/// One sentence of a plan: where it stands, how it reads, and what it does.
struct Step<Root: ScopeProtocol> {
  enum Action {
    /// Changes the state, so it is done again on the way to each fork after it; an error ends the path.
    case event((Root) throws -> Void)
    /// Looks at the state; an error is reported and the path goes on.
    case check((Root) throws -> Void)
    /// Waits for an effect or lets time pass; a plan whose effects never start cannot.
    case live(LiveStep<Root>)
    /// Another way from here.
    case fork(PlanPath<Root>)
  }

  let words: StepWords
  let action: Action
  /// The `WITH`s that the step stands in, outermost first.
  let within: [StepWords]
}
