import Statoscope

/// The path from one scope to another: a scope itself, or a child of it that may be missing.
package final class Focus<Origin: ScopeProtocol, Subject: ScopeProtocol> {
  private let path: (Origin) throws -> Subject
  /// The child that a step itself addresses, in addition to the `WITH`s around it.
  let child: AnyKeyPath?
  /// The class that `as:` requires, if the child is in a case of a ``ScopeEnum``.
  let childType: Any.Type?
  /// The `WITH`s on the path, outermost first.
  let within: [StepCall]

  private init(
    path: @escaping (Origin) throws -> Subject,
    child: AnyKeyPath?,
    as childType: Any.Type? = nil,
    within: [StepCall]
  ) {
    self.path = path
    self.child = child
    self.childType = childType
    self.within = within
  }

  /// Creates the path to the scope itself.
  convenience init(within: [StepCall]) where Origin == Subject {
    self.init(path: { $0 }, child: nil, within: within)
  }

  /// Returns the scope; throws ``FlowFailure/missingChild(scope:child:)`` when there is none.
  func find(_ origin: Origin) throws -> Subject { try path(origin) }

  /// Returns the same path, marked as entered by a `WITH`.
  func entered(by call: StepCall) -> Focus {
    Focus(path: path, child: nil, within: within + [call])
  }

  package func child<Child: ScopeProtocol>(_ keyPath: KeyPath<Subject, Child>) -> Focus<Origin, Child> {
    Focus<Origin, Child>(path: { try self.find($0)[keyPath: keyPath] }, child: keyPath, within: within)
  }

  package func child<Child: ScopeProtocol>(_ keyPath: KeyPath<Subject, Child?>) -> Focus<Origin, Child> {
    Focus<Origin, Child>(
      path: { origin in
        let subject = try self.find(origin)
        guard let child = subject[keyPath: keyPath] else {
          throw FlowFailure.missingChild(scope: typeName(type(of: subject)), child: typeName(Child.self))
        }
        return child
      },
      child: keyPath,
      within: within
    )
  }

  /// Returns the path to the scope in a case of a ``ScopeEnum``; another case throws
  /// ``FlowFailure/otherCase(scope:found:wanted:)``.
  func child<Screen: ScopeEnum, Child: ScopeProtocol>(
    _ keyPath: KeyPath<Subject, Screen>,
    as type: Child.Type
  ) -> Focus<Origin, Child> {
    Focus<Origin, Child>(
      path: { origin in
        let subject = try self.find(origin)
        let screen = subject[keyPath: keyPath]
        guard let child = screen.scope as? Child else {
          throw FlowFailure.otherCase(
            scope: typeName(Swift.type(of: subject)),
            found: CaseText(screen).description,
            wanted: typeName(type)
          )
        }
        return child
      },
      child: keyPath,
      as: type,
      within: within
    )
  }

  /// Returns a call that addresses this scope.
  package func call(_ verb: String, _ arguments: [StepCall.Argument] = [], at location: CallLocation)
    -> StepCall
  {
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
