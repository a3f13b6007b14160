/// Asynchronous work of a scope that ends in an event.
///
/// An effect is a value that describes the work. A scope enqueues it inside `update(_:)`; it starts when that
/// update has returned, and its result comes back as an event.
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

  /// Performs the work.
  ///
  /// It starts on the actor that the scope lives on and leaves it at its first suspension, or immediately
  /// when it is marked `@concurrent`. Cancelling the effect cancels its task; a result returned afterwards is
  /// dropped.
  ///
  /// - Throws: the error of the work; map it to an event with ``mapToResult()``, else it is logged.
  nonisolated(nonsending) func runEffect() async throws -> ResultType

  /// The original effect, under all of its maps; provided by the library.
  var pristine: any Effect { get }

  /// Erases the type of the effect and keeps its behavior and its ``pristine`` value; provided by the
  /// library.
  func eraseToAnyEffect() -> AnyEffect<ResultType>
}

extension Effect {
  /// This effect, which has no maps.
  public var pristine: any Effect { self }

  /// Returns true if the pristine effect is of a type.
  public func pristineIs<Other: Effect>(_ type: Other.Type) -> Bool {
    pristine is Other
  }

  /// Returns true if the pristine effect is equal to a value.
  public func pristineEquals<Other: Effect & Equatable>(_ other: Other) -> Bool {
    pristine as? Other == other
  }

  /// Erases the type of the effect and keeps its behavior and its ``pristine`` value.
  @inlinable
  public func eraseToAnyEffect() -> AnyEffect<ResultType> {
    // Inlined, as maps are, so that the recipe's type is not looked up at run time; see Tests/Benchmarks/README.md.
    AnyEffect(recipe: PristineRecipe(self))
  }
}
