/// An effect of any type that ends with a `ResultType`, with the pristine effect kept under every map.
///
/// ```swift
/// effectsState.enqueue(LoadArticle(url: url).mapToResult().map(When.articleLoaded))
/// effectsState.enqueue(AnyEffect { .timePassed(await clock.next()) })
/// ```
public struct AnyEffect<ResultType>: Effect {
  /// Gives one result each time, until it gives the last or the end.
  @usableFromInline package typealias Pull = nonisolated(nonsending) () async throws -> Pulled

  /// What a stream gives when it is asked.
  @usableFromInline package enum Pulled {
    case element(ResultType)
    /// One more result, made of the stream's error or its end; nothing comes after it.
    case last(ResultType)
    case end
  }

  /// Gives the one result.
  @usableFromInline package typealias Run = nonisolated(nonsending) @Sendable () async throws -> ResultType

  /// How results come about.
  @usableFromInline package enum Body: Sendable {
    case once(Run)
    case stream(@Sendable () -> Pull)
  }

  @usableFromInline let recipe: any EffectRecipe<ResultType>

  /// The effect that was written, under every `map` put on it.
  public var pristine: any Effect { recipe.pristine }

  /// Makes an effect of a closure, which starts on the actor that the scope lives on.
  public init(_ body: nonisolated(nonsending) @escaping @Sendable () async throws -> ResultType) {
    self.init(recipe: PristineRecipe(AnonymousEffect(body: body)))
  }

  /// Hides an effect's type.
  public init<Pristine: Effect>(_ effect: Pristine) where Pristine.ResultType == ResultType {
    self = effect.eraseToAnyEffect()
  }

  @usableFromInline
  init(recipe: any EffectRecipe<ResultType>) {
    self.recipe = recipe
  }

  /// Runs the pristine effect and every map put on it; of a stream, up to its end.
  ///
  /// - Throws: what the effect throws, or ``StreamEffectEmptyError`` when a stream ended without an element.
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

  /// How results come about, whichever way that is.
  var body: Body { recipe.body }

  /// This effect itself, which has no other type to hide.
  @inlinable
  public func eraseToAnyEffect() -> AnyEffect<ResultType> { self }

  /// The same effect with its results come about in another way.
  func with(body: Body) -> AnyEffect {
    AnyEffect(recipe: OwnRecipe(recipe, body: body))
  }

  /// The same effect with one more result when it has ended.
  func appending(_ end: @escaping @Sendable () -> ResultType) -> AnyEffect {
    AnyEffect(recipe: OwnRecipe(recipe, body: body.appending(end), end: end))
  }
}

/// What a closure becomes when it is made an effect.
struct AnonymousEffect<ResultType>: Effect {
  let body: nonisolated(nonsending) @Sendable () async throws -> ResultType

  nonisolated(nonsending) func runEffect() async throws -> ResultType {
    try await body()
  }
}

/// An effect that is a closure and has no type of its own.
protocol ClosureEffect {}

extension AnonymousEffect: ClosureEffect {}

extension AnonymousEffect: CustomStringConvertible {
  var description: String { "AnyEffect { }" }
}

extension AnyEffect.Pulled: Sendable where ResultType: Sendable {}
