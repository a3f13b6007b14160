/// A scope that has become a child, to which ``ScopeProtocol/whenLinked`` is still to be sent.
struct NewChild {
  /// Weak: it may leave before.
  private weak var scope: ScopeNode?

  init(_ scope: ScopeNode) {
    self.scope = scope
  }

  /// Sends the event, unless the scope has left.
  fileprivate func send(isolation: isolated (any Actor)?) {
    guard let scope = scope as? any ScopeProtocol, scope.parentNode != nil else { return }
    scope.sendWhenLinked(isolation: isolation)
  }

  /// The classes whose scopes are sent no event.
  private static let silentClasses = Locked<Set<ObjectIdentifier>>([])

  fileprivate static func isSilent(_ type: ScopeNode.Type) -> Bool {
    silentClasses.withLock { $0.contains(ObjectIdentifier(type)) }
  }

  fileprivate static func silence(_ type: ScopeNode.Type) {
    _ = silentClasses.withLock { $0.insert(ObjectIdentifier(type)) }
  }
}

extension TreeContext {
  /// Records a scope that has become a child for the first time.
  ///
  /// - Parameter silent: a class whose scopes are sent nothing, which need no look-up.
  /// - Returns: the class to pass for the next one.
  func addNewChild(_ child: ScopeNode, unlessOf silent: ObjectIdentifier?) -> ObjectIdentifier? {
    let identity = ObjectIdentifier(type(of: child))
    guard identity != silent else { return silent }
    guard !NewChild.isSilent(type(of: child)) else { return identity }
    add(NewChild(child))
    return silent
  }
}

extension ScopeNode {
  /// Sends what new children of this scope's tree wait for.
  final func sendToNewChildren(isolation: isolated (any Actor)?) {
    guard let context = knownContext, !context.newChildren.isEmpty else { return }
    let children = context.newChildren
    context.newChildren = []
    for child in children { child.send(isolation: isolation) }
  }

  /// Sends it now, outside of an event, or when the event of this scope has ended; initial children wait for the first event.
  final func announceNewChildren() {
    guard let context = knownContext, !context.newChildren.isEmpty else { return }
    if isHandlingEvents {
      hasMoreToDo = true
    } else if context.hasBegun {
      sendToNewChildren(isolation: nil)
    }
  }
}

extension ScopeProtocol {
  fileprivate func sendWhenLinked(isolation: isolated (any Actor)?) {
    guard let when = Self.whenLinked else { return NewChild.silence(type(of: self)) }
    send(when, isolation: isolation)
  }

  /// Cancels all effects of the tree, whose root this is.
  func leaveAsRoot() {
    var change = TreeChange()
    change.leave(self)
    change.finish()
  }
}
