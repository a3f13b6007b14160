import Foundation

/// An effect that yields a sequence of results, each of which becomes an event.
///
/// ```swift
/// struct Ticks: StreamEffect {
///   func stream() -> some AsyncSequence<Int, Never> { … }
/// }
///
/// effectsState.enqueue(Ticks().map(When.ticked).mapEnd(to: .clockStopped))
/// ```
///
/// The next element is requested only after the event of the last one has run. The end of the stream becomes
/// an event with ``AnyEffect/mapEnd(to:)``, and its error with ``Effect/mapToResult()``. A stream is listed,
/// cancelled and released like any other effect.
public protocol StreamEffect<ResultType>: Effect {
  /// The sequence of results.
  associatedtype Stream: AsyncSequence where Stream.Element == ResultType

  /// Returns the sequence, which is iterated once, from the actor that the scope lives on.
  ///
  /// It need not be `async` or throw. What it throws is an error of the stream.
  nonisolated(nonsending) func stream() async throws -> Stream
}

extension StreamEffect {
  /// Runs the stream to its end and returns the last element.
  ///
  /// - Throws: the error of the stream, or ``StreamEffectEmptyError`` when it ended without an element.
  nonisolated(nonsending) public func runEffect() async throws -> ResultType {
    try await eraseToAnyEffect().runEffect()
  }

  /// Erases the type of the effect, which remains a stream.
  public func eraseToAnyEffect() -> AnyEffect<ResultType> {
    AnyEffect(recipe: StreamRecipe(self))
  }

  /// Adds an event for the end of the stream; see ``AnyEffect/mapEnd(to:)``.
  public func mapEnd(to end: ResultType) -> AnyEffect<ResultType> where ResultType: Sendable {
    eraseToAnyEffect().mapEnd(to: end)
  }
}

extension AnyEffect where ResultType: Sendable {
  /// Adds one more result, usually an event, when a stream has ended without an error.
  ///
  /// - Parameter end: the result that follows the last element; maps that precede this call do not apply to
  ///   it.
  public func mapEnd(to end: ResultType) -> AnyEffect<ResultType> {
    AnyEffect(recipe: EndedRecipe(recipe, with: end))
  }
}

/// An error thrown when a stream that was run for its last element ends without any.
public struct StreamEffectEmptyError: LocalizedError, Sendable, Equatable, CustomStringConvertible {
  /// The type of the effect.
  public let effect: String

  /// A text that names the stream and the remedy.
  public var description: String {
    "\(effect) ended without an element. Enqueue it, rather than run it, to have each element as an event."
  }

  /// The same text as ``description``.
  public var errorDescription: String? { description }
}

/// A stream without maps.
final class StreamRecipe<Pristine: StreamEffect>: EffectRecipe {
  private let effect: Pristine

  init(_ effect: Pristine) {
    self.effect = effect
  }

  var pristine: any Effect { effect }

  var isStream: Bool { true }

  nonisolated(nonsending) func run(
    yielding yield: EffectYield<Pristine.ResultType>
  ) async throws -> Pristine.ResultType? {
    var iterator = try await effect.stream().makeAsyncIterator()
    while let element = try await iterator.next(isolation: #isolation) { try await yield(element) }
    return nil
  }
}

/// A stream with one more result at its end.
final class EndedRecipe<ResultType: Sendable>: WrappingRecipe {
  let original: any EffectRecipe<ResultType>
  private let end: ResultType

  init(_ original: any EffectRecipe<ResultType>, with end: ResultType) {
    self.original = original
    self.end = end
  }

  var isStream: Bool { true }

  nonisolated(nonsending) func run(yielding yield: EffectYield<ResultType>) async throws -> ResultType? {
    // A result of the stream's error, or of another end below this one, takes precedence.
    try await original.run(yielding: yield) ?? end
  }

  func resultOfEnd() throws -> ResultType? { try original.resultOfEnd() ?? end }
}
