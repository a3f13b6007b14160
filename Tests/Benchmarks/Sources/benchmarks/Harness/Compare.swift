import AllocationCounter

/// Samples two pieces of work in turn, so that whatever slows the machine down slows both.
@MainActor func compare(
  count: Int,
  samples: Int = 15,
  floor: @MainActor (Int) async -> Void,
  subject: @MainActor (Int) async -> Void
) async -> Figures {
  var (floors, subjects): ([Double], [Double]) = ([], [])
  for sample in 0..<samples + 3 {
    let floorTime = await nanoseconds(count, floor)
    let subjectTime = await nanoseconds(count, subject)
    // The first ones warm up caches and branch predictors.
    guard sample >= 3 else { continue }
    floors.append(floorTime)
    subjects.append(subjectTime)
  }
  let before = allocation_count()
  await subject(count)
  let allocations = Double(allocation_count() - before) / Double(count)
  return Figures(
    subject: median(subjects),
    floor: median(floors),
    ratio: median(zip(subjects, floors).map { $0 / $1 }),
    allocations: allocations
  )
}

/// Nanoseconds that a piece of work takes, done so often.
@MainActor private func nanoseconds(_ count: Int, _ work: @MainActor (Int) async -> Void) async -> Double {
  let clock = ContinuousClock()
  let start = clock.now
  await work(count)
  return (clock.now - start) / .nanoseconds(1) / Double(count)
}

func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  return sorted[sorted.count / 2]
}
