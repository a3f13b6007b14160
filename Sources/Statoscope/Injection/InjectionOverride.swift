/// Ends an override when it is cancelled or released, whichever comes first.
///
/// Overrides nest, and may end in any order: what is found is always the newest one still in force, and below
/// them what was injected.
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

  /// Ends it now; calling it again does nothing.
  public func cancel() {
    scope?.endOverride(number, of: key)
  }
}

/// The overrides in force at one scope, by the identity of the type.
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

  /// Ends an override; nil when it had ended before, else what is to be found now.
  func remove(_ number: UInt64, for key: ObjectIdentifier) -> InjectedValue?? {
    guard var stack = stacks[key], let index = stack.overrides.firstIndex(where: { $0.number == number })
    else {
      return nil
    }
    // Released after the stack was written: its own code may end another override here.
    return withExtendedLifetime(stack) {
      stack.overrides.remove(at: index)
      stacks[key] = stack.overrides.isEmpty ? nil : stack
      return .some(stack.overrides.last?.value ?? stack.base)
    }
  }

  /// Changes what lies below the overrides; false when there are none for the type.
  func setBase(_ value: InjectedValue, for key: ObjectIdentifier) -> Bool {
    guard let former = stacks[key] else { return false }
    withExtendedLifetime(former) { stacks[key]?.base = value }
    return true
  }
}

extension ScopeNode {
  /// The overrides in force at this scope, if there ever was one.
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
