import Observation

#if canImport(Combine)
  import Combine
#endif

/// The observers of one object's properties: trackers of single properties, and listeners to all changes.
@usableFromInline
final class NodeObservation {
  private let registrar = ObservationRegistrar()
  private var listeners: [UInt64: () -> Void] = [:]
  private var nextListener: UInt64 = 0

  /// What views show of stacks, by the property.
  var shown: [AnyKeyPath: AnyObject] = [:]

  /// The properties that were read; nil unless they are recorded.
  private var reads: [PropertyRead]?

  /// Registers a read of a property with the tracking in progress.
  func read<Subject: Observable, Value>(_ keyPath: KeyPath<Subject, Value>, of subject: Subject) {
    registrar.access(subject, keyPath: keyPath)
  }

  /// Records a read, if reads are recorded.
  @inline(__always)
  final func record(_ read: @autoclosure () -> PropertyRead) {
    guard reads != nil else { return }
    reads?.append(read())
  }

  /// Evaluates a closure, and records the properties that it reads.
  func recordingReads<Value>(_ body: () -> Value) -> (value: Value, reads: [PropertyRead]) {
    let former = reads
    defer { reads = former }
    reads = []
    let value = body()
    return (value, reads ?? [])
  }

  /// Records reads from now on; returns false if they are recorded already.
  fileprivate func beginRecording() -> Bool {
    guard reads == nil else { return false }
    reads = []
    return true
  }

  fileprivate func endRecording() -> [PropertyRead] { reads.take() ?? [] }

  /// Changes a property; notifies listeners before the change, and trackers before and after it.
  func change<Subject: Observable, Value>(
    _ keyPath: KeyPath<Subject, Value>,
    of subject: Subject,
    by mutation: () -> Void
  ) {
    willChange(keyPath, of: subject)
    defer { didChange(keyPath, of: subject) }
    mutation()
  }

  /// Notifies listeners and trackers that a property is about to change.
  @usableFromInline
  func willChange<Subject: Observable, Value>(_ keyPath: KeyPath<Subject, Value>, of subject: Subject) {
    notifyListeners()
    registrar.willSet(subject, keyPath: keyPath)
  }

  /// Notifies trackers that a property has changed.
  @usableFromInline
  func didChange<Subject: Observable, Value>(_ keyPath: KeyPath<Subject, Value>, of subject: Subject) {
    registrar.didSet(subject, keyPath: keyPath)
  }

  /// Changes a property that is known only by the key path it was read through.
  ///
  /// - Parameter keyPath: nil for a property that was never read: nothing tracks it.
  func change<Value>(
    _ keyPath: AnyKeyPath?,
    to type: Value.Type,
    of subject: ScopeNode,
    by mutation: () -> Void
  ) {
    if let keyPath, let type = Swift.type(of: keyPath).rootType as? any Observable.Type,
      change(keyPath, in: type, to: Value.self, of: subject, by: mutation)
    {
      return
    }
    notifyListeners()
    mutation()
  }

  /// Changes a property through the class that declares it: the subject's own, or a superclass.
  private func change<Subject: Observable, Value>(
    _ keyPath: AnyKeyPath,
    in type: Subject.Type,
    to valueType: Value.Type,
    of subject: ScopeNode,
    by mutation: () -> Void
  ) -> Bool {
    guard let keyPath = keyPath as? KeyPath<Subject, Value>, let subject = subject as? Subject else {
      return false
    }
    change(keyPath, of: subject, by: mutation)
    return true
  }

  /// Notifies the listeners of a coming change.
  func notifyListeners() {
    guard !listeners.isEmpty else { return }
    for key in listeners.keys.sorted() { listeners[key]?() }
  }

  func addListener(_ listener: @escaping () -> Void) -> UInt64 {
    nextListener += 1
    listeners[nextListener] = listener
    return nextListener
  }

  func removeListener(_ key: UInt64) {
    // Released after the access: its captures may remove another listener.
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

extension ScopeNode {
  /// The publisher of the scope's changes, if it is an `ObservableObject`.
  final var changePublisher: ObservableObjectPublisher? {
    #if canImport(Combine)
      (self as? any ObservableObject).flatMap { $0.objectWillChange as? ObservableObjectPublisher }
    #else
      (self as? any ObservableObject)?.objectWillChange
    #endif
  }

  /// Notifies the listeners of `objectWillChange` that the scope is about to change.
  final func notifyListeners() {
    changePublisher?.send()
  }
}

/// A read of a property that one of the library's wrappers stands for.
package struct PropertyRead {
  /// The scope whose property was read.
  package let scope: ScopeNode
  /// The key path through which the property is read; nil where the optimizer has removed it.
  package let keyPath: AnyKeyPath?
  /// The key path to the wrapper.
  package let storage: AnyKeyPath
  /// What holds a value that is stored outside the scope.
  var outside: AnyObject?

  init(of scope: ScopeNode, through keyPath: AnyKeyPath?, to storage: AnyKeyPath, outside: AnyObject? = nil) {
    (self.scope, self.keyPath, self.storage, self.outside) = (scope, keyPath, storage, outside)
  }
}

extension ScopeNode {
  /// Evaluates a closure, and returns the properties of this scope's tree that it has read.
  ///
  /// Complexity: O(scopes of the tree).
  package final func recordingReads<Value>(_ body: () -> Value) -> (value: Value, reads: [PropertyRead]) {
    var scopes: [ScopeNode] = []
    ScopeTree(self).root.forEachInSubtree { scopes.append($0) }
    var recordings: [NodeObservation] = []
    for scope in scopes where scope.observation.beginRecording() { recordings.append(scope.observation) }
    let value = body()
    return (value, recordings.flatMap { $0.endRecording() })
  }
}
