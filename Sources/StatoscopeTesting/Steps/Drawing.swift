import Statoscope

extension FlowSteps {
  /// Calls a closure to draw the scope after each event of the plan and of its forks, wherever in the plan
  /// this step is.
  ///
  /// If the scope is a missing child, nothing is drawn.
  package func drawing(_ draw: @escaping (_ subject: Subject, _ name: String) throws -> Void) -> Self {
    position.path.plan.draw = { [focus] root, name in
      do { try draw(try focus.find(root), name) } catch FlowFailure.missingChild {}
    }
    return self
  }

  /// Draws the scope in its current state.
  package func drawn(at location: CallLocation, _ verb: String) -> Self {
    let plan = position.path.plan
    let root = Focus<Root, Root>(within: focus.within)
    let call = root.call(verb, at: location)
    return check(call, on: root) { [unowned plan] root, _ in
      guard let draw = plan.draw else { throw FlowFailure.snapshot(.noView) }
      try draw(root, call.text)
    }
  }
}
