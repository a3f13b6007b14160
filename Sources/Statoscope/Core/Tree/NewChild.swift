/// A scope that has become a child, to which ``ScopeProtocol/whenLinked`` is still to be sent.
struct NewChild {
  /// Weak: it may leave before.
  private weak var scope: ScopeNode?

  init(_ scope: ScopeNode) {
    self.scope = scope
  }

  /// Indicates whether an event has removed the scope, and may put it into the tree again.
  fileprivate var hasDeparted: Bool { scope?.hasDeparted == true }

  /// Sends the event, unless the scope has left.
  fileprivate func send(isolation: isolated (any Actor)?, in context: TreeContext) {
    guard let scope = scope as? any ScopeProtocol, scope.parentNode != nil,
      scope.context === context.latest
    else { return }
    scope.sendWhenLinked(isolation: isolation)
  }
}

extension ScopeNode {
  /// Records that this scope has become a child, if it is the first time, and its class has an event for that.
  ///
  /// A scope that is not linked yet is recorded when it is.
  final func recordIfNewChild() {
    if !hasBeenChild, ScopeClass.hasLinkingEvent(type(of: self)) { recordAsNewChild() }
  }

  /// The same for a class that has an event for it.
  final func recordAsNewChild() {
    guard !hasBeenChild, parentNode != nil else { return }
    hasBeenChild = true
    context.add(NewChild(self))
  }

  /// The context of this scope's tree, if new children wait in it.
  private final var contextWithNewChildren: TreeContext? {
    // Each event that starts effects asks, and hardly any has new children.
    if let storedContext, storedContext.isCurrent, storedContext.newChildren.isEmpty { return nil }
    guard let context = knownContext, !context.newChildren.isEmpty else { return nil }
    return context
  }

  /// Sends what new children of this scope's tree wait for.
  final func sendToNewChildren(isolation: isolated (any Actor)?) {
    guard let context = contextWithNewChildren else { return }
    let children = context.newChildren
    context.newChildren = context.moves.isEmpty ? [] : children.filter(\.hasDeparted)
    for child in children where !child.hasDeparted { child.send(isolation: isolation, in: context) }
  }

  /// Sends it now, outside of an event, or when the event of this scope has ended; initial children wait for the first event.
  final func announceNewChildren() {
    guard let context = contextWithNewChildren else { return }
    if isHandlingEvents {
      hasMoreToDo = true
    } else if context.hasBegun {
      sendToNewChildren(isolation: nil)
    }
  }
}

extension ScopeProtocol {
  fileprivate func sendWhenLinked(isolation: isolated (any Actor)?) {
    if let when = Self.whenLinked { send(when, isolation: isolation) }
  }

  /// Indicates whether the class declares an event for its new children.
  static var hasLinkingEvent: Bool { whenLinked != nil }

  /// Cancels all effects of the tree, whose root this is.
  func leaveAsRoot() {
    // One that an event has removed is no root yet.
    guard !hasDeparted else { return }
    var change = TreeChange()
    change.leave(self)
    change.finish()
  }
}
