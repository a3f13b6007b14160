/// The error of an effect or an update that fails in a test.
public struct Offline: Error, Equatable {
  /// Creates an error.
  public init() {}
}
