/// Asynchronous work of a scope that ends in an event.
///
/// An effect is a value that describes the work. A scope enqueues it inside `update(_:)`; it starts when that
/// update has returned, and its result comes back as an event.
///
/// ```swift
/// struct LoadArticle: Effect {
///   let url: URL
///   func runEffect() async throws -> Data {
///     try await URLSession.shared.data(from: url).0
///   }
/// }
/// ```
public protocol Effect<ResultType>: Sendable {
  /// The type of the effect's result.
  associatedtype ResultType

  /// Performs the work.
  ///
  /// It starts on the actor that the scope lives on and leaves it at its first suspension, or immediately
  /// when it is marked `@concurrent`. Cancelling the effect cancels its task; a result returned afterwards is
  /// discarded.
  ///
  /// - Throws: the error of the work; map it to an event with ``mapToResult()``, else it is logged.
  nonisolated(nonsending) func runEffect() async throws -> ResultType

  /// The original effect, under all of its maps; provided by the library.
  var pristine: any Effect { get }

  /// Erases the type of the effect and keeps its behavior and its ``pristine`` value; provided by the
  /// library.
  func eraseToAnyEffect() -> AnyEffect<ResultType>
}

extension Effect {
  /// This effect, which has no maps.
  public var pristine: any Effect { self }

  /// Returns true if the pristine effect is of a type.
  public func pristineIs<Other: Effect>(_ type: Other.Type) -> Bool {
    pristine is Other
  }

  /// Returns true if the pristine effect is equal to a value.
  public func pristineEquals<Other: Effect & Equatable>(_ other: Other) -> Bool {
    pristine as? Other == other
  }

  /// Erases the type of the effect and keeps its behavior and its ``pristine`` value.
  @inlinable
  public func eraseToAnyEffect() -> AnyEffect<ResultType> {
    // Inlined, as maps are, so that the recipe's type is not looked up at run time; see Tests/Benchmarks/README.md.
    AnyEffect(recipe: PristineRecipe(self))
  }
}

/// A type-erased effect that ends with a `ResultType` and gives access to the pristine effect under its maps.
///
/// ```swift
/// effectsState.enqueue(LoadArticle(url: url).mapToResult().map(When.articleLoaded))
/// effectsState.enqueue(AnyEffect { .timePassed(await clock.next()) })
/// ```
public struct AnyEffect<ResultType>: Effect {
  @usableFromInline let recipe: any EffectRecipe<ResultType>

  /// The original effect, under all of its maps.
  public var pristine: any Effect { recipe.pristine }

  /// Creates an effect from a closure, which starts on the actor that the scope lives on.
  ///
  /// Swift 6.3 starts a closure with a capture list on no actor. To capture a value, assign it to a constant before.
  public init(_ body: nonisolated(nonsending) @escaping @Sendable () async throws -> ResultType) {
    self.init(recipe: PristineRecipe(AnonymousEffect(body: body)))
  }

  /// Erases the type of an effect.
  public init<Pristine: Effect>(_ effect: Pristine) where Pristine.ResultType == ResultType {
    self = effect.eraseToAnyEffect()
  }

  @usableFromInline
  init(recipe: any EffectRecipe<ResultType>) {
    self.recipe = recipe
  }

  /// Runs the pristine effect and its maps; a stream is run to its end.
  ///
  /// - Throws: the error of the effect, or ``StreamEffectEmptyError`` when a stream ended without an element.
  nonisolated(nonsending) public func runEffect() async throws -> ResultType {
    try await recipe.run()
  }

  /// Returns this effect, whose type is erased already.
  @inlinable
  public func eraseToAnyEffect() -> AnyEffect<ResultType> { self }
}

/// An effect made of a closure, so without a type that a user could name.
package protocol ClosureEffect {}

/// The effect of the closure of an ``AnyEffect``.
struct AnonymousEffect<ResultType>: Effect, ClosureEffect, CustomStringConvertible {
  let body: nonisolated(nonsending) @Sendable () async throws -> ResultType

  var description: String { "AnyEffect { }" }

  nonisolated(nonsending) func runEffect() async throws -> ResultType { try await body() }
}

extension Effect {
  /// Transforms the result of the effect, usually into an event; errors pass unchanged.
  ///
  /// - Parameter transform: runs on the actor that the scope lives on; an error that it throws becomes the
  ///   effect's error.
  @inlinable
  public func map<NewResult>(
    _ transform: @escaping @Sendable (ResultType) throws -> NewResult
  ) -> AnyEffect<NewResult> {
    AnyEffect(recipe: MappedRecipe(eraseToAnyEffect().recipe, transform, error: nil))
  }

  /// Unavailable: without ``mapToResult()`` there is no `Result` to transform into an event.
  @available(
    *,
    unavailable,
    message: "the effect ends in a plain value here, not in a Result: write .mapToResult().map(…)"
  )
  public func map<NewResult>(
    _ transform: @escaping @Sendable (Result<ResultType, any Error>) throws -> NewResult
  ) -> AnyEffect<NewResult> {
    preconditionFailure("unavailable")
  }

  /// Makes the error of the effect part of its result, so that one event can carry both.
  ///
  /// ```swift
  /// LoadArticle(url: url).mapToResult().map(When.articleLoaded)   // case articleLoaded(Result<Data, Error>)
  /// ```
  @inlinable
  public func mapToResult() -> AnyEffect<Result<ResultType, any Error>> {
    AnyEffect(recipe: MappedRecipe(eraseToAnyEffect().recipe, { .success($0) }, error: { .failure($0) }))
  }

  /// Makes the error of the effect part of its result, as an error of a type you choose.
  ///
  /// - Parameter transform: converts the thrown error; runs on the actor that the scope lives on.
  public func mapToResultWithError<Failure: Error>(
    _ transform: @escaping @Sendable (any Error) -> Failure
  ) -> AnyEffect<Result<ResultType, Failure>> {
    let recipe = eraseToAnyEffect().recipe
    return AnyEffect(recipe: MappedRecipe(recipe, { .success($0) }, error: { .failure(transform($0)) }))
  }

  /// Makes the error of the effect part of its result; an error of another type becomes the unknown one.
  public func mapToResultWithErrorType<Failure: EffectError>(
    _ type: Failure.Type
  ) -> AnyEffect<Result<ResultType, Failure>> {
    mapToResultWithError { error in error as? Failure ?? Failure.unknownError }
  }
}

extension Effect {
  /// Discards the result of the effect, which then ends in no event.
  ///
  /// ```swift
  /// effectsState.enqueue(SaveDraft(draft).fireAndForget(), id: "save", policy: .queue)
  /// ```
  /// It is listed, cancelled and tested like any other effect. Its error is logged at ``LogLevel/errors``; of a
  /// stream, all elements are discarded.
  public func fireAndForget() -> AnyEffect<Never> {
    AnyEffect(recipe: DiscardingRecipe(eraseToAnyEffect().recipe))
  }
}

/// An effect that ends without a result.
final class DiscardingRecipe<Original, ResultType>: EffectRecipe {
  private let original: any EffectRecipe<Original>

  init(_ original: any EffectRecipe<Original>) {
    self.original = original
  }

  var pristine: any Effect { original.pristine }

  /// Like a stream, it need not have a result.
  var isStream: Bool { true }

  nonisolated(nonsending) func run(yielding _: EffectYield<ResultType>) async throws -> ResultType? {
    _ = try await original.run(yielding: { _ in })
    return nil
  }

  func result(ofPristine end: Result<Any, any Error>) throws -> ResultType? {
    _ = try original.result(ofPristine: end)
    return nil
  }
}

/// An error type with a case for unknown errors; see ``Effect/mapToResultWithErrorType(_:)``.
public protocol EffectError: Error {
  /// The representation of every error of another type.
  static var unknownError: Self { get }
}
