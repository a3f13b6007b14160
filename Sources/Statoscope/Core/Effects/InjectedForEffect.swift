/// A value that an effect finds in the tree of its scope, captured when the effect is enqueued.
///
/// ```swift
/// struct LoadArticle: Effect {
///   @InjectedForEffect var network: Network
///   let id: Int
///   func runEffect() async throws -> Article { try await network.article(id) }
/// }
/// ```
///
/// It can be read while the effect runs: in the effect itself, in effects that it runs, in generic ones, and
/// in the closure of an ``AnyEffect``, where it is a local variable: `@InjectedForEffect var network:
/// Network`. The values are task-local, so tasks that the effect starts see them, too, but detached ones do
/// not. It retains no scope. Outside of any tree, an effect that is run by hand finds the type's default, or
/// the value that was set.
///
/// It does not affect equality: two effects that differ only in it are equal.
@propertyWrapper
public struct InjectedForEffect<Value: Injectable & Sendable>: Sendable, Hashable {
  private var ownValue: Value?

  /// Creates a property that is looked up when the effect runs.
  public init() {}

  /// Creates a property with a fixed value, for a test of the effect on its own.
  public init(wrappedValue: Value) {
    ownValue = wrappedValue
  }

  /// The value that was set, else the one in the tree when the effect was enqueued, else the type's default.
  public var wrappedValue: Value {
    get { ownValue ?? EffectContext.current?.value(for: Value.self) ?? Value.defaultValueForEffect }
    set { ownValue = newValue }
  }

  /// Always true.
  public static func == (_: InjectedForEffect, _: InjectedForEffect) -> Bool { true }

  /// Feeds nothing into the hasher.
  public func hash(into _: inout Hasher) {}
}

extension InjectedForEffect: HiddenState {}

/// What an effect has from where it was enqueued: the values injected on the path from its scope to the root.
///
/// It contains only values injected under a `Sendable` type, so it can cross to any thread, and it retains no
/// scope.
///
/// An object, because most effects have none: that costs a comparison instead of copies.
final class EffectContext: Sendable {
  /// The values of one scope, by the identity of their types; nil for a value whose type is not `Sendable`.
  typealias Level = [ObjectIdentifier: (any Sendable)?]

  /// The scopes that provide values, nearest first.
  let levels: [Level]

  init(levels: [Level]) {
    self.levels = levels
  }

  /// The context of the effect that runs in the current task, if it has one.
  @TaskLocal static var current: EffectContext?

  /// Returns the nearest value of a type, or nil when there is none that an effect may use.
  func value<Value: Sendable>(for type: Value.Type) -> Value? {
    let key = ObjectIdentifier(type)
    for level in levels {
      guard let entry = level[key] else { continue }
      if let value = entry as? Value { return value }
      StatoscopeLogger.log(.errors) {
        """
        an effect looked up \(typeName(type)), and got the default: the value in the tree was injected where its \
        type was not known to be Sendable. Inject it with injectObject(value, as: \(typeName(type)).self).
        """
      }
      return nil
    }
    return nil
  }
}
