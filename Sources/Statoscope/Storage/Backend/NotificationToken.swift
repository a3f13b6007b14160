import Foundation

/// A token that calls a closure for each notification of a name, until it is released.
final class NotificationToken: Sendable {
  private let token: ThreadSafe<any NSObjectProtocol>

  /// - Parameter receive: is called on the thread that posts the notification.
  init(
    _ name: Notification.Name,
    of object: AnyObject? = nil,
    _ receive: @escaping @Sendable (Notification) -> Void
  ) {
    let center = NotificationCenter.default
    token = ThreadSafe(
      notificationToken: center.addObserver(forName: name, object: object, queue: nil, using: receive)
    )
  }

  deinit {
    NotificationCenter.default.removeObserver(token.object)
  }
}
