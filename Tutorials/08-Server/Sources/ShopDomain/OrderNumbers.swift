import Foundation
import Statoscope

/// A source of order numbers, none of which it gives twice.
package struct OrderNumbers: Sendable, Injectable {
  package var next: @Sendable () -> Order.ID

  package init(next: @escaping @Sendable () -> Order.ID) {
    self.next = next
  }

  package static let defaultValue = OrderNumbers { UUID().uuidString.lowercased() }
}
