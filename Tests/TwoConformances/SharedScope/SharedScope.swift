import Statoscope

/// A class that two modules each make a scope, with another type of events.
public final class SharedScope: ScopeNode {
  /// The events that it has handled, as texts.
  public var handled: [String] = []

  /// A child of the same class.
  @Subscope public var child: SharedScope?

  override public init() {}
}
