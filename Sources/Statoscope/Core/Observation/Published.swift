#if !canImport(Combine)
  import Observation

  /// An object with a publisher that emits before each change, like Combine's type of the same name.
  ///
  /// Every scope can conform without further code; its `@Published` and `@Subscope` properties publish their
  /// changes. Any other class declares `let objectWillChange = ObservableObjectPublisher()`.
  public protocol ObservableObject: AnyObject, Observable {
    /// A publisher that emits before the object changes.
    var objectWillChange: ObservableObjectPublisher { get }
  }

  extension ObservableObject where Self: ScopeNode {
    /// A publisher that emits before the scope changes.
    public var objectWillChange: ObservableObjectPublisher {
      ObservableObjectPublisher(observation: observation)
    }
  }

  /// A publisher that calls its listeners before an object changes, on the actor that changes it.
  public final class ObservableObjectPublisher {
    let observation: NodeObservation

    /// Creates a publisher for an object that is not a scope.
    public convenience init() {
      self.init(observation: NodeObservation())
    }

    init(observation: NodeObservation) {
      self.observation = observation
    }

    /// Notifies every listener that the object is about to change.
    public func send() {
      observation.notifyListeners()
    }

    /// Calls a closure before each change until the returned token is cancelled or released.
    ///
    /// - Parameter receiveValue: is called before each change, on the actor that makes it.
    public func sink(receiveValue: @escaping (()) -> Void) -> AnyCancellable {
      let key = observation.addListener { receiveValue(()) }
      return AnyCancellable { [weak observation] in observation?.removeListener(key) }
    }
  }

  /// A token that ends a subscription when it is cancelled or released.
  public final class AnyCancellable {
    private var action: (() -> Void)?

    /// Creates a token that calls a closure once.
    public init(_ cancel: @escaping () -> Void) {
      action = cancel
    }

    deinit {
      action?()
    }

    /// Ends the subscription; further calls have no effect.
    public func cancel() {
      // Released after the property is written: its `deinit` may cancel this again.
      withExtendedLifetime(action.take()) { action in action?() }
    }
  }

  /// A property that publishes its changes, like Combine's wrapper of the same name.
  ///
  /// `withObservationTracking` tracks exactly the properties that were read; `objectWillChange` emits before
  /// any change.
  ///
  /// ```swift
  /// final class Counter: Scope, ObservableObject {
  ///   @Published var count = 0
  ///   …
  /// }
  /// ```
  @propertyWrapper
  public struct Published<Value> {
    @usableFromInline var value: Value

    /// Creates a property with an initial value.
    public init(wrappedValue: Value) {
      value = wrappedValue
    }

    /// Creates a property with an initial value.
    public init(initialValue: Value) {
      value = initialValue
    }

    /// The value, accessed through its owner so that reads and changes are observed there.
    public static subscript<Owner: ObservableObject, Shown>(
      _enclosingInstance owner: Owner,
      // Another type than the value's where another wrapper stands behind this one, such as `@Redacted`.
      wrapped wrappedKeyPath: ReferenceWritableKeyPath<Owner, Shown>,
      storage storageKeyPath: ReferenceWritableKeyPath<Owner, Published<Value>>
    ) -> Value {
      // Inlined, so that the storage is reached without a key path. Few calls, no branches and no use of the
      // key path to the property keep the build times of users' modules low; see Tests/Benchmarks/README.md.
      @inlinable get {
        // An optimized build would compile accessors for each key path to a property that is used.
        #if DEBUG
          owner.recordRead(storageKeyPath, through: wrappedKeyPath)
        #else
          owner.recordRead(storageKeyPath, through: nil)
        #endif
        return owner[keyPath: storageKeyPath].value
      }
      @inlinable set {
        owner.beginChange(of: storageKeyPath)
        // Released after the access: its `deinit` may set the property.
        let former = owner[keyPath: storageKeyPath].value
        owner[keyPath: storageKeyPath].value = newValue
        owner.endChange(of: storageKeyPath)
        withExtendedLifetime(former) {}
      }
      // In addition to the setter, because a change in place costs less than a read and a set, in build and
      // run time.
      @inlinable _modify {
        owner.beginChange(of: storageKeyPath)
        // A copy, so that the property can be read during the change.
        var value = owner[keyPath: storageKeyPath].value
        defer {
          let former = owner[keyPath: storageKeyPath].value
          owner[keyPath: storageKeyPath].value = value
          owner.endChange(of: storageKeyPath)
          withExtendedLifetime(former) {}
        }
        yield &value
      }
    }

    /// Unavailable: a published property belongs to an `ObservableObject`.
    @available(*, unavailable, message: "@Published is for properties of an ObservableObject")
    public var wrappedValue: Value {
      get { preconditionFailure("unavailable") }
      // swift-format-ignore
      set { preconditionFailure("unavailable") }
    }
  }

  extension Published: ShownState {
    package var shownState: Any? { value }
  }

  extension ObservableObject {
    /// Registers a read of a property with the tracking in progress.
    ///
    /// - Parameters:
    ///   - storage: identifies the property; nothing is read through it.
    ///   - keyPath: the key path to the property, where it is known.
    @usableFromInline
    func recordRead<Value>(_ storage: KeyPath<Self, Published<Value>>, through keyPath: AnyKeyPath?) {
      // A scope stores its observation itself; any other object's is in its publisher.
      let scope = self as? ScopeNode
      scope?.learn(storage)
      let observation = scope?.observation ?? objectWillChange.observation
      if let scope { observation.record(PropertyRead(of: scope, through: keyPath, to: storage)) }
      observation.read(storage, of: self)
    }

    /// Notifies observers that a property is about to change.
    @usableFromInline
    func beginChange<Value>(of storage: KeyPath<Self, Published<Value>>) {
      let scope = self as? ScopeNode
      scope?.learn(storage)
      knownObservation(of: scope)?.willChange(storage, of: self)
    }

    /// Notifies observers that a property has changed.
    @usableFromInline
    func endChange<Storage>(of storage: KeyPath<Self, Storage>) {
      knownObservation(of: self as? ScopeNode)?.didChange(storage, of: self)
    }

    /// The observation; nil for a scope that has never been observed.
    @inline(__always)
    private func knownObservation(of scope: ScopeNode?) -> NodeObservation? {
      scope == nil ? objectWillChange.observation : scope?.storedObservation
    }
  }
#endif
