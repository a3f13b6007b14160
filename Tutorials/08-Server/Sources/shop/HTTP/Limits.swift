/// The limits of what the shop spends on visitors, so that no client can take all of it.
struct Limits: Sendable {
  /// The number of connections that are open; further ones wait until one is closed.
  var connections = 8_192
  /// The number of sessions that are alive; beyond that, those that were idle for the longest time end.
  var sessions = 20_000
  /// The time that a connection may be silent, also in the middle of a header.
  var idle = Duration.seconds(30)
  /// The bytes of a request's body; a form has less than a hundred.
  var body = 16_384
  /// The time that a stream of events is silent, before a comment finds out whether the browser is there.
  var heartbeat = Duration.seconds(15)
  /// The time between two pages of a window, at least; only the newest is sent then.
  ///
  /// Without it, a thousand windows that change all the time keep every thread busy, and all other requests wait.
  var pagePause = Duration.milliseconds(200)
}
