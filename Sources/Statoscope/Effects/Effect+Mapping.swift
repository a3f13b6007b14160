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

/// An error type with a case for unknown errors; see ``Effect/mapToResultWithErrorType(_:)``.
public protocol EffectError: Error {
  /// The representation of every error of another type.
  static var unknownError: Self { get }
}
