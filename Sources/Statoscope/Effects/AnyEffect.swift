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

  /// What is made of an end of the pristine effect; nil where nothing was mapped.
  typealias Mapping = @Sendable (_ end: Result<Any, any Error>) throws -> ResultType

  /// How results come about where that is not the pristine effect's own run with the maps put on it: of a stream, or
  /// with time in play.
  let ownBody: Body?
  private let mapping: Mapping?
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

  /// Wraps a pristine effect, whose results may come about in a way of their own.
  init<Pristine: Effect>(_ effect: Pristine, ownBody: Body?) where Pristine.ResultType == ResultType {
    self.init(pristine: effect, ownBody: ownBody, mapping: nil, endMapping: nil)
  }

  private init(
    pristine: any Effect,
    ownBody: Body?,
    mapping: Mapping?,
    endMapping: (@Sendable () throws -> ResultType)?
  ) {
    self.pristine = pristine
    self.ownBody = ownBody
    self.mapping = mapping
    self.endMapping = endMapping
  }

  /// Runs the pristine effect and every map put on it; of a stream, up to its end.
  ///
  /// - Throws: what the effect throws, or ``StreamEffectEmptyError`` when a stream ended without an element.
  nonisolated(nonsending) public func runEffect() async throws -> ResultType {
    switch ownBody {
    case nil:
      return try await runPristine()
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

  /// Runs the pristine effect and puts the maps on its end: most effects run so, with one closure for each map.
  nonisolated(nonsending) func runPristine() async throws -> ResultType {
    let end: Result<Any, any Error>
    do { end = .success(try await pristine.runToAnyResult()) } catch { end = .failure(error) }
    return try result(ofPristine: end)
  }

  /// How results come about, whichever way that is.
  var body: Body {
    ownBody ?? .once { try await runPristine() }
  }

  /// This effect itself, which has no other type to hide.
  public func eraseToAnyEffect() -> AnyEffect<ResultType> { self }

  /// What this effect makes of an end of the pristine one, or of an element of its stream, that was not run.
  package func result(ofPristine end: Result<Any, any Error>) throws -> ResultType {
    if let mapping { return try mapping(end) }
    return try AnyEffect.unmapped(end, of: pristine)
  }

  /// What this effect makes of the end of its stream: nil when it is no stream, or its end was not mapped.
  package func resultOfEnd() throws -> ResultType? {
    try endMapping?()
  }

  /// The same effect with its results come about in another way.
  func with(body: Body) -> AnyEffect {
    AnyEffect(pristine: pristine, ownBody: body, mapping: mapping, endMapping: endMapping)
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
      ownBody: ownBody?.transform(transform),
      mapping: { [mapping, pristine] end in
        try transform(Result { try mapping?(end) ?? AnyEffect.unmapped(end, of: pristine) })
      },
      endMapping: newEndMapping
    )
  }

  /// The same effect with one more result when it has ended.
  func appending(_ end: @escaping @Sendable () -> ResultType) -> AnyEffect {
    AnyEffect(pristine: pristine, ownBody: body.appending(end), mapping: mapping, endMapping: end)
  }

  private static func unmapped(_ end: Result<Any, any Error>, of pristine: any Effect) throws -> ResultType {
    let value = try end.get()
    guard let result = value as? ResultType else {
      throw EffectResultMismatch(effect: typeName(type(of: pristine)), value: "\(value)")
    }
    return result
  }
}

extension Effect {
  /// Runs the effect for those who do not know the type of its result.
  nonisolated(nonsending) fileprivate func runToAnyResult() async throws -> Any {
    try await runEffect()
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
