import Statoscope

/// A step that sends an event to a scope, whose update must not throw.
final class SendStep<Root: ScopeProtocol, Target: ScopeProtocol>: Step<Root> {
  private let verb: StaticString
  private let when: Target.When
  private let target: Focus<Root, Target>

  /// - Parameter joins: whether it shares the `THEN`s of the event before it.
  init(
    _ verb: StaticString,
    _ when: Target.When,
    to target: Focus<Root, Target>,
    joins: Bool = false,
    at location: CallLocation
  ) {
    self.verb = verb
    self.when = when
    self.target = target
    super.init(location, joins ? .joiningEvent : .event)
  }

  override func perform(_ run: PathRun<Root>) throws {
    let scope = try target.find(run.root)
    run.eventBegins(at: scope)
    // Effects of a plan never start, so no actor need be named.
    do { try scope.trySend(when, isolation: nil) } catch {
      throw FlowFailure.eventThrew(event: EventText(when).text, error: "\(error)")
    }
  }

  override var call: StepCall { target.call("\(verb)", [.value(when)], at: location) }
}
