/// A closure that receives each result of a stream, and returns when the stream may continue.
@usableFromInline
typealias EffectYield<ResultType> = nonisolated(nonsending) (_ result: ResultType) async throws -> Void

/// An effect with all of its maps and modifiers.
///
/// An object rather than nested closures: a copy costs one retain, and each `map` one allocation.
@usableFromInline
protocol EffectRecipe<ResultType>: AnyObject, Sendable {
  associatedtype ResultType

  /// The original effect, under all of its maps.
  var pristine: any Effect { get }

  /// Indicates whether results come from ``run(yielding:)``, not from ``run()``.
  var isStream: Bool { get }

  /// Runs an effect with a single result.
  nonisolated(nonsending) func run() async throws -> ResultType

  /// Runs a stream to its end.
  ///
  /// - Returns: one more result, made of the stream's error or end; nil if there is none.
  nonisolated(nonsending) func run(yielding yield: EffectYield<ResultType>) async throws -> ResultType?

  /// Applies the maps to an end of the pristine effect, or to an element of its stream, without running it.
  ///
  /// - Returns: the result; nil for an effect that ends in none.
  func result(ofPristine end: Result<Any, any Error>) throws -> ResultType?

  /// Applies the maps to the end of a stream; nil if it is no stream, or its end is not mapped.
  func resultOfEnd() throws -> ResultType?
}

extension EffectRecipe {
  /// Runs an effect with a single result as a stream of one.
  @usableFromInline
  nonisolated(nonsending) func run(yielding yield: EffectYield<ResultType>) async throws -> ResultType? {
    try await yield(try await run())
    return nil
  }

  /// Runs a stream for its last result.
  @usableFromInline
  nonisolated(nonsending) func run() async throws -> ResultType {
    var latest: ResultType?
    let last = try await run(yielding: { latest = $0 })
    guard let result = last ?? latest else {
      throw StreamEffectEmptyError(effect: typeName(type(of: pristine)))
    }
    return result
  }

  /// Returns the end of an effect without maps.
  @usableFromInline
  func result(ofPristine end: Result<Any, any Error>) throws -> ResultType? {
    let value = try end.get()
    guard let result = value as? ResultType else {
      throw EffectResultMismatch(effect: typeName(type(of: pristine)), value: "\(value)")
    }
    return result
  }

  @usableFromInline func resultOfEnd() throws -> ResultType? { nil }
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

  @usableFromInline var isStream: Bool { false }

  @usableFromInline
  @inline(__always)
  nonisolated(nonsending) func run() async throws -> Pristine.ResultType {
    try await effect.runEffect()
  }
}

/// A recipe whose results, and optionally whose errors, are transformed.
@usableFromInline
final class MappedRecipe<Original, ResultType>: EffectRecipe {
  @usableFromInline let isStream: Bool

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
    isStream = original.isStream
  }

  @usableFromInline var pristine: any Effect { original.pristine }

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
  nonisolated(nonsending) func run(yielding yield: EffectYield<ResultType>) async throws -> ResultType? {
    // An error of a map, or of the receiver, is none of the stream.
    var isRefused = false
    let last: Original?
    do {
      last = try await original.run(yielding: { element in
        isRefused = true
        try await yield(try self.transform(element))
        isRefused = false
      })
    } catch let error where !isRefused {
      return try mapped(error)
    }
    return try last.map(transform)
  }

  @usableFromInline
  func result(ofPristine end: Result<Any, any Error>) throws -> ResultType? {
    let result: Original?
    do { result = try original.result(ofPristine: end) } catch { return try mapped(error) }
    return try result.map(transform)
  }

  @usableFromInline
  func resultOfEnd() throws -> ResultType? {
    let result: Original?
    do { result = try original.resultOfEnd() } catch { return try mapped(error) }
    return try result.map(transform)
  }

  private func mapped(_ error: any Error) throws -> ResultType {
    guard let transformError else { throw error }
    return try transformError(error)
  }
}

/// A recipe around another one whose results have the same type.
protocol WrappingRecipe<ResultType>: EffectRecipe {
  var original: any EffectRecipe<ResultType> { get }
}

extension WrappingRecipe {
  var pristine: any Effect { original.pristine }

  var isStream: Bool { original.isStream }

  func result(ofPristine end: Result<Any, any Error>) throws -> ResultType? {
    try original.result(ofPristine: end)
  }

  func resultOfEnd() throws -> ResultType? { try original.resultOfEnd() }
}

/// An error thrown when a test ends an effect with a value of another type than its result.
struct EffectResultMismatch: Error, CustomStringConvertible {
  let effect: String
  let value: String

  var description: String { "\(effect) was ended with \(value), which is not of its result type" }
}
