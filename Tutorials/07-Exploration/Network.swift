import Statoscope

/// The source of feeds; unused in this tutorial.
struct Network: Injectable, Sendable {
  var feed: @Sendable () async throws -> Feed

  static let defaultValue = Network { .almanac }
}
