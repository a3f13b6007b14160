/// What an ``AnyEffect`` is made of: the effect that was written, and whatever was put on it.
///
/// Classes rather than closures and copies of them: an effect is passed on with one retain, whatever was put on it, and
/// each `map` costs one allocation.
///
/// Unchecked and sound: it and its subclasses, all in this folder, have constants of `Sendable` types only.
@usableFromInline
class EffectRecipe<ResultType>: @unchecked Sendable {
  /// Whether results come about in another way than by ``run()``: of a stream, or with time in play.
  final let hasOwnBody: Bool

  fileprivate init(hasOwnBody: Bool) {
    self.hasOwnBody = hasOwnBody
  }

  /// The effect that was written, under every `map` put on it.
  var pristine: any Effect { preconditionFailure("every recipe is of a subclass") }

  /// Runs the pristine effect and puts the maps on its end; for recipes without a body of their own.
  nonisolated(nonsending) func run() async throws -> ResultType {
    preconditionFailure("every recipe without a body of its own runs")
  }

  /// How results come about, whichever way that is.
  var body: AnyEffect<ResultType>.Body {
    .once { try await self.run() }
  }

  /// What becomes of an end of the pristine effect, or of an element of its stream, that was not run.
  func result(ofPristine end: Result<Any, any Error>) throws -> ResultType {
    preconditionFailure("every recipe is of a subclass")
  }

  /// What becomes of the end of a stream: nil when it is no stream, or its end was not mapped.
  func resultOfEnd() throws -> ResultType? { nil }
}

/// An effect as it was written.
@usableFromInline
final class PristineRecipe<Pristine: Effect>: EffectRecipe<Pristine.ResultType>, @unchecked Sendable {
  private let effect: Pristine

  @usableFromInline
  init(_ effect: Pristine) {
    self.effect = effect
    super.init(hasOwnBody: false)
  }

  override var pristine: any Effect { effect }

  nonisolated(nonsending) override func run() async throws -> Pristine.ResultType {
    try await effect.runEffect()
  }

  override func result(ofPristine end: Result<Any, any Error>) throws -> Pristine.ResultType {
    let value = try end.get()
    guard let result = value as? Pristine.ResultType else {
      throw EffectResultMismatch(effect: typeName(Pristine.self), value: "\(value)")
    }
    return result
  }
}

/// A recipe with each of its results, and maybe its errors, turned into something else.
@usableFromInline
final class MappedRecipe<Original, ResultType>: EffectRecipe<ResultType>, @unchecked Sendable {
  private let original: EffectRecipe<Original>
  private let transform: @Sendable (Original) throws -> ResultType
  /// What is made of an error; nil where errors pass untouched.
  private let transformError: (@Sendable (any Error) throws -> ResultType)?

  @usableFromInline
  init(
    _ original: EffectRecipe<Original>,
    _ transform: @escaping @Sendable (Original) throws -> ResultType,
    error transformError: (@Sendable (any Error) throws -> ResultType)?
  ) {
    self.original = original
    self.transform = transform
    self.transformError = transformError
    super.init(hasOwnBody: original.hasOwnBody)
  }

  override var pristine: any Effect { original.pristine }

  nonisolated(nonsending) override func run() async throws -> ResultType {
    let result: Original
    do { result = try await original.run() } catch { return try mapped(error) }
    return try transform(result)
  }

  override var body: AnyEffect<ResultType>.Body {
    guard hasOwnBody else { return super.body }
    return original.body.transform { end in try self.mapped { try end.get() } }
  }

  override func result(ofPristine end: Result<Any, any Error>) throws -> ResultType {
    try mapped { try original.result(ofPristine: end) }
  }

  override func resultOfEnd() throws -> ResultType? {
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
final class OwnRecipe<ResultType>: EffectRecipe<ResultType>, @unchecked Sendable {
  private let original: EffectRecipe<ResultType>
  private let ownBody: AnyEffect<ResultType>.Body
  /// What a stream's end becomes, if it was mapped here.
  private let end: (@Sendable () -> ResultType)?

  init(
    _ original: EffectRecipe<ResultType>,
    body: AnyEffect<ResultType>.Body,
    end: (@Sendable () -> ResultType)? = nil
  ) {
    self.original = original
    self.end = end
    ownBody = body
    super.init(hasOwnBody: true)
  }

  override var pristine: any Effect { original.pristine }

  override var body: AnyEffect<ResultType>.Body { ownBody }

  override func result(ofPristine end: Result<Any, any Error>) throws -> ResultType {
    try original.result(ofPristine: end)
  }

  override func resultOfEnd() throws -> ResultType? {
    try end?() ?? original.resultOfEnd()
  }
}

/// A test ended an effect with a value that the effect cannot return.
struct EffectResultMismatch: Error, CustomStringConvertible {
  let effect: String
  let value: String

  var description: String { "\(effect) was ended with \(value), which is not of its result type" }
}
