/// A value that an effect finds in the tree of the scope that enqueued it, as it was at that moment.
///
/// ```swift
/// struct LoadArticle: Effect {
///   @InjectedForEffect var network: Network
///   let id: Int
///   func runEffect() async throws -> Article { try await network.article(id) }
/// }
/// ```
///
/// It can be read while the effect runs: in the effect itself, in effects that it runs, in generic ones, and in
/// the closure of an ``AnyEffect``, where it is a local variable: `@InjectedForEffect var network: Network`. The
/// values go with the effect's task, so tasks that the effect starts see them too, but not detached ones. It keeps
/// no scope. Run by hand, outside of any tree, the effect finds the type's default, or what was set.
///
/// It is no part of what the effect is: two effects that differ in it only are equal.
@propertyWrapper
public struct InjectedForEffect<Value: Injectable & Sendable>: Sendable, Hashable {
  private var ownValue: Value?

  /// Looks the value up when the effect runs.
  public init() {}

  /// Takes a value rather than look one up, for a test of the effect on its own.
  public init(wrappedValue: Value) {
    ownValue = wrappedValue
  }

  /// The value that was set, else the one in the tree when the effect was enqueued, else the type's default.
  public var wrappedValue: Value {
    get { ownValue ?? EffectInjection.current?.value(for: Value.self) ?? Value.defaultValueForEffect }
    set { ownValue = newValue }
  }

  /// Always true.
  public static func == (_: InjectedForEffect, _: InjectedForEffect) -> Bool { true }

  /// Adds nothing.
  public func hash(into _: inout Hasher) {}
}

extension InjectedForEffect: HiddenState {}
