/// A token that runs a closure when it is released, as the end of an observation.
final class ReleaseToken: Sendable {
  private let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit {
    end()
  }
}
