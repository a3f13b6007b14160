import Statoscope

/// The way from the root of a plan to the scope that its steps address.
package final class Focus<Root: ScopeProtocol, Subject: ScopeProtocol> {
  /// Returns the scope; throws a failure when there is none.
  package let find: (Root) throws -> Subject
  /// The same for steps that depend on the type of the events only; here, so that each step need not convert it.
  private let findTarget: (Root) throws -> any ScopeProtocol<Subject.When>
  /// The calls of the `WITH`s on the path, outermost first.
  let within: [StepCall]
  /// The case that the step itself addresses, in addition to the `WITH`s around it.
  private let inCase: (child: AnyKeyPath, type: Any.Type)?

  init(
    within: [StepCall] = [],
    inCase: (child: AnyKeyPath, type: Any.Type)? = nil,
    find: @escaping (Root) throws -> Subject
  ) {
    (self.within, self.inCase, self.find) = (within, inCase, find)
    findTarget = { try find($0) }
  }

  /// Returns the focus of one step on the scope in a case.
  func inCase<Screen: ScopeEnum, Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type,
    at location: CallLocation
  ) -> Focus<Root, Child> {
    let find = path(to: keyPath, as: type, at: location)
    return Focus<Root, Child>(within: within, inCase: (keyPath, type), find: find)
  }

  /// Returns the call of a step that addresses this scope.
  package func call(_ verb: Verb, _ arguments: [StepCall.Argument] = [], at location: CallLocation)
    -> StepCall
  {
    StepCall(
      location: location,
      verb: verb,
      within: within,
      child: inCase?.child,
      childType: inCase?.type,
      arguments: arguments
    )
  }

  /// Returns the scope itself as the target of a step.
  package func target(at location: CallLocation) -> StepTarget<Root, Subject.When> {
    StepTarget(find: findTarget, location: location, within: within)
  }

  /// Returns what a key path leads to as the target of a step.
  package func target<Target: EventTarget>(_ keyPath: KeyPath<Subject, Target>, at location: CallLocation)
    -> StepTarget<Root, Target.When>
  {
    let find = finding(keyPath, Target.scope, at: location) {
      let child: Any.Type = (Target.self as? any OptionalType.Type)?.wrapped ?? Target.self
      return .missingChild(scope: typeName(type(of: $0)), child: typeName(child))
    }
    return StepTarget(find: find, location: location, within: within, child: keyPath)
  }

  /// Returns the scope in a case of an enum as the target of a step.
  package func target<Screen: ScopeEnum, Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type,
    at location: CallLocation
  ) -> StepTarget<Root, Child.When> {
    let find = path(to: keyPath, as: type, at: location)
    return StepTarget(
      find: { try find($0) },
      location: location,
      within: within,
      child: keyPath,
      childType: type
    )
  }

  /// Returns the path to a child.
  func path<Child: ScopeProtocol>(to keyPath: KeyPath<Subject, Child>, at location: CallLocation)
    -> (Root) throws -> Child
  {
    finding(keyPath, { $0 }, at: location) { .missingChild(scope: typeName(type(of: $0)), child: "") }
  }

  /// Returns the path to a child that may be missing.
  func path<Child: ScopeProtocol>(to keyPath: KeyPath<Subject, Child?>, at location: CallLocation)
    -> (Root) throws -> Child
  {
    finding(keyPath, { $0 }, at: location) {
      .missingChild(scope: typeName(type(of: $0)), child: typeName(Child.self))
    }
  }

  /// Returns the path to the scope in a case of an enum; another case is a failure.
  func path<Screen: ScopeEnum, Child: ScopeProtocol>(
    to keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type,
    at location: CallLocation
  ) -> (Root) throws -> Child {
    finding(keyPath, { $0.scope as? Child }, at: location) { subject in
      .otherCase(
        scope: typeName(Swift.type(of: subject)),
        found: CaseText(subject[keyPath: keyPath]).description,
        wanted: typeName(type)
      )
    }
  }

  /// Returns a path to the scope in a value, which must be in the tree of the plan.
  ///
  /// - Parameter failure: returns the failure if the value has none, given its owner.
  private func finding<Value, Found>(
    _ keyPath: KeyPath<Subject, Value>,
    _ scope: @escaping (Value) -> Found?,
    at location: CallLocation,
    orThrow failure: @escaping (_ owner: Subject) -> FlowFailure
  ) -> (Root) throws -> Found {
    { [find] root in
      let subject = try find(root)
      guard let found = scope(subject[keyPath: keyPath]) else { throw failure(subject) }
      if let node = found as? ScopeNode, ScopeTree(node).root !== root {
        throw FlowFailure.noSubscope(of: subject, at: keyPath, location)
      }
      return found
    }
  }
}

extension FlowFailure {
  /// Returns the failure of a step whose key path leads out of the tree.
  fileprivate static func noSubscope(
    of subject: ScopeNode,
    at keyPath: AnyKeyPath,
    _ location: CallLocation
  ) -> FlowFailure {
    let path = KeyPathText(keyPath, in: StepCall(location: location, verb: .with)).segments ?? []
    let properties = path.compactMap(\.property)
    return .noSubscope(
      child: properties.isEmpty ? "the scope" : properties.joined(separator: "."),
      scope: typeName(type(of: subject)),
      property: properties.last ?? "child"
    )
  }
}

/// The scope that one step addresses, with the location of its call.
///
/// It knows the type of the events, and not the class of the scope: a step of an event or of an effect is written
/// once for a scope, its child, an optional child, and the scope in a case of a `ScopeEnum`.
package struct StepTarget<Root: ScopeProtocol, When: Sendable> {
  /// Returns the scope; throws a failure when there is none.
  let find: (Root) throws -> any ScopeProtocol<When>
  let location: CallLocation
  let within: [StepCall]
  /// The key path to the child that the step itself addresses, in addition to the `WITH`s around it.
  var child: AnyKeyPath?
  /// The class that `as:` requires, if the child is in a case of a `ScopeEnum`.
  var childType: Any.Type?

  /// Returns the call of a step with this target.
  func call(_ verb: Verb, _ arguments: [StepCall.Argument] = []) -> StepCall {
    StepCall(
      location: location,
      verb: verb,
      within: within,
      child: child,
      childType: childType,
      arguments: arguments
    )
  }
}

/// An optional type, of which a failure names the wrapped one.
private protocol OptionalType {
  static var wrapped: Any.Type { get }
}

extension Optional: OptionalType {
  fileprivate static var wrapped: Any.Type {
    (Wrapped.self as? any OptionalType.Type)?.wrapped ?? Wrapped.self
  }
}
