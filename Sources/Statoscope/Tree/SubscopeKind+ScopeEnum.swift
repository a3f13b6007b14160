/// A property that holds a case of a ``ScopeEnum``, or none where it is optional.
enum OneCase<Screen: ScopeEnum>: SubscopeKind {
  static func children(of screen: Screen) -> [ScopeNode] { screen.scope.map { [$0] } ?? [] }

  static func subscripts(of screen: Screen) -> AnyRandomAccessCollection<String> {
    AnyRandomAccessCollection(ScopeCase(screen).map { [$0.step] } ?? [])
  }

  static func removing(_ child: ScopeNode, from screen: Screen) -> Screen? {
    (Screen.self as? any ExpressibleByNilLiteral.Type)?.init(nilLiteral: ()) as? Screen
  }
}

/// A property that holds cases of a ``ScopeEnum`` in an array.
enum ListOfCases<Screen: ScopeEnum>: SubscopeKind {
  static func children(of screens: [Screen]) -> [ScopeNode] { screens.compactMap(\.scope) }

  static func subscripts(of screens: [Screen]) -> AnyRandomAccessCollection<String> {
    AnyRandomAccessCollection(
      screens.enumerated().compactMap { index, screen in ScopeCase(screen).map { "[\(index)]" + $0.step } }
    )
  }

  static func removing(_ child: ScopeNode, from screens: [Screen]) -> [Screen]? {
    screens.removingFirst { $0.scope === child }
  }
}

/// A property that holds cases of a ``ScopeEnum`` in a dictionary.
enum KeyedCases<Key: Hashable, Screen: ScopeEnum>: SubscopeKind {
  static func children(of screens: [Key: Screen]) -> [ScopeNode] { sorted(screens).map(\.value.scope) }

  static func subscripts(of screens: [Key: Screen]) -> AnyRandomAccessCollection<String> {
    AnyRandomAccessCollection(sorted(screens).map { "[\($0.key)]?" + $0.value.step })
  }

  static func removing(_ child: ScopeNode, from screens: [Key: Screen]) -> [Key: Screen]? {
    screens.removingFirst { $0.scope === child }
  }

  /// Returns the entries with a scope, sorted by the texts of their keys.
  private static func sorted(_ screens: [Key: Screen]) -> [(key: String, value: ScopeCase)] {
    screens.compactMap { key, screen in ScopeCase(screen).map { (String(reflecting: key), $0) } }
      .sorted { $0.0 < $1.0 }
  }
}
