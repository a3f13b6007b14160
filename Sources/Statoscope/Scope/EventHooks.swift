/// What is called around and after the events of one scope.
final class EventHooks<When: Sendable> {
  typealias Next = (_ when: When) throws -> Void
  typealias Middleware = (_ when: When, _ next: @escaping Next) throws -> Void
  typealias Subscriber = (_ when: When) -> Void

  private var middlewares: [Middleware] = []
  private var subscribers: [(key: UInt64, call: Subscriber)] = []
  private var lastSubscriber: UInt64 = 0

  func add(_ middleware: @escaping Middleware) {
    middlewares.append(middleware)
  }

  /// Runs all middlewares around an update, the last added outermost.
  func run(_ when: When, _ update: @escaping Next) throws {
    let run = middlewares.reduce(update) { inner, middleware in { try middleware($0, inner) } }
    try run(when)
  }

  func subscribe(_ subscriber: @escaping Subscriber) -> UInt64 {
    lastSubscriber += 1
    subscribers.append((lastSubscriber, subscriber))
    return lastSubscriber
  }

  func unsubscribe(_ key: UInt64) {
    subscribers.removeAll { $0.key == key }
  }

  /// Calls the subscribers in the order in which they subscribed; one that another ended is not called any more.
  func announce(_ when: When) {
    let called = subscribers
    for subscriber in called where called.count == subscribers.count || isSubscribed(subscriber.key) {
      subscriber.call(when)
    }
  }

  private func isSubscribed(_ key: UInt64) -> Bool {
    subscribers.contains { $0.key == key }
  }
}
