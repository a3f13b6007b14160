import ShopDomain
import Synchronization

/// Asks a database again and again whether another connection has changed it.
///
/// SQLite notifies no one of what other processes commit, but it answers within microseconds whether they have. It may
/// have to wait for a commit that waits, so it is asked on a thread of its own.
final class ChangePolling: Sendable {
  private let interval: Duration
  private let clock: any Clock<Duration>
  private let task = Mutex<Task<Void, Never>?>(nil)

  init(interval: Duration, clock: any Clock<Duration>) {
    self.interval = interval
    self.clock = clock
  }

  deinit {
    task.withLock { $0 }?.cancel()
  }

  /// Begins to ask.
  ///
  /// - Parameters:
  ///   - version: a number that is another one after each change; nil ends the asking.
  ///   - onChange: is called when it is.
  func start(
    asking version: @escaping @Sendable () throws -> Int?,
    _ onChange: @escaping @Sendable () -> Void
  ) {
    let (interval, clock) = (interval, clock)
    let worker = StoreThreads.Worker(StoreThread("shop.changes"))
    // Before this returns: what changes from now on is a change.
    let first = try? version()
    let polling = Task {
      var known = first
      while (try? await clock.sleep(for: interval)) != nil {
        do {
          guard let answer = try await worker.perform(version) else { return }
          if answer != known { onChange() }
          known = answer
        } catch let fault as StoreFault where fault.isLasting {
          // Nothing changes any more; whoever looks finds out why.
          return onChange()
        } catch {
          // What it has now is looked up when it answers again.
          known = nil
        }
      }
    }
    task.withLock { $0 = polling }
  }
}
