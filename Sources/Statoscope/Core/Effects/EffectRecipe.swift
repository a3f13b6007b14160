/// A closure that receives each result of a stream, and returns when the stream may continue.
@usableFromInline
typealias EffectYield<ResultType> = nonisolated(nonsending) (_ result: ResultType) async throws -> Void

/// An effect with all of its maps and modifiers.
///
/// An object rather than nested closures: an effect is passed on with one retain, and each `map` costs one
/// allocation.
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
  func result(ofPristine end: Result<Any, any Error>) throws -> ResultType

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

  @usableFromInline func resultOfEnd() throws -> ResultType? { nil }
}

/// An effect without maps.
@usableFromInline
final class PristineRecipe<Pristine: Effect>: EffectRecipe {
  fileprivate let effect: Pristine

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

  @usableFromInline
  func result(ofPristine end: Result<Any, any Error>) throws -> Pristine.ResultType {
    try result(end, of: effect)
  }
}

/// A stream without maps.
final class StreamRecipe<Pristine: StreamEffect>: EffectRecipe {
  private let effect: Pristine

  init(_ effect: Pristine) {
    self.effect = effect
  }

  var pristine: any Effect { effect }

  var isStream: Bool { true }

  nonisolated(nonsending) func run(yielding yield: EffectYield<Pristine.ResultType>) async throws -> Pristine
    .ResultType?
  {
    var iterator = effect.stream().makeAsyncIterator()
    while let element = try await iterator.next(isolation: #isolation) { try await yield(element) }
    return nil
  }

  func result(ofPristine end: Result<Any, any Error>) throws -> Pristine.ResultType {
    try result(end, of: effect)
  }
}

extension EffectRecipe {
  /// Returns the result that a test ends the pristine effect with.
  fileprivate func result<Pristine: Effect>(_ end: Result<Any, any Error>, of effect: Pristine) throws
    -> Pristine.ResultType
  {
    let value = try end.get()
    guard let result = value as? Pristine.ResultType else {
      throw EffectResultMismatch(effect: typeName(Pristine.self), value: "\(value)")
    }
    return result
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
  func result(ofPristine end: Result<Any, any Error>) throws -> ResultType {
    let result: Original
    do { result = try original.result(ofPristine: end) } catch { return try mapped(error) }
    return try transform(result)
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

/// The work around an effect, such as a delay: the same for a single result and for a stream.
protocol EffectModifier: Sendable {
  nonisolated(nonsending) func run<Result>(_ work: nonisolated(nonsending) () async throws -> Result)
    async throws
    -> Result
}

/// A recipe that is run by a modifier.
final class ModifiedRecipe<ResultType>: EffectRecipe {
  private let original: any EffectRecipe<ResultType>
  private let modifier: any EffectModifier

  init(_ original: any EffectRecipe<ResultType>, by modifier: any EffectModifier) {
    self.original = original
    self.modifier = modifier
  }

  var pristine: any Effect { original.pristine }

  var isStream: Bool { original.isStream }

  nonisolated(nonsending) func run() async throws -> ResultType {
    try await modifier.run { try await original.run() }
  }

  nonisolated(nonsending) func run(yielding yield: EffectYield<ResultType>) async throws -> ResultType? {
    // An error of the receiver is none of the stream.
    var refusal: (any Error)?
    let last = try await modifier.run { () async throws -> ResultType? in
      do {
        return try await original.run(yielding: { element in
          do { try await yield(element) } catch {
            refusal = error
            throw error
          }
        })
      } catch {
        guard refusal == nil else { return nil }
        throw error
      }
    }
    if let refusal { throw refusal }
    return last
  }

  func result(ofPristine end: Result<Any, any Error>) throws -> ResultType {
    try original.result(ofPristine: end)
  }

  func resultOfEnd() throws -> ResultType? { try original.resultOfEnd() }
}

/// A stream with one more result at its end.
final class EndedRecipe<ResultType>: EffectRecipe {
  private let original: any EffectRecipe<ResultType>
  private let end: @Sendable () -> ResultType

  init(_ original: any EffectRecipe<ResultType>, with end: @escaping @Sendable () -> ResultType) {
    self.original = original
    self.end = end
  }

  var pristine: any Effect { original.pristine }

  var isStream: Bool { true }

  nonisolated(nonsending) func run(yielding yield: EffectYield<ResultType>) async throws -> ResultType? {
    // A last result is made of an error, or of a former end.
    try await original.run(yielding: yield) ?? end()
  }

  func result(ofPristine end: Result<Any, any Error>) throws -> ResultType {
    try original.result(ofPristine: end)
  }

  func resultOfEnd() throws -> ResultType? { try original.resultOfEnd() ?? end() }
}

/// An error thrown when a test ends an effect with a value of another type than its result.
struct EffectResultMismatch: Error, CustomStringConvertible {
  let effect: String
  let value: String

  var description: String { "\(effect) was ended with \(value), which is not of its result type" }
}
