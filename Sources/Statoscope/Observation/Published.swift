#if !canImport(Combine)
  /// A property that announces its changes, as Combine's wrapper of this name does.
  ///
  /// `withObservationTracking` sees exactly the properties that were read; `objectWillChange` hears of any change
  /// before it happens.
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

    /// Starts with a value.
    public init(wrappedValue: Value) {
      value = wrappedValue
    }

    /// Starts with a value.
    public init(initialValue: Value) {
      value = initialValue
    }

    /// The value, reached through the object that owns it so that reads and changes are seen there.
    public static subscript<Owner: ObservableObject, Shown>(
      _enclosingInstance owner: Owner,
      // Of another type where another wrapper stands behind this one, such as `@Redacted`.
      wrapped wrappedKeyPath: ReferenceWritableKeyPath<Owner, Shown>,
      storage storageKeyPath: ReferenceWritableKeyPath<Owner, Published<Value>>
    ) -> Value {
      // Inlined, so that the storage is reached without a key path. Few calls, no branches and no use of the key path
      // to the property keep the build of users' modules short; see Tests/Benchmarks/README.md.
      @inlinable get {
        owner.noteRead(storageKeyPath)
        return owner[keyPath: storageKeyPath].value
      }
      @inlinable set {
        owner.beginChange(of: storageKeyPath)
        owner[keyPath: storageKeyPath].value = newValue
        owner.endChange(of: storageKeyPath)
      }
      // Besides the setter, because a change in place costs less than a read and a set, to build and to run.
      @inlinable _modify {
        owner.beginChange(of: storageKeyPath)
        // A copy, so that the property can be read meanwhile.
        var value = owner[keyPath: storageKeyPath].value
        defer {
          owner[keyPath: storageKeyPath].value = value
          owner.endChange(of: storageKeyPath)
        }
        yield &value
      }
    }

    /// Cannot be used: a published property belongs to an `ObservableObject`.
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
    /// Notes that a property is being read, for the tracking that is in progress.
    ///
    /// - Parameter storage: stands for the property; nothing is read through it.
    @usableFromInline
    func noteRead<Storage>(_ storage: KeyPath<Self, Storage>) {
      // A scope has its observation at hand; any other object's is in its publisher.
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

    /// Nil for a scope that nothing has observed.
    @inline(__always)
    private var knownObservation: NodeObservation? {
      let scope = self as? ScopeNode
      return scope == nil ? objectWillChange.observation : scope?.storedObservation
    }
  }
#endif
