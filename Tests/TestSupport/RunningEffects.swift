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
  public func stream() -> Elements {
    Elements(started: started, onTermination: onTermination)
  }

  /// An `AsyncStream` that calls code before it is cancelled.
  ///
  /// Its own `onTermination` would be called by the consumer instead, if that begins to wait at the moment of the
  /// cancellation.
  public struct Elements: AsyncSequence {
    /// The iterator of the stream.
    public struct AsyncIterator: AsyncIteratorProtocol {
      fileprivate let started: Gate<Void>
      fileprivate let onTermination: @Sendable () -> Void
      fileprivate let continuation: AsyncStream<Void>.Continuation
      fileprivate var base: AsyncStream<Void>.Iterator

      /// Waits for the end.
      public mutating func next(isolation actor: isolated (any Actor)?) async -> Void? {
        let (started, onTermination, continuation) = (started, onTermination, continuation)
        return await withTaskCancellationHandler {
          await started.open(())
          return await base.next(isolation: actor)
        } onCancel: {
          onTermination()
          continuation.finish()
        }
      }
    }

    fileprivate let started: Gate<Void>
    fileprivate let onTermination: @Sendable () -> Void

    /// Makes the stream.
    public func makeAsyncIterator() -> AsyncIterator {
      let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
      return AsyncIterator(
        started: started,
        onTermination: onTermination,
        continuation: continuation,
        base: stream.makeAsyncIterator()
      )
    }
  }
}
