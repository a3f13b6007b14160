import Statoscope
import StatoscopeTesting

/// The events that a source has offered, each with a number that equal events share.
class EventNumbers<Event> {
  private(set) var events: [Event] = []
  private let keys = StateKeyMaker()
  private var numbers: [StateKey: Int] = [:]

  /// Returns the numbering for a type of event: by its own `==`, or by its reflected state.
  static func make() -> EventNumbers {
    func hashable<Own: Hashable>(_: Own.Type) -> EventNumbers? {
      HashableEventNumbers<Own>() as? EventNumbers
    }
    return (Event.self as? any Hashable.Type).flatMap { hashable($0) } ?? EventNumbers()
  }

  /// Complexity: amortized O(size of the event).
  func number(of event: Event) -> Int {
    let key = keys.key(of: event)
    // The contents of an object may change, and hidden state may differ.
    guard key.isWhole, !key.hasObjects else { return add(event) }
    if let known = numbers[key] { return known }
    numbers[key] = events.count
    return add(event)
  }

  fileprivate final func add(_ event: Event) -> Int {
    events.append(event)
    return events.count - 1
  }
}

private final class HashableEventNumbers<Event: Hashable>: EventNumbers<Event> {
  private var numbers: [Event: Int] = [:]

  override func number(of event: Event) -> Int {
    if let known = numbers[event] { return known }
    numbers[event] = events.count
    return add(event)
  }
}
