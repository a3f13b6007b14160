extension Collection {
  /// The element at an index, or nil when there is none, for key paths to children in arrays.
  ///
  /// An array's own subscript traps when there is no such element, so a step with it cannot fail. A step with
  /// this one can:
  ///
  /// ```swift
  /// .WHEN(\.items[ifThere: 2], .userTapped)
  /// ```
  /// Complexity: O(1).
  public subscript(ifThere index: Index) -> Element? {
    guard index >= startIndex, index < endIndex else { return nil }
    return self[index]
  }
}
