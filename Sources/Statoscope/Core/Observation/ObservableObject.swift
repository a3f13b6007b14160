#if canImport(Combine)
  import Combine
#else
  import Observation
#endif

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

#if !canImport(Combine)
  /// An object that announces each change before it happens, like Combine's type of the same name.
  ///
  /// Every scope can conform without further code; its `@Published` and `@Subscope` properties announce their
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
#endif
