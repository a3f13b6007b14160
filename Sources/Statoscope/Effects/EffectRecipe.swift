/// An effect with all of its maps and modifiers.
///
/// An object rather than nested closures: an effect is passed on with one retain, and each `map` costs one
/// allocation.
@usableFromInline
protocol EffectRecipe<ResultType>: AnyObject, Sendable {
  associatedtype ResultType

  /// The original effect, under all of its maps.
  var pristine: any Effect { get }

  /// Indicates whether results are produced by ``body`` rather than by ``run()``: by a stream, or by a
  /// modifier.
  var hasOwnBody: Bool { get }

  /// The way in which results are produced.
  var body: AnyEffect<ResultType>.Body { get }

  /// Runs the pristine effect and applies the maps; for recipes without a body of their own.
  nonisolated(nonsending) func run() async throws -> ResultType

  /// Applies the maps to an end of the pristine effect, or to an element of its stream, without running it.
  func result(ofPristine end: Result<Any, any Error>) throws -> ResultType

  /// Applies the maps to the end of a stream; nil if it is no stream, or its end is not mapped.
  func resultOfEnd() throws -> ResultType?
}

/// An effect without maps.
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

/// A recipe whose results, and optionally whose errors, are transformed.
@usableFromInline
final class MappedRecipe<Original, ResultType>: EffectRecipe {
  @usableFromInline let hasOwnBody: Bool

  private let original: any EffectRecipe<Original>
  private let transform: @Sendable (Original) throws -> ResultType
  /// The transformation of errors; nil where errors pass unchanged.
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
      // Declared in this method: outside, the task's stack would hold it twice.
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

/// A recipe with a body of its own.
final class OwnRecipe<ResultType>: EffectRecipe {
  let body: AnyEffect<ResultType>.Body

  private let original: any EffectRecipe<ResultType>
  /// The result for the end of a stream, if it was mapped here.
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

/// An error thrown when a test ends an effect with a value of another type than its result.
struct EffectResultMismatch: Error, CustomStringConvertible {
  let effect: String
  let value: String

  var description: String { "\(effect) was ended with \(value), which is not of its result type" }
}
