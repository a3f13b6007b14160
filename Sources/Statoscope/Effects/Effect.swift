/// Work that ends in an event: what a scope starts when it must wait for the world.
///
/// An effect is a value that says what to do. A scope enqueues it inside `update(_:)`; it starts when that
/// update is over, and its result comes back as an event.
///
/// ```swift
/// struct LoadArticle: Effect {
///   let url: URL
///   func runEffect() async throws -> Data {
///     try await URLSession.shared.data(from: url).0
///   }
/// }
/// ```
public protocol Effect<ResultType>: Sendable {
  /// The type of the effect's result.
  associatedtype ResultType

  /// Does the work.
  ///
  /// It starts on the actor that the scope lives on and leaves it by awaiting, or at once when it is marked
  /// `@concurrent`. When the effect is cancelled, its task is: what it returns afterwards is dropped.
  ///
  /// - Throws: whatever went wrong; map it to an event with ``mapToResult()``, else it is logged.
  nonisolated(nonsending) func runEffect() async throws -> ResultType

  /// The effect that was written, under every `map` put on it; there is nothing to implement.
  var pristine: any Effect { get }

  /// Hides the effect's type; what it does and its ``pristine`` stay the same. There is nothing to implement.
  func eraseToAnyEffect() -> AnyEffect<ResultType>
}

extension Effect {
  /// This effect itself, which nothing was mapped on.
  public var pristine: any Effect { self }

  /// Returns true if the pristine effect is of a type.
  public func pristineIs<Other: Effect>(_ type: Other.Type) -> Bool {
    pristine is Other
  }

  /// Returns true if the pristine effect is equal to a value.
  public func pristineEquals<Other: Effect & Equatable>(_ other: Other) -> Bool {
    pristine as? Other == other
  }

  /// Hides the effect's type; what it does and its ``pristine`` stay the same.
  @inlinable
  public func eraseToAnyEffect() -> AnyEffect<ResultType> {
    // Inlined, as maps are, so that the recipe's type is not looked up at run time; see Tests/Benchmarks/README.md.
    AnyEffect(recipe: PristineRecipe(self))
  }
}
