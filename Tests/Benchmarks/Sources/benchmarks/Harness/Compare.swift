import AllocationCounter

/// Samples two pieces of work in turn, so that whatever slows the machine down slows both.
@MainActor func compare(
  count: Int,
  samples: Int = 15,
  floor: @MainActor (Int) async -> Void,
  subject: @MainActor (Int) async -> Void
) async -> Figures {
  await compare(count: count, samples: samples, floor: floor, prepare: { _ in }) { _, count in
    await subject(count)
  }
}

/// The same with something that is made before each sample, and whose making does not count.
@MainActor func compare<Prepared>(
  count: Int,
  samples: Int = 15,
  floor: @MainActor (Int) async -> Void,
  prepare: @MainActor (Int) -> Prepared,
  subject: @MainActor (Prepared, Int) async -> Void
) async -> Figures {
  var (floors, subjects): ([Double], [Double]) = ([], [])
  for sample in 0..<samples + 3 {
    let floorTime = await CPUTime.of(count, floor)
    let prepared = prepare(count)
    let subjectTime = await CPUTime.of(count) { await subject(prepared, $0) }
    // The first ones warm up caches and branch predictors.
    guard sample >= 3 else { continue }
    floors.append(floorTime)
    subjects.append(subjectTime)
  }
  let prepared = prepare(count)
  let before = allocation_count()
  await subject(prepared, count)
  let allocations = Double(allocation_count() - before) / Double(count)
  return Figures(
    subject: median(subjects),
    floor: median(floors),
    ratio: median(zip(subjects, floors).map { $0 / $1 }),
    allocations: allocations
  )
}
