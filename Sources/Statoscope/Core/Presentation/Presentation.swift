/// What the bindings of views read of scopes that are presented, and what they do when the user dismisses them.
///
/// Apart from the bindings themselves, so that it is the same, and is tested, without SwiftUI.
extension ScopeProtocol {
  // MARK: One scope

  /// Returns the scope of a class in the current case; nil without one, and in other cases.
  func presentedScope<Screen: ScopeEnum, Child: ScopeProtocol>(
    _ keyPath: KeyPath<Self, Screen?>,
    as type: Child.Type
  ) -> Child? {
    self[keyPath: keyPath]?.scope as? Child
  }

  /// Dismisses a presented scope: sends the event, if there is one, else removes the scope from its superscope.
  ///
  /// Does nothing without a scope: the user may dismiss what has gone already.
  func dismiss(_ child: (some ScopeProtocol)?, sending event: When?) {
    guard let child else { return }
    guard let event else { return child.removeFromSuperscope() }
    send(event)
  }

  // MARK: A stack

  /// Changes a stack as the user does: goes back, or pushes a screen.
  ///
  /// - Parameters:
  ///   - path: what the view sets.
  ///   - popped: creates the event for the number of screens that remain; nil to remove the others.
  func setPath<Screen: ScopeEnum>(
    _ keyPath: KeyPath<Self, [Screen]>,
    to path: ScopePath<Screen>,
    popped: ((_ remaining: Int) -> When)?
  ) {
    let current = ScopePath(self[keyPath: keyPath])
    guard current != path else { return }
    if let popped, path.count < current.count {
      _ = send(popped(path.count))
    } else {
      if let writable = keyPath as? ReferenceWritableKeyPath<Self, [Screen]> {
        self[keyPath: writable] = path.screens
      } else {
        removeScopes(of: current, exceptThoseIn: path)
      }
    }
  }

  /// Removes the topmost screens from a stack that only its owner can set.
  private func removeScopes<Screen>(of current: ScopePath<Screen>, exceptThoseIn path: ScopePath<Screen>) {
    let remaining = Set(path.map(\.id))
    for element in current.reversed() where !remaining.contains(element.id) {
      guard let scope = element.screen.scope as? any ScopeProtocol else {
        StatoscopeLogger.log(.errors) {
          """
          \(typeName) could not pop \(CaseText(element.screen).description), which has no scope to remove. Give the \
          binding an event: path(_:popped:).
          """
        }
        return
      }
      scope.removeFromSuperscope()
    }
  }
}
