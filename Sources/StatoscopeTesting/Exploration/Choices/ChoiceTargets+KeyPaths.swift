import Statoscope

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
