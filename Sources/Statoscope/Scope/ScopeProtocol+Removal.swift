extension ScopeProtocol {
  /// Removes this scope from the ``Subscope`` property that holds it: an optional becomes nil, and an element leaves its
  /// array or dictionary.
  ///
  /// So a screen dismisses itself, and need not know the scope that shows it. It is as if that scope set the property:
  /// the change is announced there, and the effects of this scope and of all below it are cancelled.
  ///
  /// ```swift
  /// func update(_ when: When) throws {
  ///   switch when {
  ///   case .userTappedDone: removeFromSuperscope()
  ///   }
  /// }
  /// ```
  /// A scope that no property holds stays as it is. A property that is not optional cannot do without its scope: that is
  /// a programming error, and traps. Complexity: O(siblings in the same property).
  public func removeFromSuperscope() {
    if let parent = parentNode { linkToParent?.remove(self, of: parent) }
  }
}
