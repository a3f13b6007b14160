import AllocationCounter
import Synchronization

/// What each of many things keeps.
struct Memory {
  let name: String
  /// How many bytes each may keep, as the allocator rounds them up.
  let budget: Double
  let count: Int
  /// Makes so many, calls a closure while they are there, and releases them.
  let make: @MainActor (_ count: Int, _ whileThere: @Sendable () -> Void) async -> Void

  /// Bytes that each keeps.
  @MainActor func measure() async -> Double {
    // What is made once for all has to be there before.
    await make(10) {}
    let kept = Atomic<Int64>(0)
    let before = allocated_bytes()
    await make(count) { kept.store(allocated_bytes() - before, ordering: .relaxed) }
    return Double(kept.load(ordering: .relaxed)) / Double(count)
  }
}
