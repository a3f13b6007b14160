import Statoscope
import StatoscopeTesting

// One initializer for each kind of property that children are in.

extension ChoiceTargets where Target: ScopeProtocol {
  convenience init<Root: ScopeProtocol>(_ keyPath: KeyPath<Root, Target>) {
    self.init(one: { (root: Root) in root[keyPath: keyPath] })
  }

  convenience init<Root: ScopeProtocol>(_ keyPath: KeyPath<Root, Target?>) {
    self.init(one: { (root: Root) in root[keyPath: keyPath] })
  }

  convenience init<Root: ScopeProtocol>(_ keyPath: KeyPath<Root, [Target]>) {
    self.init(each: { (root: Root) in root[keyPath: keyPath] })
  }

  convenience init<Root: ScopeProtocol>(_ keyPath: KeyPath<Root, [Target]?>) {
    self.init(each: { (root: Root) in root[keyPath: keyPath] ?? [] })
  }

  convenience init<Root: ScopeProtocol, Key: Hashable>(_ keyPath: KeyPath<Root, [Key: Target]>) {
    self.init(each: { (root: Root) in root[keyPath: keyPath] })
  }

  convenience init<Root: ScopeProtocol, Key: Hashable>(_ keyPath: KeyPath<Root, [Key: Target]?>) {
    self.init(each: { (root: Root) in root[keyPath: keyPath] ?? [:] })
  }
}

// The scopes of one class in the cases of a `ScopeEnum`.

extension ChoiceTargets where Target: ScopeProtocol {
  convenience init<Root: ScopeProtocol, Screen: ScopeEnum>(
    _ keyPath: KeyPath<Root, Screen>,
    as _: Target.Type
  ) {
    self.init(one: { (root: Root) in root[keyPath: keyPath].scope as? Target })
  }

  convenience init<Root: ScopeProtocol, Screen: ScopeEnum>(
    _ keyPath: KeyPath<Root, [Screen]>,
    as _: Target.Type
  ) {
    self.init(each: { (root: Root) in root[keyPath: keyPath].compactMap { $0.scope as? Target } })
  }

  convenience init<Root: ScopeProtocol, Key: Hashable, Screen: ScopeEnum>(
    _ keyPath: KeyPath<Root, [Key: Screen]>,
    as _: Target.Type
  ) {
    self.init(each: { (root: Root) in root[keyPath: keyPath].compactMapValues { $0.scope as? Target } })
  }
}
