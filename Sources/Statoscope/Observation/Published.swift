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
    private var value: Value

    /// Starts with a value.
    public init(wrappedValue: Value) {
      value = wrappedValue
    }

    /// Starts with a value.
    public init(initialValue: Value) {
      value = initialValue
    }

    /// The value, reached through the object that owns it so that reads and changes are seen there.
    public static subscript<Owner: ObservableObject>(
      _enclosingInstance owner: Owner,
      wrapped wrappedKeyPath: ReferenceWritableKeyPath<Owner, Value>,
      storage storageKeyPath: ReferenceWritableKeyPath<Owner, Published<Value>>
    ) -> Value {
      get {
        owner.observation.read(wrappedKeyPath, of: owner)
        return owner[keyPath: storageKeyPath].value
      }
      set {
        owner.observation.change(wrappedKeyPath, of: owner) {
          owner[keyPath: storageKeyPath].value = newValue
        }
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
    /// A scope has one at hand; any other object's is in its publisher.
    fileprivate var observation: NodeObservation {
      (self as? ScopeNode)?.observation ?? objectWillChange.observation
    }
  }
#endif
