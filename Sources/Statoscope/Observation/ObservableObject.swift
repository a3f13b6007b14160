#if !canImport(Combine)
  import Observation

  /// An object that announces each change before it happens, as Combine's type of this name does.
  ///
  /// Every scope can conform without a line of code; its `@Published` and `@Subscope` properties announce
  /// themselves. Another class declares `let objectWillChange = ObservableObjectPublisher()`.
  public protocol ObservableObject: AnyObject, Observable {
    /// Tells its listeners that the object is about to change.
    var objectWillChange: ObservableObjectPublisher { get }
  }

  extension ObservableObject where Self: ScopeNode {
    /// Tells its listeners that the scope is about to change.
    public var objectWillChange: ObservableObjectPublisher {
      ObservableObjectPublisher(observation: observation)
    }
  }

  /// Calls its listeners before an object changes, on the actor that changes it.
  public final class ObservableObjectPublisher {
    let observation: NodeObservation

    /// Makes a publisher for an object that is not a scope.
    public convenience init() {
      self.init(observation: NodeObservation())
    }

    init(observation: NodeObservation) {
      self.observation = observation
    }

    /// Tells every listener that the object is about to change.
    public func send() {
      observation.announceChange()
    }

    /// Calls a closure before each change until the returned token is cancelled or released.
    ///
    /// - Parameter receiveValue: is called before the change, on the actor that makes it.
    public func sink(receiveValue: @escaping (()) -> Void) -> AnyCancellable {
      let key = observation.addListener { receiveValue(()) }
      return AnyCancellable { [weak observation] in observation?.removeListener(key) }
    }
  }

  /// Ends something when it is cancelled or released, whichever comes first.
  public final class AnyCancellable {
    private var action: (() -> Void)?

    /// Makes a token that runs a closure once.
    public init(_ cancel: @escaping () -> Void) {
      action = cancel
    }

    deinit {
      action?()
    }

    /// Ends it now; calling it again does nothing.
    public func cancel() {
      action?()
      action = nil
    }
  }
#endif
