/// An effect of any type that ends with a `Result`, with the pristine effect kept under every map.
///
/// ```swift
/// effectsState.enqueue(LoadArticle(url: url).mapToResult().map(When.articleLoaded))
/// effectsState.enqueue(AnyEffect { .timePassed(await clock.next()) })
/// ```
public struct AnyEffect<ResultType>: Effect, MappedEffect {
  typealias Body = nonisolated(nonsending) @Sendable () async throws -> ResultType

  let pristineEffect: any Effect
  private let body: Body
  private let mapping: @Sendable (Result<Any, any Error>) throws -> ResultType

  /// Makes an effect of a closure, which starts on the actor that the scope lives on.
  public init(_ body: nonisolated(nonsending) @escaping @Sendable () async throws -> ResultType) {
    self.init(AnonymousEffect(body: body))
  }

  /// Hides an effect's type.
  public init<Pristine: Effect>(_ effect: Pristine) where Pristine.ResultType == ResultType {
    if let erased = effect as? AnyEffect<ResultType> {
      self = erased
      return
    }
    self.init(pristine: effect.pristine, body: { try await effect.runEffect() }) { end in
      try AnyEffect.cast(try end.get(), from: effect)
    }
  }

  init(
    pristine: any Effect,
    body: @escaping Body,
    mapping: @escaping @Sendable (Result<Any, any Error>) throws -> ResultType
  ) {
    pristineEffect = pristine
    self.body = body
    self.mapping = mapping
  }

  /// Runs the pristine effect and every map put on it.
  nonisolated(nonsending) public func runEffect() async throws -> ResultType {
    try await body()
  }

  /// What this effect makes of an end of the pristine one that was not run.
  package func result(ofPristine end: Result<Any, any Error>) throws -> ResultType {
    try mapping(end)
  }

  /// The same effect with its end, a value or an error, turned into something else.
  func transform<NewResult>(
    _ transform: @escaping @Sendable (Result<ResultType, any Error>) throws -> NewResult
  ) -> AnyEffect<NewResult> {
    AnyEffect<NewResult>(
      pristine: pristineEffect,
      body: {
        let end: Result<ResultType, any Error>
        do { end = .success(try await body()) } catch { end = .failure(error) }
        return try transform(end)
      },
      mapping: { pristineEnd in try transform(Result { try mapping(pristineEnd) }) }
    )
  }

  private static func cast(_ value: Any, from effect: any Effect) throws -> ResultType {
    guard let value = value as? ResultType else {
      throw EffectResultMismatch(effect: typeName(type(of: effect)), value: "\(value)")
    }
    return value
  }
}

/// What a closure becomes when it is made an effect.
struct AnonymousEffect<ResultType>: Effect {
  let body: nonisolated(nonsending) @Sendable () async throws -> ResultType

  nonisolated(nonsending) func runEffect() async throws -> ResultType {
    try await body()
  }
}

/// A test ended an effect with a value that the effect cannot return.
struct EffectResultMismatch: Error, CustomStringConvertible {
  let effect: String
  let value: String

  var description: String { "\(effect) was ended with \(value), which is not of its result type" }
}
