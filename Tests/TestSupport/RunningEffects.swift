import Statoscope

/// An effect without a result, which runs until it is cancelled.
public struct Endless<Value: Sendable>: Effect {
  /// Makes an effect.
  public init() {}

  /// Runs until its task is cancelled.
  public func runEffect() async throws -> Value {
    let (end, _) = AsyncStream.makeStream(of: Void.self)
    for await _ in end {}
    throw CancellationError()
  }
}

/// An effect that runs until it is cancelled, and then calls code of the app.
public struct UntilCancelled: Effect {
  private let started: Gate<Void>
  private let onCancel: @Sendable () -> Void

  /// Makes an effect that opens a gate as soon as its cancellation would be noticed.
  public init(started: Gate<Void>, onCancel: @escaping @Sendable () -> Void) {
    self.started = started
    self.onCancel = onCancel
  }

  /// Runs until its task is cancelled.
  public func runEffect() async throws {
    let (never, continuation) = AsyncStream.makeStream(of: Void.self)
    await withTaskCancellationHandler {
      await started.open(())
      for await _ in never {}
    } onCancel: {
      onCancel()
    }
    continuation.finish()
  }
}

/// A stream without an element that runs until it is cancelled, and then calls code of the app.
public struct UntilTerminated: StreamEffect {
  private let started: Gate<Void>
  private let onTermination: @Sendable () -> Void

  /// Makes an effect that opens a gate as soon as its cancellation would call the code at once.
  public init(started: Gate<Void>, onTermination: @escaping @Sendable () -> Void) {
    self.started = started
    self.onTermination = onTermination
  }

  /// Returns a stream that calls the code where it is cancelled.
  ///
  /// The `onTermination` of a continuation would be called by the consumer instead, if that begins to wait at the moment
  /// of the cancellation.
  public func stream() -> AsyncStream<Void> {
    AsyncStream {
      let (never, continuation) = AsyncStream.makeStream(of: Void.self)
      await started.open(())
      for await _ in never {}
      continuation.finish()
      return nil
    } onCancel: {
      onTermination()
    }
  }
}
