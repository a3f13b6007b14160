import Foundation

extension ReleaseToken {
  /// Creates a token that calls a closure for each notification of a name, until it is released.
  ///
  /// - Parameter receive: is called on the thread that posts the notification.
  convenience init(
    notification name: Notification.Name,
    of object: AnyObject? = nil,
    _ receive: @escaping @Sendable (Notification) -> Void
  ) {
    let center = NotificationCenter.default
    let observer = center.addObserver(forName: name, object: object, queue: nil, using: receive)
    let token = ThreadSafe(notificationToken: observer)
    self.init { NotificationCenter.default.removeObserver(token.object) }
  }
}
