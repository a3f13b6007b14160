/// A kind of `@Subscope` property, which finds the children in the property's value.
protocol SubscopeKind<Value> {
  associatedtype Value

  /// Returns the children, in the order of the tree's lists.
  static func children(of value: Value) -> [ScopeNode]

  /// Returns the text that follows the property's name in the key path of each child, in the same order:
  /// `[3]`, or `?`.
  static func subscripts(of value: Value) -> AnyRandomAccessCollection<String>

  /// Returns the value without one of its children; nil for a property that always holds one.
  static func removing(_ child: ScopeNode, from value: Value) -> Value?

  /// Returns the value that consists of some children; nil for a value that is more than a list of them.
  static func value(of children: [ScopeNode]) -> Value?
}

extension SubscopeKind {
  static func value(of children: [ScopeNode]) -> Value? { nil }
}

/// A property that always holds one child.
enum OneChild<Child: ScopeNode>: SubscopeKind {
  static func children(of child: Child) -> [ScopeNode] { [child] }

  static func subscripts(of child: Child) -> AnyRandomAccessCollection<String> {
    AnyRandomAccessCollection([""])
  }

  static func removing(_ child: ScopeNode, from value: Child) -> Child? { nil }
}

/// A property that holds one child or none.
enum OptionalChild<Child: ScopeNode>: SubscopeKind {
  static func children(of child: Child?) -> [ScopeNode] { child.map { [$0] } ?? [] }

  static func subscripts(of child: Child?) -> AnyRandomAccessCollection<String> {
    AnyRandomAccessCollection(["?"])
  }

  static func removing(_ child: ScopeNode, from value: Child?) -> Child?? { .some(nil) }
}

/// A property that holds children in an array.
enum ListOfChildren<Child: ScopeNode>: SubscopeKind {
  static func children(of children: [Child]) -> [ScopeNode] { children.map { $0 } }

  static func subscripts(of children: [Child]) -> AnyRandomAccessCollection<String> {
    AnyRandomAccessCollection(children.indices.lazy.map { "[\($0)]" })
  }

  static func removing(_ child: ScopeNode, from children: [Child]) -> [Child]? {
    children.removingFirst { $0 === child }
  }

  static func value(of children: [ScopeNode]) -> [Child]? { children.compactMap { $0 as? Child } }
}

/// A property that holds children in a dictionary.
enum KeyedChildren<Key: Hashable, Child: ScopeNode>: SubscopeKind {
  static func children(of children: [Key: Child]) -> [ScopeNode] { sorted(children).map(\.child) }

  static func subscripts(of children: [Key: Child]) -> AnyRandomAccessCollection<String> {
    AnyRandomAccessCollection(sorted(children).map { "[\($0.key)]?" })
  }

  static func removing(_ child: ScopeNode, from children: [Key: Child]) -> [Key: Child]? {
    children.removingFirst { $0 === child }
  }

  /// Sorted by the texts of the keys: a dictionary's own order differs in each run.
  private static func sorted(_ children: [Key: Child]) -> [(key: String, child: Child)] {
    children.map { (String(reflecting: $0.key), $0.value) }.sorted { $0.0 < $1.0 }
  }
}
