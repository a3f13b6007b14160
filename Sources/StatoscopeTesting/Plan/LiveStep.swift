import Statoscope

/// A step that only a plan whose effects run can take.
enum LiveStep<Root: ScopeProtocol> {
  /// Waits for the oldest event of an effect, which must be this one, and lets it in.
  case receive(ExpectedEvent<Root>)
  /// Lets time pass.
  case advance(by: Duration)
}

/// The event that a step expects, and the scope that it expects it at.
struct ExpectedEvent<Root: ScopeProtocol> {
  let scope: (Root) throws -> ScopeNode
  let when: any Sendable

  init<Target: ScopeProtocol>(_ when: Target.When, at focus: Focus<Root, Target>) {
    scope = { try focus.find($0) }
    self.when = when
  }
}
