/// An effect that ends in events, whatever their type: that all of them are of the scope's own is known where it was
/// enqueued, and asked again only where an event is received.
@usableFromInline
package protocol EventEffect: Sendable {
  /// The effect that was written, under every map put on it.
  var pristine: any Effect { get }

  /// How events come about when not by ``runForEvent()``: as a stream, or with time in play.
  var ownEvents: AnyEffect<any Sendable>.Body? { get }

  /// Runs the effect for its one event.
  nonisolated(nonsending) func runForEvent() async throws -> any Sendable

  /// The event of an end of the pristine effect, or of an element of its stream, that was not run.
  func event(ofPristine end: Result<Any, any Error>) throws -> any Sendable

  /// The event of the end of a stream: nil when it is no stream, or its end was not mapped.
  func eventOfEnd() throws -> (any Sendable)?
}

/// An effect that ends in events of one type.
@usableFromInline
struct TypedEventEffect<When: Sendable>: EventEffect {
  private let recipe: any EffectRecipe<When>

  @usableFromInline
  init(_ effect: AnyEffect<When>) {
    recipe = effect.recipe
  }

  @usableFromInline var pristine: any Effect { recipe.pristine }

  @usableFromInline var ownEvents: AnyEffect<any Sendable>.Body? {
    recipe.hasOwnBody ? recipe.body.transform { try $0.get() } : nil
  }

  @usableFromInline
  @inline(__always)
  nonisolated(nonsending) func runForEvent() async throws -> any Sendable {
    try await recipe.run()
  }

  @usableFromInline
  func event(ofPristine end: Result<Any, any Error>) throws -> any Sendable {
    try recipe.result(ofPristine: end)
  }

  @usableFromInline
  func eventOfEnd() throws -> (any Sendable)? {
    try recipe.resultOfEnd()
  }
}
