/// An effect of any type that ends with a `ResultType`, with the pristine effect kept under every map.
///
/// ```swift
/// effectsState.enqueue(LoadArticle(url: url).mapToResult().map(When.articleLoaded))
/// effectsState.enqueue(AnyEffect { .timePassed(await clock.next()) })
/// ```
public struct AnyEffect<ResultType>: Effect {
  /// Gives one result each time, until it gives the last or the end.
  typealias Pull = nonisolated(nonsending) () async throws -> Pulled

  /// What a stream gives when it is asked.
  enum Pulled {
    case element(ResultType)
    /// One more result, made of the stream's error or its end; nothing comes after it.
    case last(ResultType)
    case end
  }

  /// Gives the one result.
  typealias Run = nonisolated(nonsending) @Sendable () async throws -> ResultType

  /// How results come about.
  enum Body: Sendable {
    case once(Run)
    case stream(@Sendable () -> Pull)
  }

  /// The effect that was written, under every `map` put on it.
  public let pristine: any Effect

  let body: Body
  private let mapping: @Sendable (Result<Any, any Error>) throws -> ResultType
  /// What a stream's end becomes, if it was mapped.
  private let endMapping: (@Sendable () throws -> ResultType)?

  /// Makes an effect of a closure, which starts on the actor that the scope lives on.
  public init(_ body: nonisolated(nonsending) @escaping @Sendable () async throws -> ResultType) {
    self.init(AnonymousEffect(body: body))
  }

  /// Hides an effect's type.
  public init<Pristine: Effect>(_ effect: Pristine) where Pristine.ResultType == ResultType {
    self = effect.eraseToAnyEffect()
  }

  /// Wraps a pristine effect whose results come about in a way of their own.
  init<Pristine: Effect>(_ effect: Pristine, body: Body) where Pristine.ResultType == ResultType {
    self.init(pristine: effect, body: body, endMapping: nil) { end in
      let value = try end.get()
      guard let value = value as? ResultType else {
        throw EffectResultMismatch(effect: typeName(Pristine.self), value: "\(value)")
      }
      return value
    }
  }

  init(
    pristine: any Effect,
    body: Body,
    endMapping: (@Sendable () throws -> ResultType)?,
    mapping: @escaping @Sendable (Result<Any, any Error>) throws -> ResultType
  ) {
    self.pristine = pristine
    self.body = body
    self.endMapping = endMapping
    self.mapping = mapping
  }

  /// Runs the pristine effect and every map put on it; of a stream, up to its end.
  ///
  /// - Throws: what the effect throws, or ``StreamEffectEmptyError`` when a stream ended without an element.
  nonisolated(nonsending) public func runEffect() async throws -> ResultType {
    switch body {
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

  /// This effect itself, which has no other type to hide.
  public func eraseToAnyEffect() -> AnyEffect<ResultType> { self }

  /// What this effect makes of an end of the pristine one, or of an element of its stream, that was not run.
  package func result(ofPristine end: Result<Any, any Error>) throws -> ResultType {
    try mapping(end)
  }

  /// What this effect makes of the end of its stream: nil when it is no stream, or its end was not mapped.
  package func resultOfEnd() throws -> ResultType? {
    try endMapping?()
  }

  /// The same effect with its results come about in another way.
  func with(body: Body) -> AnyEffect {
    AnyEffect(pristine: pristine, body: body, endMapping: endMapping, mapping: mapping)
  }

  /// The same effect with each result, and its error, turned into something else.
  func transform<NewResult>(
    _ transform: @escaping @Sendable (Result<ResultType, any Error>) throws -> NewResult
  ) -> AnyEffect<NewResult> {
    var newEndMapping: (@Sendable () throws -> NewResult)?
    if let endMapping {
      newEndMapping = { try transform(Result { try endMapping() }) }
    }
    return AnyEffect<NewResult>(
      pristine: pristine,
      body: body.transform(transform),
      endMapping: newEndMapping,
      mapping: { [mapping] end in try transform(Result { try mapping(end) }) }
    )
  }

  /// The same effect with one more result when it has ended.
  func appending(_ end: @escaping @Sendable () -> ResultType) -> AnyEffect {
    AnyEffect(pristine: pristine, body: body.appending(end), endMapping: end, mapping: mapping)
  }
}

/// What a closure becomes when it is made an effect.
struct AnonymousEffect<ResultType>: Effect {
  let body: nonisolated(nonsending) @Sendable () async throws -> ResultType

  nonisolated(nonsending) func runEffect() async throws -> ResultType {
    try await body()
  }
}

extension AnonymousEffect: CustomStringConvertible {
  var description: String { "AnyEffect { }" }
}

/// A test ended an effect with a value that the effect cannot return.
struct EffectResultMismatch: Error, CustomStringConvertible {
  let effect: String
  let value: String

  var description: String { "\(effect) was ended with \(value), which is not of its result type" }
}

extension AnyEffect.Pulled: Sendable where ResultType: Sendable {}
