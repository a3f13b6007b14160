/// An event of a scope, as ``ScopeProtocol/addSubscopeMiddleware(_:)`` passes it to a middleware.
public struct ScopeEvent {
  /// The scope that the event was sent to.
  public let scope: ScopeNode

  /// The event, a value of the scope's own event type.
  public let when: any Sendable

  /// The path from the root to the scope when the event was sent, as a key path in source: `\.list.items[3]`.
  ///
  /// It stays the same when the event removes the scope. Complexity: O(depth × siblings in the properties on
  /// the path).
  public var path: String { place.path }

  let place: EventPlace
}

/// The middlewares and observers of one scope and of all scopes below it.
final class SubtreeHooks {
  /// A middleware, called with the scope it was added to, which it must not retain.
  typealias Middleware = (_ owner: ScopeNode, _ event: ScopeEvent, _ next: () throws -> Void) throws -> Void

  /// The middlewares; the last one added is the outermost.
  private(set) var middlewares: [Middleware] = []

  /// The union of the interests of all hooks; a middleware is interested in events.
  private(set) var interests: TreeInterests = []

  private var list = SweptList<any TreeObserver>()

  /// The observers in the order in which they were added.
  var observers: [any TreeObserver] { list.elements }

  /// The observers of events; those with a subscriber come first.
  private(set) var eventObservers: [any TreeObserver] = []

  func add(_ middleware: @escaping Middleware) {
    middlewares = middlewares + [middleware]
    interests.insert(.events)
  }

  /// - Returns: the observers that were removed because they had ended.
  func add(_ observer: any TreeObserver) -> [any TreeObserver] {
    let removed = list.append(observer) { $0.hasEnded }
    if removed.isEmpty { note(observer) } else { noteAll() }
    return removed
  }

  /// - Returns: the removed observers.
  func removeObservers(where isUnwanted: (any TreeObserver) -> Bool) -> [any TreeObserver] {
    defer { noteAll() }
    return list.removeAll(where: isUnwanted)
  }

  private func noteAll() {
    interests = middlewares.isEmpty ? [] : .events
    eventObservers = []
    for observer in observers { note(observer) }
  }

  private func note(_ observer: any TreeObserver) {
    interests.formUnion(observer.interests)
    guard observer.interests.contains(.events) else { return }
    let index = observer.callsSubscriber ? eventObservers.firstIndex { !$0.callsSubscriber } : nil
    eventObservers.insert(observer, at: index ?? eventObservers.endIndex)
  }

  /// Runs all middlewares around an event; the last one added is the outermost.
  func run(_ event: ScopeEvent, at owner: ScopeNode, _ next: @escaping () throws -> Void) throws {
    let run = middlewares.reduce(next) { inner, middleware in { try middleware(owner, event, inner) } }
    try run()
  }
}

/// The number of scopes in a tree with hooks, by interest.
struct HookCounts {
  private(set) var events = 0
  private(set) var place = 0
  private(set) var lostErrors = 0
  private(set) var effectOrigins = 0
  private(set) var defaultValues = 0

  mutating func add(_ interests: TreeInterests) { count(interests, 1) }

  mutating func remove(_ interests: TreeInterests) { count(interests, -1) }

  mutating func add(_ other: HookCounts) {
    events += other.events
    place += other.place
    lostErrors += other.lostErrors
    effectOrigins += other.effectOrigins
    defaultValues += other.defaultValues
  }

  private mutating func count(_ interests: TreeInterests, _ difference: Int) {
    if interests.contains(.events) { events += difference }
    if interests.contains(.place) { place += difference }
    if interests.contains(.lostErrors) { lostErrors += difference }
    if interests.contains(.effectOrigins) { effectOrigins += difference }
    if interests.contains(.defaultValues) { defaultValues += difference }
  }
}
