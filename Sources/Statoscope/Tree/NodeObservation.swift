import Observation

/// Who is told when a property of one object changes: trackers of single properties, and listeners to any.
final class NodeObservation {
  private let registrar = ObservationRegistrar()
  private var listeners: [UInt64: () -> Void] = [:]
  private var nextListener: UInt64 = 0

  /// The properties whose values are kept outside of the object, by the key paths they were read through.
  var outsideProperties: [AnyKeyPath: AnyObject] = [:]

  /// Notes that a property is being read, for whoever tracks reads now.
  func read<Subject: Observable, Value>(_ keyPath: KeyPath<Subject, Value>, of subject: Subject) {
    registrar.access(subject, keyPath: keyPath)
  }

  /// Changes a property and tells everybody: listeners before, trackers before and after.
  func change<Subject: Observable, Value>(
    _ keyPath: KeyPath<Subject, Value>,
    of subject: Subject,
    by mutation: () -> Void
  ) {
    announceChange()
    registrar.withMutation(of: subject, keyPath: keyPath, mutation)
  }

  /// Tells the listeners that something is about to change.
  func announceChange() {
    guard !listeners.isEmpty else { return }
    for key in listeners.keys.sorted() { listeners[key]?() }
  }

  func addListener(_ listener: @escaping () -> Void) -> UInt64 {
    nextListener += 1
    listeners[nextListener] = listener
    return nextListener
  }

  func removeListener(_ key: UInt64) {
    // Released after the access: what it captures may remove another listener.
    _ = listeners.removeValue(forKey: key)
  }
}

/// A scope can be tracked with `withObservationTracking`, one property at a time.
extension ScopeNode: Observable {
  final var observation: NodeObservation {
    if let storedObservation { return storedObservation }
    let observation = NodeObservation()
    storedObservation = observation
    return observation
  }
}
