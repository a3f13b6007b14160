/// What is called around and after the events of one scope.
final class EventHooks<When: Sendable> {
  typealias Next = (_ when: When) throws -> Void
  typealias Middleware = (_ when: When, _ next: @escaping Next) throws -> Void
  typealias Subscriber = (_ when: When) -> Void

  private var middlewares: [Middleware] = []
  private var subscriptions: [Subscription] = []

  func add(_ middleware: @escaping Middleware) {
    middlewares.append(middleware)
  }

  /// Runs all middlewares around an update, the last added outermost.
  func run(_ when: When, _ update: @escaping Next) throws {
    let run = middlewares.reduce(update) { inner, middleware in { try middleware($0, inner) } }
    try run(when)
  }

  func subscribe(_ subscriber: @escaping Subscriber) -> Subscription {
    let subscription = Subscription(subscriber)
    subscriptions.append(subscription)
    return subscription
  }

  func end(_ subscription: Subscription) {
    subscription.hasEnded = true
    subscriptions.removeAll { $0 === subscription }
  }

  /// Calls the subscribers in the order in which they subscribed; one that another ended is not called any more.
  func announce(_ when: When) {
    for subscription in subscriptions where !subscription.hasEnded { subscription.call(when) }
  }

  /// One subscriber, and whether it still wants to be called.
  final class Subscription {
    fileprivate let call: Subscriber
    fileprivate var hasEnded = false

    fileprivate init(_ call: @escaping Subscriber) {
      self.call = call
    }
  }
}
