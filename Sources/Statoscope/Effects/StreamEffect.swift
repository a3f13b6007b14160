import Foundation

/// Work that yields a sequence of results, each of which becomes an event.
///
/// ```swift
/// struct Ticks: StreamEffect {
///   func stream() -> some AsyncSequence<Int, Never> { … }
/// }
///
/// effectsState.enqueue(Ticks().map(When.ticked).mapEnd(to: .clockStopped))
/// ```
///
/// The next element is asked for only after the event of the last one has run. The end of the stream is an event
/// if mapped with ``AnyEffect/mapEnd(to:)``, and its error with ``Effect/mapToResult()``. It is listed, cancelled
/// and released like any other effect.
public protocol StreamEffect<ResultType>: Effect {
  /// The sequence of results.
  associatedtype Stream: AsyncSequence where Stream.Element == ResultType

  /// Starts the sequence; it is iterated once, from the actor that the scope lives on.
  func stream() -> Stream
}

extension StreamEffect {
  /// Runs the stream to its end and returns the last element.
  ///
  /// - Throws: what the stream throws, or ``StreamEffectEmptyError`` when it ended without an element.
  nonisolated(nonsending) public func runEffect() async throws -> ResultType {
    try await eraseToAnyEffect().runEffect()
  }

  /// Hides the effect's type; it stays a stream.
  public func eraseToAnyEffect() -> AnyEffect<ResultType> {
    AnyEffect(recipe: PristineRecipe(self)).with(
      body: .stream {
        var iterator = stream().makeAsyncIterator()
        return { try await iterator.next(isolation: #isolation).map { .element($0) } ?? .end }
      }
    )
  }

  /// Adds an event for the end of the stream; see ``AnyEffect/mapEnd(to:)``.
  public func mapEnd(to end: ResultType) -> AnyEffect<ResultType> where ResultType: Sendable {
    eraseToAnyEffect().mapEnd(to: end)
  }
}

extension AnyEffect where ResultType: Sendable {
  /// Adds one more result, usually an event, when a stream has ended without an error.
  ///
  /// - Parameter end: comes after the last element; it is not changed by maps written before this.
  public func mapEnd(to end: ResultType) -> AnyEffect<ResultType> {
    appending { end }
  }
}

/// A stream that was run for its last element ended without any.
public struct StreamEffectEmptyError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The effect's type.
  public let effect: String

  /// Says which stream it was, and what to do.
  public var description: String {
    "\(effect) ended without an element. Enqueue it, rather than run it, to have each element as an event."
  }
}

extension StreamEffectEmptyError: LocalizedError {
  /// The same text as ``description``.
  public var errorDescription: String? { description }
}
