import Foundation

/// Releases subtrees one scope at a time, so that the deepest tree is released on the smallest stack.
///
/// By default, each scope's release would run inside its parent's. Here the children of a scope that is being
/// released are retained in a list until it is deallocated, so each is released from the same stack frame. A
/// scope's own `deinit` still finds its children. Nothing is reflected: a scope may refer to what no longer exists.
enum SubtreeRelease {
  /// Takes leave of the tree at the end of its root's life, while the children still have a parent.
  static func willRelease(_ scope: ScopeNode) {
    guard !scope.links.isEmpty, let context = scope.knownContext else { return }
    for link in scope.subscopeLinks { context.willChange(link) }
    // Code in a child's `deinit` may reach another child before it is that child's turn.
    context.dissolve()
  }

  /// Releases the children at the end of a scope's life, when none of its own code can run any more.
  static func releaseChildren(of scope: ScopeNode) {
    guard !scope.links.isEmpty else { return }
    let links = scope.subscopeLinks
    scope.links = []
    var children: [ScopeNode] = []
    for link in links { link.appendChildren(to: &children) }
    // Those that departed from a tree whose root is released here have no other way to leave.
    if let context = scope.storedContext?.latest, !context.isCurrent, !context.moves.isEmpty {
      children += context.takeMoves().departures.map(\.scope)
    }
    for child in children { child.leaveParent(in: scope.storedContext) }
    // Only now: what a property holds besides scopes may run code of the app when it is released.
    for link in links { link.discardValue() }
    release(&children)
  }

  /// Releases scopes; those that are retained elsewhere become roots.
  ///
  /// - Parameter scopes: the scopes, passed in place: another array would retain them all.
  private static func release(_ scopes: inout [ScopeNode]) {
    var waiting: [ScopeNode] = []
    swap(&waiting, &scopes)
    // The release of an ancestor retains these, and comes to them in their turn.
    waiting.removeAll(where: \.isAwaitingRelease)
    for index in waiting.indices { waiting[index].isAwaitingRelease = true }
    waiting.reverse()
    while var scope = waiting.popLast() {
      scope.isAwaitingRelease = false
      // The `deinit` of another scope has put it into a tree again.
      guard scope.parentNode == nil else { continue }
      guard isKnownUniquelyReferenced(&scope) else {
        _ = scope.context
        continue
      }
      for link in scope.subscopeLinks.reversed() {
        for child in link.children.reversed() where !child.isAwaitingRelease {
          child.isAwaitingRelease = true
          waiting.append(child)
        }
      }
    }
  }

  // MARK: Properties that were never linked

  /// The values of properties that are waiting for their release on one thread.
  private final class Queue {
    var waiting: [Any] = []

    static let key = "statoscope.release"
  }

  /// Releases the value of a property whose scope was released without ever being linked.
  ///
  /// Nothing knows the scopes in it before they are released, which happens inside this call. A list of the thread takes
  /// the values that such a release leaves behind.
  ///
  /// - Parameter value: the value, which is moved: another reference would retain it.
  static func releaseUnlinked(_ value: inout Any?) {
    let thread = Thread.current.threadDictionary
    if let queue = thread[Queue.key] as? Queue { return queue.waiting.append(value.take() as Any) }
    let queue = Queue()
    thread[Queue.key] = queue
    queue.waiting.append(value.take() as Any)
    while !queue.waiting.isEmpty { release(queue.waiting.removeLast()) }
    thread[Queue.key] = nil
  }

  private static func release(_ value: consuming Any) {}
}
