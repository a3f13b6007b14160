import Foundation

/// How long this program has kept processors busy, on all of its threads together.
///
/// Not the time on the wall: on a machine with other things to do, that includes those.
enum CPUTime {
  /// In nanoseconds, since the program started.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }

  /// Nanoseconds that a piece of work takes, done so often.
  @MainActor static func of(_ count: Int, _ work: @MainActor (Int) async -> Void) async -> Double {
    let start = now
    await work(count)
    return (now - start) / Double(count)
  }
}

func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  return sorted[sorted.count / 2]
}
