/// A type-erased effect that ends with a `ResultType` and gives access to the pristine effect under its maps.
///
/// ```swift
/// effectsState.enqueue(LoadArticle(url: url).mapToResult().map(When.articleLoaded))
/// effectsState.enqueue(AnyEffect { .timePassed(await clock.next()) })
/// ```
public struct AnyEffect<ResultType>: Effect {
  /// A closure that returns one result per call, until the last one or the end.
  @usableFromInline package typealias Pull = nonisolated(nonsending) () async throws -> Pulled

  /// One step of a stream.
  @usableFromInline package enum Pulled {
    case element(ResultType)
    /// One more result, made of the stream's error or end; no further step follows.
    case last(ResultType)
    case end
  }

  /// A closure that returns the single result.
  @usableFromInline package typealias Run = nonisolated(nonsending) @Sendable () async throws -> ResultType

  /// The way in which results are produced.
  @usableFromInline package enum Body: Sendable {
    case once(Run)
    case stream(@Sendable () -> Pull)
  }

  @usableFromInline let recipe: any EffectRecipe<ResultType>

  /// The original effect, under all of its maps.
  public var pristine: any Effect { recipe.pristine }

  /// Creates an effect from a closure, which starts on the actor that the scope lives on.
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
    guard recipe.hasOwnBody else { return try await recipe.run() }
    switch recipe.body {
    case .once(let run):
      return try await run()
    case .stream(let start):
      let pull = start()
      var latest: ResultType?
      while true {
        switch try await pull() {
        case .element(let result): latest = result
        case .last(let result): return result
        case .end:
          guard let latest else { throw StreamEffectEmptyError(effect: typeName(type(of: pristine))) }
          return latest
        }
      }
    }
  }

  /// The way in which results are produced.
  var body: Body { recipe.body }

  /// Returns this effect, whose type is erased already.
  @inlinable
  public func eraseToAnyEffect() -> AnyEffect<ResultType> { self }

  /// Returns the same effect with another body.
  func with(body: Body) -> AnyEffect {
    AnyEffect(recipe: OwnRecipe(recipe, body: body))
  }

  /// Returns the same effect with one more result at its end.
  func appending(_ end: @escaping @Sendable () -> ResultType) -> AnyEffect {
    AnyEffect(recipe: OwnRecipe(recipe, body: body.appending(end), end: end))
  }
}

/// The effect of a closure.
struct AnonymousEffect<ResultType>: Effect {
  let body: nonisolated(nonsending) @Sendable () async throws -> ResultType

  nonisolated(nonsending) func runEffect() async throws -> ResultType {
    try await body()
  }
}

/// An effect made of a closure, without a type of its own.
protocol ClosureEffect {}

extension AnonymousEffect: ClosureEffect {}

extension AnonymousEffect: CustomStringConvertible {
  var description: String { "AnyEffect { }" }
}

extension AnyEffect.Pulled: Sendable where ResultType: Sendable {}
