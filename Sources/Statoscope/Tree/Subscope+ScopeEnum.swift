extension Subscope {
  /// Holds one child of several classes, a case without one, or nothing where the enum is optional.
  public init(wrappedValue: Value) where Value: ScopeEnum {
    let nothing = (Value.self as? any ExpressibleByNilLiteral.Type)?.init(nilLiteral: ()) as? Value
    link = TypedSubscopeLink(
      wrappedValue,
      childrenOf: { screen in screen.scope.map { [$0] } ?? [] },
      subscripts: { screen in texts(ScopeCase(screen).map { [$0.step] } ?? []) },
      without: nothing.map { nothing in { _, _ in nothing } }
    )
  }

  /// Holds children of several classes in an order, such as a navigation stack.
  public init<Screen: ScopeEnum>(wrappedValue: [Screen]) where Value == [Screen] {
    link = TypedSubscopeLink(
      wrappedValue,
      childrenOf: { screens in screens.compactMap(\.scope) },
      subscripts: { screens in
        texts(
          screens.enumerated().compactMap { index, screen in ScopeCase(screen).map { "[\(index)]" + $0.step }
          }
        )
      },
      without: { screens, child in screens.removingFirst { $0.scope === child } }
    )
  }

  /// Holds children of several classes by a key; in lists of the tree they stand in the order of their keys' texts.
  public init<Key: Hashable, Screen: ScopeEnum>(wrappedValue: [Key: Screen]) where Value == [Key: Screen] {
    link = TypedSubscopeLink(
      wrappedValue,
      childrenOf: { screens in casesByText(screens).map(\.value.scope) },
      subscripts: { screens in texts(casesByText(screens).map { "[\($0.key)]?" + $0.value.step }) },
      without: { screens, child in screens.removingFirst { $0.scope === child } }
    )
  }

  /// Cannot be used: what a subscope holds is a scope.
  @available(
    *,
    unavailable,
    message: """
      @Subscope holds scopes: a class that is a Scope, a ScopeEnum, or an optional, an array or a dictionary of one. \
      Other state is a property without it
      """
  )
  public init(wrappedValue: Value) {
    preconditionFailure("unavailable")
  }
}

private func texts(_ steps: [String]) -> AnyRandomAccessCollection<String> {
  AnyRandomAccessCollection(steps)
}

/// The entries with a scope, in the order of their keys' texts.
private func casesByText<Key, Screen: ScopeEnum>(_ screens: [Key: Screen]) -> [(
  key: String, value: ScopeCase
)] {
  screens.compactMap { key, screen in ScopeCase(screen).map { (String(reflecting: key), $0) } }
    .sorted { $0.0 < $1.0 }
}
