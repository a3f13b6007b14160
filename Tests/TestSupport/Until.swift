/// Waits until a condition holds that work on the shared pool brings about.
///
/// Between two looks it takes a place in the queue of the pool. A yield alone would come back at once where the caller
/// has a thread of its own, which then computes for as long as the pool has other work.
public func until(_ condition: () -> Bool, isolation: isolated (any Actor)? = #isolation) async {
  while !condition() { await Task.detached {}.value }
}
