import AllocationCounter

/// What each of many things keeps.
struct Memory {
  let name: String
  /// How many bytes each may keep, as the allocator rounds them up.
  let budget: Double
  let count: Int
  /// Makes so many, calls a closure while they are there, and lets go of them.
  let make: @MainActor (_ count: Int, _ whileThere: @MainActor () -> Void) async -> Void

  /// Bytes that each keeps.
  @MainActor func measure() async -> Double {
    // What is made once for all has to be there before.
    await make(10) {}
    let before = allocated_bytes()
    var kept: Int64 = 0
    await make(count) { kept = allocated_bytes() - before }
    return Double(kept) / Double(count)
  }
}
