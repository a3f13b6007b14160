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
      // Inlined, so that the storage is reached without a key path; see Tests/Benchmarks/README.md.
      @inlinable get {
        owner.noteRead(wrappedKeyPath)
        return owner[keyPath: storageKeyPath].value
      }
      @inlinable set {
        let observation = owner.announceChange(of: wrappedKeyPath)
        owner[keyPath: storageKeyPath].value = newValue
        observation?.didChange(wrappedKeyPath, of: owner)
      }
      @inlinable _modify {
        let observation = owner.announceChange(of: wrappedKeyPath)
        // A copy, so that the property can be read meanwhile.
        var value = owner[keyPath: storageKeyPath].value
        defer {
          owner[keyPath: storageKeyPath].value = value
          observation?.didChange(wrappedKeyPath, of: owner)
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
    @usableFromInline
    func noteRead<Value>(_ keyPath: KeyPath<Self, Value>) {
      // A scope has its observation at hand; any other object's is in its publisher.
      let observation = (self as? ScopeNode)?.observation ?? objectWillChange.observation
      observation.read(keyPath, of: self)
    }

    /// Announces that a property is about to change.
    ///
    /// - Returns: what to announce the change to when it is done; nil for a scope that nothing has observed.
    @usableFromInline
    func announceChange<Value>(of keyPath: KeyPath<Self, Value>) -> NodeObservation? {
      let scope = self as? ScopeNode
      guard let observation = scope == nil ? objectWillChange.observation : scope?.storedObservation else {
        return nil
      }
      observation.willChange(keyPath, of: self)
      return observation
    }
  }
#endif
