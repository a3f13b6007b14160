import Statoscope

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

/// A stream without an element that runs until it is terminated, and then calls code of the app.
public struct UntilTerminated: StreamEffect {
  private let started: Gate<Void>
  private let onTermination: @Sendable () -> Void

  /// Makes an effect that opens a gate as soon as its cancellation would terminate the stream at once.
  public init(started: Gate<Void>, onTermination: @escaping @Sendable () -> Void) {
    self.started = started
    self.onTermination = onTermination
  }

  /// Returns a stream that calls the code when it is terminated.
  public func stream() -> Elements {
    Elements(started: started, onTermination: onTermination)
  }

  /// An `AsyncStream` that is finished where its consumer is cancelled.
  ///
  /// By itself, the stream would notice a cancellation only from somewhere within `next()` on.
  public struct Elements: AsyncSequence {
    /// The iterator of the stream.
    public struct AsyncIterator: AsyncIteratorProtocol {
      fileprivate let started: Gate<Void>
      fileprivate let continuation: AsyncStream<Void>.Continuation
      fileprivate var base: AsyncStream<Void>.Iterator

      /// Waits for the end.
      public mutating func next(isolation actor: isolated (any Actor)?) async -> Void? {
        let (started, continuation) = (started, continuation)
        return await withTaskCancellationHandler {
          await started.open(())
          return await base.next(isolation: actor)
        } onCancel: {
          continuation.finish()
        }
      }
    }

    fileprivate let started: Gate<Void>
    fileprivate let onTermination: @Sendable () -> Void

    /// Makes the stream.
    public func makeAsyncIterator() -> AsyncIterator {
      let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
      continuation.onTermination = { [onTermination] _ in onTermination() }
      return AsyncIterator(started: started, continuation: continuation, base: stream.makeAsyncIterator())
    }
  }
}
