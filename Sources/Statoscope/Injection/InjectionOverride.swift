/// A token that ends an override when it is cancelled or released.
///
/// Overrides nest and may end in any order: a look-up finds the newest one in force, and below them the
/// injected value.
public final class InjectionOverride {
  private weak var scope: ScopeNode?
  private let key: ObjectIdentifier
  private let number: UInt64

  init(scope: ScopeNode, key: ObjectIdentifier, number: UInt64) {
    self.scope = scope
    self.key = key
    self.number = number
  }

  deinit {
    cancel()
  }

  /// Ends the override; further calls have no effect.
  public func cancel() {
    scope?.endOverride(number, of: key)
  }
}

/// The overrides in force at one scope, by the identity of their types.
final class InjectionOverrides {
  private struct Stack {
    var base: InjectedValue?
    var overrides: [(number: UInt64, value: InjectedValue)] = []
  }

  private var stacks: [ObjectIdentifier: Stack] = [:]
  private var lastNumber: UInt64 = 0

  func push(_ value: InjectedValue, for key: ObjectIdentifier, base: InjectedValue?) -> UInt64 {
    lastNumber += 1
    stacks[key, default: Stack(base: base)].overrides.append((lastNumber, value))
    return lastNumber
  }

  /// Ends an override; returns nil if it had ended before, else the value that look-ups find from now on.
  func remove(_ number: UInt64, for key: ObjectIdentifier) -> InjectedValue?? {
    guard var stack = stacks[key], let index = stack.overrides.firstIndex(where: { $0.number == number })
    else {
      return nil
    }
    // Released after the stack is written: its `deinit` may end another override.
    return withExtendedLifetime(stack) {
      stack.overrides.remove(at: index)
      stacks[key] = stack.overrides.isEmpty ? nil : stack
      return .some(stack.overrides.last?.value ?? stack.base)
    }
  }

  /// Sets the value below the overrides; returns false when the type has none.
  func setBase(_ value: InjectedValue, for key: ObjectIdentifier) -> Bool {
    guard let former = stacks[key] else { return false }
    withExtendedLifetime(former) { stacks[key]?.base = value }
    return true
  }
}

extension ScopeNode {
  /// The overrides in force at this scope, if there has ever been one.
  final var injectionOverrides: InjectionOverrides? {
    get { storedOverrides as? InjectionOverrides }
    set { storedOverrides = newValue }
  }

  final func override<Value>(_ value: InjectedValue, as type: Value.Type) -> InjectionOverride {
    linkSubscopes()
    let key = ObjectIdentifier(type)
    let overrides = injectionOverrides ?? InjectionOverrides()
    injectionOverrides = overrides
    let number = overrides.push(value, for: key, base: injectedValues[key])
    put(value, as: key)
    logGiven(value)
    return InjectionOverride(scope: self, key: key, number: number)
  }

  final func endOverride(_ number: UInt64, of key: ObjectIdentifier) {
    guard let value = injectionOverrides?.remove(number, for: key) else { return }
    put(value, as: key)
  }
}
