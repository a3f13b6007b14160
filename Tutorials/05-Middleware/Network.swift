import Statoscope

/// Where feeds come from; in this tutorial, from nowhere.
struct Network: Injectable, Sendable {
  var feed: @Sendable () async throws -> Feed

  static let defaultValue = Network { .almanac }
}
