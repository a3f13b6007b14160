/// Code of an app that runs on the main actor where the library calls it, for example in a `deinit`.
///
/// It may be called from where the compiler knows of no actor, such as a cancellation handler.
@MainActor public final class Reentry {
  private let action: @MainActor () -> Void
  private var remaining: Int

  /// How often it has run.
  public private(set) var count = 0

  /// Makes code that runs a number of times, once unless something else is given; later calls do nothing.
  public init(times: Int = 1, _ action: @escaping @MainActor () -> Void) {
    remaining = times
    self.action = action
  }

  /// Runs it.
  nonisolated public func run() {
    MainActor.assumeIsolated {
      guard remaining > 0 else { return }
      remaining -= 1
      count += 1
      action()
    }
  }
}

/// A value that runs code when it is released.
public final class RunsInDeinit: Sendable {
  private let reentry: Reentry

  /// Makes a value.
  public init(_ reentry: Reentry) { self.reentry = reentry }

  deinit { reentry.run() }
}

/// A value that runs code on the main actor when it is released.
@MainActor public final class RunsInIsolatedDeinit {
  private let reentry: Reentry

  /// Makes a value.
  public init(_ reentry: Reentry) { self.reentry = reentry }

  isolated deinit { reentry.run() }
}
