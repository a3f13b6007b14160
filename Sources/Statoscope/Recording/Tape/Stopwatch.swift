/// How long ago something began, told by any clock.
///
/// It tells a `Duration`, whose layout every compiler knows: to handle an instant of the continuous clock, which it does
/// not, each event would ask the runtime.
final class Stopwatch {
  private let start = ContinuousClock.now
  /// Nil for the continuous clock, which is read quickest when its type is known.
  private let elapsedOnOther: (() -> Duration)?

  /// Begins now.
  init(_ clock: any Clock<Duration>) {
    elapsedOnOther = clock is ContinuousClock ? nil : Stopwatch.elapsed(on: clock)
  }

  @inline(__always)
  var elapsed: Duration {
    if let elapsedOnOther { return elapsedOnOther() }
    return start.duration(to: .now)
  }

  private static func elapsed<Source: Clock>(on clock: Source) -> () -> Duration
  where Source.Duration == Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}
