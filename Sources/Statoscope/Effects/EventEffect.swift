/// An effect that ends in events of any type; the scope's own type is known where the effect was enqueued,
/// and checked again where an event is received.
@usableFromInline
package protocol EventEffect: Sendable {
  /// The original effect, under all of its maps.
  var pristine: any Effect { get }

  /// The body for events that ``runForEvent()`` does not produce: those of a stream, or of a modifier.
  var ownEvents: AnyEffect<any Sendable>.Body? { get }

  /// Runs the effect and returns its single event.
  nonisolated(nonsending) func runForEvent() async throws -> any Sendable

  /// Returns the event for an end of the pristine effect, or for an element of its stream, without running
  /// it.
  func event(ofPristine end: Result<Any, any Error>) throws -> any Sendable

  /// Returns the event for the end of a stream; nil if it is no stream, or its end is not mapped.
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
