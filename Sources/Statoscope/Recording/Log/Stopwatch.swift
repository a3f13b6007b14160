/// Measures elapsed time with any clock.
struct Stopwatch {
  private let elapsedOnClock: () -> Duration

  /// Starts the measurement.
  init(_ clock: any Clock<Duration>) {
    elapsedOnClock = Stopwatch.elapsed(on: clock)
  }

  var elapsed: Duration { elapsedOnClock() }

  private static func elapsed<Source: Clock>(on clock: Source) -> () -> Duration
  where Source.Duration == Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}
