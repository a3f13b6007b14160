import Statoscope

/// A step that is available only in a plan whose effects run.
enum LiveStep<Root: ScopeProtocol> {
  /// Waits for the oldest event of an effect, which must be this one, and delivers it.
  case receive(ExpectedEvent<Root>)
  /// Advances the clock.
  case advance(by: Duration)
}

/// The event that a step expects, and the scope that must receive it.
struct ExpectedEvent<Root: ScopeProtocol> {
  let scope: (Root) throws -> ScopeNode
  let when: any Sendable

  init<Target: ScopeProtocol>(_ when: Target.When, at focus: Focus<Root, Target>) {
    scope = { try focus.find($0) }
    self.when = when
  }
}
