/// The effect that was written, with everything that was put on it.
///
/// An object rather than closures and copies of them: an effect is passed on with one retain, and each `map` costs one
/// allocation.
@usableFromInline
protocol EffectRecipe<ResultType>: AnyObject, Sendable {
  associatedtype ResultType

  /// The effect that was written, under every `map` put on it.
  var pristine: any Effect { get }

  /// Whether results come about in another way than by ``run()``: of a stream, or with time in play.
  var hasOwnBody: Bool { get }

  /// How results come about, whichever way that is.
  var body: AnyEffect<ResultType>.Body { get }

  /// Runs the pristine effect and puts the maps on its end; for recipes without a body of their own.
  nonisolated(nonsending) func run() async throws -> ResultType

  /// What becomes of an end of the pristine effect, or of an element of its stream, that was not run.
  func result(ofPristine end: Result<Any, any Error>) throws -> ResultType

  /// What becomes of the end of a stream: nil when it is no stream, or its end was not mapped.
  func resultOfEnd() throws -> ResultType?
}

/// An effect as it was written.
@usableFromInline
final class PristineRecipe<Pristine: Effect>: EffectRecipe {
  private let effect: Pristine

  @usableFromInline
  init(_ effect: Pristine) {
    self.effect = effect
  }

  @usableFromInline var pristine: any Effect { effect }

  @usableFromInline var hasOwnBody: Bool { false }

  @usableFromInline var body: AnyEffect<Pristine.ResultType>.Body { .once { try await self.run() } }

  @usableFromInline
  @inline(__always)
  nonisolated(nonsending) func run() async throws -> Pristine.ResultType {
    try await effect.runEffect()
  }

  @usableFromInline
  func result(ofPristine end: Result<Any, any Error>) throws -> Pristine.ResultType {
    let value = try end.get()
    guard let result = value as? Pristine.ResultType else {
      throw EffectResultMismatch(effect: typeName(Pristine.self), value: "\(value)")
    }
    return result
  }

  @usableFromInline
  func resultOfEnd() throws -> Pristine.ResultType? { nil }
}

/// A recipe with each of its results, and maybe its errors, turned into something else.
@usableFromInline
final class MappedRecipe<Original, ResultType>: EffectRecipe {
  @usableFromInline let hasOwnBody: Bool

  private let original: any EffectRecipe<Original>
  private let transform: @Sendable (Original) throws -> ResultType
  /// What is made of an error; nil where errors pass untouched.
  private let transformError: (@Sendable (any Error) throws -> ResultType)?

  @usableFromInline
  init(
    _ original: any EffectRecipe<Original>,
    _ transform: @escaping @Sendable (Original) throws -> ResultType,
    error transformError: (@Sendable (any Error) throws -> ResultType)?
  ) {
    self.original = original
    self.transform = transform
    self.transformError = transformError
    hasOwnBody = original.hasOwnBody
  }

  @usableFromInline var pristine: any Effect { original.pristine }

  @usableFromInline var body: AnyEffect<ResultType>.Body {
    guard hasOwnBody else { return .once { try await self.run() } }
    return original.body.transform { end in try self.mapped { try end.get() } }
  }

  @usableFromInline
  @inline(__always)
  nonisolated(nonsending) func run() async throws -> ResultType {
    var hasResult = false
    do {
      // Declared in here: outside, the task's stack would have it twice.
      let result = try await original.run()
      hasResult = true
      return try transform(result)
    } catch let error where !hasResult {
      return try mapped(error)
    }
  }

  @usableFromInline
  func result(ofPristine end: Result<Any, any Error>) throws -> ResultType {
    try mapped { try original.result(ofPristine: end) }
  }

  @usableFromInline
  func resultOfEnd() throws -> ResultType? {
    let result: Original?
    do { result = try original.resultOfEnd() } catch { return try mapped(error) }
    return try result.map(transform)
  }

  private func mapped(_ end: () throws -> Original) throws -> ResultType {
    let result: Original
    do { result = try end() } catch { return try mapped(error) }
    return try transform(result)
  }

  private func mapped(_ error: any Error) throws -> ResultType {
    guard let transformError else { throw error }
    return try transformError(error)
  }
}

/// A recipe whose results come about in a way of their own.
final class OwnRecipe<ResultType>: EffectRecipe {
  let body: AnyEffect<ResultType>.Body

  private let original: any EffectRecipe<ResultType>
  /// What a stream's end becomes, if it was mapped here.
  private let end: (@Sendable () -> ResultType)?

  init(
    _ original: any EffectRecipe<ResultType>,
    body: AnyEffect<ResultType>.Body,
    end: (@Sendable () -> ResultType)? = nil
  ) {
    self.original = original
    self.body = body
    self.end = end
  }

  var pristine: any Effect { original.pristine }

  var hasOwnBody: Bool { true }

  nonisolated(nonsending) func run() async throws -> ResultType {
    try await AnyEffect(recipe: self).runEffect()
  }

  func result(ofPristine end: Result<Any, any Error>) throws -> ResultType {
    try original.result(ofPristine: end)
  }

  func resultOfEnd() throws -> ResultType? {
    try end?() ?? original.resultOfEnd()
  }
}

/// A test ended an effect with a value that the effect cannot return.
struct EffectResultMismatch: Error, CustomStringConvertible {
  let effect: String
  let value: String

  var description: String { "\(effect) was ended with \(value), which is not of its result type" }
}
