#if !canImport(Combine)
  /// A property that announces its changes, like Combine's wrapper of the same name.
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
        owner.recordRead(storageKeyPath)
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
    /// - Parameter storage: identifies the property; nothing is read through it.
    @usableFromInline
    func recordRead<Storage>(_ storage: KeyPath<Self, Storage>) {
      // A scope stores its observation itself; any other object's is in its publisher.
      let observation = (self as? ScopeNode)?.observation ?? objectWillChange.observation
      observation.read(storage, of: self)
    }

    /// Announces that a property is about to change.
    @usableFromInline
    func beginChange<Storage>(of storage: KeyPath<Self, Storage>) {
      knownObservation?.willChange(storage, of: self)
    }

    /// Announces that a property has changed.
    @usableFromInline
    func endChange<Storage>(of storage: KeyPath<Self, Storage>) {
      knownObservation?.didChange(storage, of: self)
    }

    /// The observation; nil for a scope that has never been observed.
    @inline(__always)
    private var knownObservation: NodeObservation? {
      let scope = self as? ScopeNode
      return scope == nil ? objectWillChange.observation : scope?.storedObservation
    }
  }
#endif
